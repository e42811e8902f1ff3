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

/// Adds the flags with which clang finds CUDA, unless the command brings its
/// own headers (-nocudainc) or names its toolkit. The toolkit is the one that
/// \p NvccProgram belongs to (empty: the command is not nvcc's), else
/// NvccChoice::CudaRoot; where there is neither, the bundled declarations are
/// used. CUDA 13 also gets the folder of its C++ libraries (CCCL), and clang's
/// warning about a CUDA that is newer than it knows is turned off. These
/// libraries ask for C++17: code that was written for an earlier toolkit and
/// says -std=c++14 is read as C++17, without the errors on what C++17 took out
/// of the language. A host file only gets the toolkit's include folders.
void addCudaHeaders(ClangCommand &Command, llvm::StringRef NvccProgram,
                    llvm::StringRef Directory, const NvccChoice &Choice,
                    llvm::vfs::FileSystem &Files);

/// \p Flag if it asks for C++17 or a later standard, or for none; else the flag
/// that asks for C++17, with GNU's extensions if \p Flag does.
std::string atLeastCxx17(llvm::StringRef Flag);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_CUDAHEADERS_H
