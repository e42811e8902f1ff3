//===- NvccDatabase.h - A compile database read as clang's ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_NVCCDATABASE_H
#define GPUPERF_PLUGIN_NVCC_NVCCDATABASE_H

#include "plugin/nvcc/NvccCommand.h"
#include "clang/Tooling/CompilationDatabase.h"
#include <functional>

namespace gpuperf {

struct DatabaseOptions {
  /// The value of GpuperfGpu for a file; null: none is named.
  std::function<std::string(llvm::StringRef File)> GpuListFor;
  /// Sees each translated command, with its file; null: nobody asks. Called
  /// from the threads that ask for commands.
  std::function<void(const ClangCommand &, llvm::StringRef File)> OnCommand;
  /// Named in commands that name none; empty: clang's own guess.
  std::string ResourceDir;
  /// Makes commands for files without an entry; null:
  /// clang::tooling::inferMissingCompileCommands. For who has wrapped that.
  std::function<std::unique_ptr<clang::tooling::CompilationDatabase>(
      std::unique_ptr<clang::tooling::CompilationDatabase>)>
      Infer;
};

/// Why the compile_commands.json of \p Folder cannot be used, with file, line
/// and column where it is no JSON; empty if it can, or if there is none.
std::string databaseProblem(llvm::StringRef Folder);

/// \p Base with every command translated (clangCommandFor). A file without an
/// entry, such as a .cuh, takes the translated command of the most similar one.
/// \p Base must outlive the result.
std::unique_ptr<clang::tooling::CompilationDatabase>
translatedDatabase(const clang::tooling::CompilationDatabase &Base,
                   DatabaseOptions Options);

/// The same, and it keeps \p Base: for what hands databases over, as clangd
/// does to clang::tooling::inferMissingCompileCommands.
std::unique_ptr<clang::tooling::CompilationDatabase>
translatedDatabase(std::unique_ptr<clang::tooling::CompilationDatabase> Base,
                   DatabaseOptions Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_NVCCDATABASE_H
