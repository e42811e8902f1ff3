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
  /// Gives the value of GpuperfGpu for a file. Null: no GPU is named.
  std::function<std::string(llvm::StringRef File)> GpuListFor;
  /// Is shown each translated command and its file, on the thread that asks for
  /// the command. May be null.
  std::function<void(const ClangCommand &, llvm::StringRef File)> OnCommand;
  /// The resource folder for commands that name none. Empty: clang finds its
  /// own.
  std::string ResourceDir;
  /// Makes commands for files that have no entry. Null:
  /// clang::tooling::inferMissingCompileCommands does. A program that wraps
  /// that function gives the original here.
  std::function<std::unique_ptr<clang::tooling::CompilationDatabase>(
      std::unique_ptr<clang::tooling::CompilationDatabase>)>
      Infer;
};

/// Why the compile_commands.json of \p Folder cannot be used, with the line and
/// column where it is not JSON. Empty if it can be used or does not exist.
std::string databaseProblem(llvm::StringRef Folder);

/// A database that holds the commands of \p Base, each translated. A file
/// without an entry, such as a .cuh header, gets the translated command of the
/// most similar file. \p Base must outlive the result.
std::unique_ptr<clang::tooling::CompilationDatabase>
translatedDatabase(const clang::tooling::CompilationDatabase &Base,
                   DatabaseOptions Options);

/// The same, but the result owns \p Base, as
/// clang::tooling::inferMissingCompileCommands owns the database that clangd
/// gives it.
std::unique_ptr<clang::tooling::CompilationDatabase>
translatedDatabase(std::unique_ptr<clang::tooling::CompilationDatabase> Base,
                   DatabaseOptions Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_NVCCDATABASE_H
