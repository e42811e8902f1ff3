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

/// Before clangd and the project's .clangd see it: nvcc's flags become clang's,
/// and a CUDA file's command learns where CUDA is. \p Gpu: GpuperfGpu where no
/// configuration file of \p File names one. Thread-safe.
void translateCommand(clang::tooling::CompileCommand &Command,
                      llvm::StringRef File, llvm::StringRef Gpu);

/// The same for a whole database: a file that has no entry (a .cuh) then takes
/// the most similar entry's flags as clang's, which clang can tell apart.
/// \p Infer: see DatabaseOptions.
std::unique_ptr<clang::tooling::CompilationDatabase>
translateDatabase(std::unique_ptr<clang::tooling::CompilationDatabase> Database,
                  llvm::StringRef Gpu,
                  std::unique_ptr<clang::tooling::CompilationDatabase> (*Infer)(
                      std::unique_ptr<clang::tooling::CompilationDatabase>));

/// Whether one of these has translated a command of nvcc for \p File.
bool isBuiltWithNvcc(llvm::StringRef File);

/// After them: one GPU architecture only (clang would take the lowest), and a
/// resource folder that is there.
void settleCommand(clang::tooling::CompileCommand &Command);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_COMPILECOMMANDS_H
