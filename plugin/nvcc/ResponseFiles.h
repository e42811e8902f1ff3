//===- ResponseFiles.h - Arguments that are kept in files -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_RESPONSEFILES_H
#define GPUPERF_PLUGIN_NVCC_RESPONSEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace gpuperf {

/// Replaces each --options-file, -optf and @file in \p Args by the arguments in
/// that file, also where such a file names another one. Paths are relative to
/// \p Directory. A file that cannot be read or that includes itself is left
/// out, and a sentence in \p Notes says so.
std::vector<std::string> expandOptionsFiles(llvm::ArrayRef<std::string> Args,
                                            llvm::StringRef Directory,
                                            llvm::vfs::FileSystem &Files,
                                            std::vector<std::string> &Notes);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_RESPONSEFILES_H
