//===- ClangRun.h - One parse of one CUDA file ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PARSE_CLANGRUN_H
#define GPUPERF_PLUGIN_CLI_PARSE_CLANGRUN_H

#include "plugin/device/Toolkit.h"
#include "plugin/nvcc/BuildFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <set>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace gpuperf {

/// Paths of the files that parses have opened, absolute or as the parse names
/// them.
using ReadFiles = std::set<std::string>;

struct ParseRequest {
  std::string File;
  std::vector<std::string> UserFlags; ///< clang flags, without the file
  std::string SmArch;                 ///< "sm_90"; of HIP code, "gfx90a"
  std::string AppendedText;           ///< parsed after the file's last line
  /// Every file that is opened is added; null: nobody asks.
  std::shared_ptr<ReadFiles> Reads = nullptr;
};

/// What the command itself needs to know of the user's clang flags.
struct FlagFacts {
  std::string CudaPath; ///< --cuda-path=
  /// The highest named one, of HIP code the first; empty: none is named.
  std::string SmArch;
  bool IsHip = false;          ///< HIP code, by a flag or by the file's name
  std::string RocmPath;        ///< --rocm-path=
  bool OwnCudaHeaders = false; ///< -nocudainc: the flags bring their own
  BuildFacts Build;            ///< what nvcc was told and clang has no flag for
};
FlagFacts readFlags(llvm::ArrayRef<std::string> UserFlags,
                    llvm::StringRef File);

/// What stands for the architecture that \p Facts name where none is named:
/// "gfx" for HIP code, nothing for CUDA code.
std::string namedArch(const FlagFacts &Facts);

/// Headers of gpuperf that were read in the place of what is not here.
struct StandIns {
  bool Cuda = false; ///< there is no toolkit
  bool Hip = false;  ///< there is no ROCm
  bool Std = false;  ///< there is no C++ standard library
  /// A header of the C++ standard library that is in neither.
  std::string MissingStd;
  StandIns &operator|=(const StandIns &Other);
};

struct ParseResult {
  unsigned Errors = 0; ///< clang's errors, printed to standard error
  StandIns Used;
  /// Parsed as C++17, since the toolkit's headers refuse what the flags say.
  bool RaisedStandard = false;
};

/// Parses a file for one architecture, CUDA code in device mode and HIP code in
/// host mode, and calls \p Visit with
/// the AST, even if there were errors in the file. \p Quiet drops clang's
/// diagnostics. It is an error if the file cannot be read or clang cannot be
/// set up.
llvm::Expected<ParseResult> parseCudaFile(
    const ParseRequest &Request, bool Quiet,
    llvm::function_ref<void(clang::ASTContext &, clang::Preprocessor &)> Visit);

/// The clang flags for \p File from the compile database in \p BuildDir,
/// whether the command there is nvcc's or clang's. \p GpuList decides which of
/// several architectures is taken. Flags of nvcc that could not be translated
/// are named on standard error, unless \p Quiet.
llvm::Expected<std::vector<std::string>>
flagsFromDatabase(llvm::StringRef BuildDir, llvm::StringRef File,
                  llvm::StringRef GpuList, bool Quiet = false);

/// Prints a note on standard error for each of \p Used.
void noteStandIns(const StandIns &Used);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PARSE_CLANGRUN_H
