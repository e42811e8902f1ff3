//===- CudaHeaders.h - Where a command finds CUDA's headers -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_CUDAHEADERS_H
#define GPUPERF_PLUGIN_NVCC_CUDAHEADERS_H

#include "plugin/nvcc/NvccCommand.h"

namespace gpuperf {

/// Adds what clang needs to find CUDA, unless the command brings its own
/// headers (-nocudainc) or names its toolkit: the folder above \p NvccProgram
/// (empty: not nvcc's command) if CUDA is there, else NvccChoice::CudaRoot,
/// else the bundled flags; CCCL's folder of CUDA 13; and quiet about a CUDA
/// that is newer than clang knows. A host file gets the toolkit's folders only.
void addCudaHeaders(ClangCommand &Command, llvm::StringRef NvccProgram,
                    llvm::StringRef Directory, const NvccChoice &Choice,
                    llvm::vfs::FileSystem &Files);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_CUDAHEADERS_H
