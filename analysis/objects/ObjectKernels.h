//===- ObjectKernels.h - What a build has made of kernels -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_OBJECTS_OBJECTKERNELS_H
#define GPUPERF_ANALYSIS_OBJECTS_OBJECTKERNELS_H

#include "analysis/objects/Cubin.h"
#include <variant>

namespace gpuperf {

/// The kernels of a file that nvcc has written, for each architecture.
struct ObjectKernels {
  std::vector<Cubin> Cubins; ///< as they stand in the file
};

/// Reads a cubin, a fatbin, or an ELF file of the host (an object file, a
/// shared library, a program) with fatbins in it. A file without device code
/// gives no cubins. An error, a clause, says what is wrong with the file.
llvm::Expected<ObjectKernels> readObject(llvm::StringRef Bytes);

/// Reads the file \p Path of up to \p MostBytes. An error begins with the path.
/// The file may be written while it is read.
llvm::Expected<ObjectKernels> readObjectFile(llvm::StringRef Path,
                                             uint64_t MostBytes);

/// A kernel as a GPU runs it.
struct FoundKernel {
  CubinKernel Kernel;
  unsigned Sm = 0; ///< of the code
};

/// Why a kernel was not found.
enum class KernelMiss : uint8_t {
  Architecture, ///< no code that runs on the GPU
  Kernel,       ///< no kernel of that name in such code
  Ambiguous     ///< several, which differ
};

/// The code that a GPU of the number \p Sm (90 for sm_90) runs of the kernel
/// that clang calls \p Mangled: of its own architecture, else of the newest
/// older one with the same tens, as the driver chooses. Linked code goes first.
std::variant<FoundKernel, KernelMiss>
findKernel(const ObjectKernels &In, llvm::StringRef Mangled, unsigned Sm);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_OBJECTS_OBJECTKERNELS_H
