//===- Register.h - What the program registered -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_REGISTER_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_REGISTER_H

#include "plugin/record/runtime/Cudart.h"
#include <string>

namespace gpuperf::record {

/// The host function \p Stub stands for the kernel \p Mangled.
void registerKernel(const void *Stub, const char *Mangled);
/// The mangled name of what is launched; empty: it was not registered.
std::string kernelOf(const void *Stub);

/// What <<<...>>> says before the kernel is called.
struct Configuration {
  Dim Grid, Block;
  size_t SharedBytes = 0;
  void *Stream = nullptr;
  const void *Site = nullptr;
};
void pushConfiguration(const Configuration &C);
/// The latest; its site is that of the launch which follows.
Configuration popConfiguration();

/// Where the launch at hand is: where its configuration was pushed, else \p
/// Return.
const void *takeSite(const void *Return);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_REGISTER_H
