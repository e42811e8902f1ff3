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

/// translateNvcc with what is on this machine: its toolkit, or the bundled
/// declarations. \p GpuList is the value of GpuperfGpu (empty: no GPU is named;
/// a bad one counts as none, the checks report it). Callable from any thread;
/// the toolkit is looked for once in a process.
ClangCommand clangCommandFor(llvm::ArrayRef<std::string> CommandLine,
                             llvm::StringRef Directory, llvm::StringRef File,
                             llvm::StringRef GpuList = "");

/// The same with the files of a caller, such as an editor's unsaved ones.
ClangCommand clangCommandFor(llvm::ArrayRef<std::string> CommandLine,
                             llvm::StringRef Directory, llvm::StringRef File,
                             llvm::StringRef GpuList,
                             llvm::vfs::FileSystem &Files);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_CLANGARGS_H
