//===- Occupancy.h - What an SM holds of a kernel ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_OCCUPANCY_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_OCCUPANCY_H

#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {

/// Blocks of this kernel that an SM holds at once; at least one.
template <typename... ParameterTs>
unsigned residentBlocks(void (*Kernel)(ParameterTs...), unsigned BlockThreads,
                        size_t SharedBytes = 0) {
#if defined(GPUPERF_EMULATED)
  (void)Kernel;
  (void)SharedBytes;
  const synthetic::Figures &F = synthetic::figures();
  return std::max(1u,
                  std::min(F.MaxBlocksPerSm, F.MaxThreadsPerSm / BlockThreads));
#else
  int Blocks = 0;
  GPUPERF_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &Blocks, Kernel, int(BlockThreads), SharedBytes));
  return unsigned(std::max(Blocks, 1));
#endif
}

/// Asks for as much L1 as the SM can give: the runtime may otherwise keep the
/// split that an earlier kernel with shared memory has needed. A wish only.
template <typename... ParameterTs>
void preferL1(void (*Kernel)(ParameterTs...)) {
#if defined(GPUPERF_EMULATED) || defined(GPUPERF_ON_AMD)
  (void)Kernel; // nothing is shared there
#else
  GPUPERF_CHECK(
      cudaFuncSetAttribute(reinterpret_cast<const void *>(Kernel),
                           cudaFuncAttributePreferredSharedMemoryCarveout,
                           cudaSharedmemCarveoutMaxL1));
#endif
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_OCCUPANCY_H
