//===- ProjectPaths.h - Names of files on any machine -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_PROJECTPATHS_H
#define GPUPERF_PLUGIN_CLI_REPORT_PROJECTPATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// \p Path from \p Folder, which is absolute, without "." and "..".
std::string absoluteIn(llvm::StringRef Folder, llvm::StringRef Path);

/// The nearest folder at or above \p Folder that git or another version control
/// calls a checkout; \p Folder itself where there is none.
std::string projectFolder(llvm::StringRef Folder);

/// \p Path, which is absolute, as seen from \p Root, with "/"; unchanged where
/// it is outside.
std::string relativeTo(llvm::StringRef Root, llvm::StringRef Path);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_PROJECTPATHS_H
