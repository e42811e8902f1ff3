//===- WrittenLaunches.h - The launches that a file's text has --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_WRITTENLAUNCHES_H
#define GPUPERF_PLUGIN_RECORD_WRITTENLAUNCHES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gpuperf::record {

struct WrittenLaunch {
  unsigned Line = 0, Column = 0; ///< of its <<<, or of the call, from 1
  std::string Kernel;            ///< as it is written, without spaces: "k<T>"
};

/// All kernels that are launched with <<<...>>> or through a function or macro
/// of CUDA's or HIP's runtime, in order. Comments and texts in quotes do not
/// count; other macros are not expanded.
std::vector<WrittenLaunch> writtenLaunches(llvm::StringRef Text);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_WRITTENLAUNCHES_H
