//===- KernelNames.h - What a kernel is called ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_KERNELNAMES_H
#define GPUPERF_PLUGIN_AST_KERNELNAMES_H

#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// The name of a function as a user writes it, template arguments included.
std::string writtenName(const clang::FunctionDecl &F);

/// The device symbol of a kernel (never the host stub's).
std::string deviceMangledName(const clang::FunctionDecl &Kernel);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_KERNELNAMES_H
