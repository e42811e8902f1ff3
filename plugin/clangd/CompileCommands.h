//===- CompileCommands.h - The command that a CUDA file is parsed with ----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_COMPILECOMMANDS_H
#define GPUPERF_PLUGIN_CLANGD_COMPILECOMMANDS_H

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// Translates a command before clangd and the project's .clangd file see it:
/// nvcc's flags become clang's, and the command of a CUDA file gets the place
/// of CUDA. \p Gpu stands for GpuperfGpu where no configuration file of \p File
/// names one. Thread-safe.
void translateCommand(clang::tooling::CompileCommand &Command,
                      llvm::StringRef File, llvm::StringRef Gpu);

/// The same for a whole database. A file without an entry, such as a .cuh
/// header, then takes translated flags from the most similar entry. \p Infer:
/// see DatabaseOptions.
std::unique_ptr<clang::tooling::CompilationDatabase>
translateDatabase(std::unique_ptr<clang::tooling::CompilationDatabase> Database,
                  llvm::StringRef Gpu,
                  std::unique_ptr<clang::tooling::CompilationDatabase> (*Infer)(
                      std::unique_ptr<clang::tooling::CompilationDatabase>));

/// Whether one of the functions above has translated a command of nvcc for \p
/// File.
bool isBuiltWithNvcc(llvm::StringRef File);

/// Changes a command after clangd and the project's .clangd file have: one GPU
/// architecture is left, as clang would take the lowest of several, and the
/// resource folder is one that exists.
void settleCommand(clang::tooling::CompileCommand &Command);

/// Makes \p Command another one for each number of \p Times, so that clangd
/// parses a text once more. Its includes are not parsed again, as the flags are
/// the same.
void markCommand(clang::tooling::CompileCommand &Command, unsigned Times);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_COMPILECOMMANDS_H
