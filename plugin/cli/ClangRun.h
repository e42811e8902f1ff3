//===- ClangRun.h - One parse of one CUDA file ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_CLANGRUN_H
#define GPUPERF_PLUGIN_CLI_CLANGRUN_H

#include "plugin/device/Toolkit.h"
#include "plugin/nvcc/BuildFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace gpuperf {

struct ParseRequest {
  std::string File;
  std::vector<std::string> UserFlags; ///< clang flags, without the file
  std::string SmArch;                 ///< "sm_90"
  std::string AppendedText;           ///< parsed after the file's last line
};

/// What the user's flags say that we must know ourselves.
struct FlagFacts {
  std::string CudaPath;        ///< --cuda-path=
  std::string SmArch;          ///< the highest named one; empty: none is named
  bool OwnCudaHeaders = false; ///< -nocudainc: the flags bring their own
  BuildFacts Build;            ///< what nvcc was told and clang has no flag for
};
FlagFacts readFlags(llvm::ArrayRef<std::string> UserFlags);

struct ParseResult {
  unsigned Errors = 0;      ///< clang's errors, printed to standard error
  bool BundledCuda = false; ///< there is no toolkit; ours was used
};

/// Parses a file in device mode for one architecture and calls \p Visit with
/// the finished AST (also if there were errors). \p Quiet drops diagnostics. An
/// error: the file cannot be read, or clang could not be set up.
llvm::Expected<ParseResult> parseCudaFile(
    const ParseRequest &Request, bool Quiet,
    llvm::function_ref<void(clang::ASTContext &, clang::Preprocessor &)> Visit);

/// Clang's flags of \p File in the compile database of \p BuildDir, whether
/// they are nvcc's or clang's there. \p GpuList: which of several architectures
/// counts. What of nvcc's could not be honoured is said on standard error.
llvm::Expected<std::vector<std::string>>
flagsFromDatabase(llvm::StringRef BuildDir, llvm::StringRef File,
                  llvm::StringRef GpuList);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_CLANGRUN_H
