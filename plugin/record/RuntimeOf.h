//===- RuntimeOf.h - The runtimes a program needs ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIMEOF_H
#define GPUPERF_PLUGIN_RECORD_RUNTIMEOF_H

#include "llvm/ADT/StringRef.h"

namespace gpuperf::record {

struct GpuRuntimes {
  bool Cuda = false, Hip = false;
};

/// The libraries that the executable \p Command (a path, or a name on PATH) is
/// linked with; neither for anything else, a script for instance.
GpuRuntimes runtimesOf(llvm::StringRef Command);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIMEOF_H
