//===- NvccCommand.h - nvcc's command line as clang's -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One translator for everything that reads compile databases: the command, the
// clangd and the clang-tidy of this project. No clang header, no state:
// callable from any thread.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_NVCCCOMMAND_H
#define GPUPERF_PLUGIN_NVCC_NVCCCOMMAND_H

#include "plugin/nvcc/BuildFacts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace gpuperf {

/// What the caller knows beside the command.
struct NvccChoice {
  /// sm numbers (90) of the GPUs that are asked for (GpuperfGpu), the first
  /// counts most; empty: none is named.
  std::vector<unsigned> GpuSms;
  /// A CUDA toolkit of this machine, for a command whose own is not here: holds
  /// include/cuda_runtime.h. Empty: there is none.
  std::string CudaRoot;
  /// Path of gpuperf_nvcc.h, which is included into what nvcc compiles; empty:
  /// it is not there.
  std::string NvccHeader;
  /// Without any toolkit: the flags that bring the bundled declarations.
  std::vector<std::string> BundledFlags;
};

struct ClangCommand {
  /// The program, clang's flags, and the file last.
  std::vector<std::string> Args;
  bool FromNvcc = false; ///< else the command was clang's already
  bool Cuda = false;     ///< the file is read as CUDA
  bool Bundled = false;  ///< there is no toolkit; BundledFlags are in
  std::string CudaRoot;  ///< the toolkit in use; empty: bundled, or not CUDA
  BuildFacts Facts;      ///< also in Args, as macros
  /// What could not be honoured, a sentence each: an options file that is not
  /// there, an architecture that clang does not know.
  std::vector<std::string> Notes;
};

/// Whether a command line is nvcc's: its program is called nvcc, also behind
/// ccache, sccache, distcc, icecc or env, or it is a script's with flags that
/// only nvcc has. cicc and clang are not nvcc.
bool isNvccCommand(llvm::ArrayRef<std::string> CommandLine);

/// The clang command for \p File (as the database names it) of a command line
/// that was to be run in \p Directory. A clang command keeps its arguments and
/// gets, if the file is CUDA, what CUDA 13 needs (the toolkit, CCCL's folder,
/// no version warning); so does one of another compiler, which clang's tools
/// read as clang's. Never fails: what has no meaning for clang is left out.
ClangCommand translateNvcc(llvm::ArrayRef<std::string> CommandLine,
                           llvm::StringRef Directory, llvm::StringRef File,
                           const NvccChoice &Choice,
                           llvm::vfs::FileSystem &Files);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_NVCCCOMMAND_H
