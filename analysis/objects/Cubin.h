//===- Cubin.h - The kernels of a cubin -------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin is what ptxas makes for one architecture: an ELF file for the machine
// EM_CUDA. NVIDIA does not describe it. What is read here was compared with the
// report of `ptxas -v` of CUDA 13.0 for sm_75 to sm_120a, with and without
// -rdc=true; the constants of ELF are those of llvm/BinaryFormat/ELF.h.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_OBJECTS_CUBIN_H
#define GPUPERF_ANALYSIS_OBJECTS_CUBIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

struct CubinKernel {
  std::string Symbol;     ///< as nvcc mangles it
  unsigned Registers = 0; ///< per thread, 1 to 255
  /// Bytes of the stack of a thread, for arrays and spilled registers, without
  /// those of functions that it calls. Nothing: the cubin does not say.
  std::optional<unsigned> FrameBytes;
  /// Bytes per block, without those that the driver keeps for itself. Nothing:
  /// they are not known before the program is linked.
  std::optional<uint64_t> StaticSharedBytes;
};

struct Cubin {
  unsigned Sm = 0; ///< 90 for sm_90 and sm_90a, which it does not tell apart
  /// False for code that is linked later (-rdc=true): functions of other files
  /// may then raise the registers of a kernel.
  bool Linked = true;
  std::vector<CubinKernel> Kernels; ///< in the order of the file
};

/// Whether \p Bytes begin as a cubin does.
bool isCubin(llvm::StringRef Bytes);

/// Reads a cubin. An error, a clause, says what is damaged. Memory: a copy of
/// \p Bytes at most, where they are not aligned.
llvm::Expected<Cubin> readCubin(llvm::StringRef Bytes);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_OBJECTS_CUBIN_H
