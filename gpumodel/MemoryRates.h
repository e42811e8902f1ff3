//===- MemoryRates.h - Latency and bandwidth of the memory ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a GPU file says of its memory, in the SM's clock, with a stated
// substitute for each number that the file lacks. Every model computes with
// these.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_MEMORYRATES_H
#define GPUPERF_GPUMODEL_MEMORYRATES_H

#include "gpumodel/Estimate.h"
#include "gpumodel/GpuModel.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

/// An Estimate whose number is a substitute says GpuFactMissing.
struct MemoryRates {
  double ClockMhz = 0; ///< of the SMs: what a clock and a cycle are here

  // Cycles until a load that nothing is in the way of has its data.
  Estimate L1LatencyCycles, L2LatencyCycles, DramLatencyCycles;
  /// A warp each of whose 32 lanes needs a DRAM sector of its own, until the
  /// last one is there: never less than DramLatencyCycles.
  Estimate UncoalescedLatencyCycles;

  // L1 and shared memory: of one SM. L2 and DRAM: of the whole GPU.
  Estimate L1BytesPerClkPerSm, SharedBytesPerClkPerSm;
  Estimate L2BytesPerClk, DramBytesPerClk;

  double SectorBytes = 32; ///< the least that L2 or DRAM moves

  /// Cycles of an SM's shared memory for one pass over its banks; at least 1.
  double sharedPassCycles() const;
  /// What the numbers of L1, L2 and DRAM rest on, all of them together.
  AssumptionSet why() const;
};

/// \p DramWriteShare of the DRAM traffic is writes, 0 to 1: the bandwidth is
/// lowest where reads and writes are mixed in equal parts. An error if the file
/// has no DRAM bandwidth or no clock.
llvm::Expected<MemoryRates> memoryRates(const GpuModel &Gpu,
                                        double DramWriteShare);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_MEMORYRATES_H
