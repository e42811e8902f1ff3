//===- NvccCommand.h - nvcc's command line as clang's -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates nvcc's command lines for clang. The command, the clangd and the
// clang-tidy of this project all read compile databases through it. It keeps no
// state: any thread may call it.
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

/// What the translation needs to know beside the command line.
struct NvccChoice {
  /// The sm numbers (such as 90) of the GPUs that GpuperfGpu names. Code is
  /// chosen for the first of them. Empty: no GPU is named.
  std::vector<unsigned> GpuSms;
  /// A CUDA toolkit of this machine (it holds include/cuda_runtime.h), for a
  /// command whose own toolkit is not on this machine. Empty: there is none.
  std::string CudaRoot;
  /// Path of gpuperf_nvcc.h, which is included before each file that nvcc
  /// compiles. Empty: it was not found.
  std::string NvccHeader;
  /// Path of gpuperf_minmax.h, which is included before each other CUDA file
  /// that is read with a toolkit. Empty: it was not found.
  std::string MinMaxHeader;
  /// The flags that bring the bundled declarations, for a machine without any
  /// toolkit.
  std::vector<std::string> BundledFlags;
};

struct ClangCommand {
  /// The program, clang's flags, and the file last.
  std::vector<std::string> Args;
  bool FromNvcc = false;   ///< otherwise it was a clang command already
  bool Cuda = false;       ///< the file is read as CUDA
  bool Bundled = false;    ///< there is no toolkit: Args has BundledFlags
  bool Hip = false;        ///< the file is read as HIP code
  bool HipBundled = false; ///< the same, and there is no ROCm
  std::string CudaRoot;    ///< the toolkit in use; empty: bundled, or not CUDA
  BuildFacts Facts;        ///< also in Args, as macros
  /// What could not be translated, a sentence each: an options file that does
  /// not exist, an architecture that clang does not know.
  std::vector<std::string> Notes;
};

/// Whether a command line runs nvcc. Its program is called nvcc, possibly
/// started through ccache, sccache, distcc, icecc or env, or it is a script
/// that is given flags which only nvcc has. cicc and clang are not nvcc.
bool isNvccCommand(llvm::ArrayRef<std::string> CommandLine);

/// Translates the command line that a database has for \p File, to be run in \p
/// Directory, into a clang command. A clang command keeps its arguments; if the
/// file is CUDA it also gets the toolkit, the folder of CUDA 13's C++ libraries
/// and a flag against clang's warning about the toolkit's version. The command
/// of another compiler is treated the same, since clang's tools read it as
/// clang's. The translation never fails: flags that have no meaning for clang
/// are left out.
ClangCommand translateNvcc(llvm::ArrayRef<std::string> CommandLine,
                           llvm::StringRef Directory, llvm::StringRef File,
                           const NvccChoice &Choice,
                           llvm::vfs::FileSystem &Files);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_NVCCCOMMAND_H
