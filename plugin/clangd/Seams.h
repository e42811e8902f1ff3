//===- Seams.h - Where gpuperf-clangd reaches into clangd -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd has no plugin interface that Debian ships headers for. Its main is
// linked from static archives, and six functions are wrapped by the linker
// (--wrap): calls to X go to __wrap_X, which may call __real_X. Each wrapper
// refers to its __real_X, so that the link fails, naming it, when an LLVM
// release drops or changes one of them (a mangled name holds the parameters).
//
// What each wrapper does is a plain function elsewhere in this folder.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_SEAMS_H
#define GPUPERF_PLUGIN_CLANGD_SEAMS_H

#include "plugin/clangd/Transport.h"
#include <string>

namespace gpuperf {

/// The options of the command line that are ours and not clangd's.
struct ClangdOptions {
  std::string Gpu;    ///< --gpu=: GpuperfGpu where no configuration names one
  std::string Assume; ///< --assume=: likewise GpuperfAssume
};

/// Main sets this once before clangd starts; afterwards it is only read.
const ClangdOptions &clangdOptions();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_SEAMS_H
