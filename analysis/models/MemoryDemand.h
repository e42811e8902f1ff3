//===- MemoryDemand.h - What a launch asks of the memory --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counted from the kernel's accesses and their profile, with the shares that a
// user may have measured (ModelArgs::L1Pct and L2Pct) in place of the derived
// ones.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_MEMORYDEMAND_H
#define GPUPERF_ANALYSIS_MODELS_MEMORYDEMAND_H

#include "analysis/models/Model.h"
#include "gpumodel/MemoryRates.h"

namespace gpuperf {

/// Bytes and passes are per launch; shares are of the bytes, 0 to 1.
struct MemoryDemand {
  /// What lanes ask of global and local memory.
  double RequestedBytes = 0;
  /// Of RequestedBytes, by the level that serves them; they sum to 1.
  double L1Share = 0, L2Share = 0, DramShare = 1;
  /// Of RequestedBytes, by requests whose lanes lie apart.
  double UncoalescedShare = 0;
  /// What each level carries. The sectors of uncoalesced requests that pass L1
  /// are counted a second time in UncoalescedBytes.
  double L1Bytes = 0, L2Bytes = 0, DramBytes = 0, UncoalescedBytes = 0;
  /// Data-phase passes over the banks of shared memory.
  double SharedPasses = 0;
};
MemoryDemand memoryDemand(const KernelSummary &Kernel,
                          const WarpProfile &Profile, double SectorBytes,
                          const ModelArgs &Args);

/// Share of a level in the mean latency of a load: uncoalesced requests have a
/// latency of their own, wherever they are served. The four sum to 1.
struct LatencyShares {
  double L1 = 0, L2 = 0, Dram = 1, Uncoalesced = 0;
};
LatencyShares latencyShares(const MemoryDemand &Demand);

/// Cycles that a load takes in the mean, with nothing in its way.
double meanLoadLatency(const MemoryDemand &Demand, const MemoryRates &Rates);

/// Writes among the bytes that DRAM moves, 0 to 1: for memoryRates.
double dramWriteShare(const WarpProfile &Profile);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_MEMORYDEMAND_H
