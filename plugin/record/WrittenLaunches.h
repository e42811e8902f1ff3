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
  unsigned Line = 0, Column = 0; ///< of its <<<, from 1
  std::string Kernel;            ///< as it is written, without spaces: "k<T>"
};

/// All kernels that are launched with <<<...>>>, in order. Comments and texts
/// in quotes do not count; macros are not expanded.
std::vector<WrittenLaunch> writtenLaunches(llvm::StringRef Text);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_WRITTENLAUNCHES_H
