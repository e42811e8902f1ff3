//===- ProgramModule.h - The host code of one file --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_OTHERS_PROGRAMMODULE_H
#define GPUPERF_PLUGIN_OTHERS_PROGRAMMODULE_H

#include "plugin/launch/LaunchIdentity.h"
#include "plugin/others/FileReader.h"
#include "plugin/program/ir/HostIr.h"

namespace gpuperf {

/// One file of a program, parsed and compiled as host code.
struct ProgramModule {
  std::string File;
  std::vector<std::string> Flags;            ///< as it was parsed
  std::unique_ptr<program::HostModule> Host; ///< null: see Error
  std::vector<LaunchIdentity> Launches;      ///< of the file and its headers
  std::string Error;                         ///< a clause
};

/// Parses \p File. As safe from several threads as \p Reader is. A crash of the
/// parse gives an error.
ProgramModule readModule(const FileReader &Reader, llvm::StringRef File);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_OTHERS_PROGRAMMODULE_H
