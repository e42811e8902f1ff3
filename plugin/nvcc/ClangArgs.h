//===- ClangArgs.h - The clang command for a file of a compile database ---===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_CLANGARGS_H
#define GPUPERF_PLUGIN_NVCC_CLANGARGS_H

#include "plugin/nvcc/NvccCommand.h"

namespace gpuperf {

/// Whether the command compiles CUDA or HIP code, by the language that it
/// names, by the name of the file or by its compiler.
bool isGpuCommand(llvm::ArrayRef<std::string> CommandLine,
                  llvm::StringRef File);

/// translateHip for a command that compiles HIP code. For others,
/// translateNvcc with the CUDA toolkit of this machine, or with the bundled
/// declarations where it has none. \p GpuList is the value of GpuperfGpu; empty
/// means that no GPU is named, and a value that cannot be read counts as empty,
/// since the checks report it. Any thread may call this; the toolkit is looked
/// for once in a process.
ClangCommand clangCommandFor(llvm::ArrayRef<std::string> CommandLine,
                             llvm::StringRef Directory, llvm::StringRef File,
                             llvm::StringRef GpuList = "");

/// The same, reading files through the caller's file system, such as an
/// editor's with its unsaved files.
ClangCommand clangCommandFor(llvm::ArrayRef<std::string> CommandLine,
                             llvm::StringRef Directory, llvm::StringRef File,
                             llvm::StringRef GpuList,
                             llvm::vfs::FileSystem &Files);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_CLANGARGS_H
