//===- ExportOptions.h - Options of gpuperf-clang-tidy ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_EXPORTOPTIONS_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_EXPORTOPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>

namespace gpuperf {

struct ExportOptions {
  std::string Sarif;         ///< --export-sarif=FILE
  std::string CodeQuality;   ///< --export-code-quality=FILE
  std::string WriteBaseline; ///< --write-baseline=FILE
  std::string Baseline;      ///< --baseline=FILE
};

/// Takes our options out of a command line of clang-tidy, up to "--": as
/// --NAME=FILE or --NAME FILE, with one dash or two. It is an error if one has
/// no file.
llvm::Expected<ExportOptions>
takeExportOptions(llvm::SmallVectorImpl<const char *> &Args);

/// What --help says of them.
llvm::StringRef exportOptionsHelp();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_EXPORTOPTIONS_H
