//===- SpillAdvice.h - What local memory costs ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_SPILLADVICE_H
#define GPUPERF_ANALYSIS_ADVICE_SPILLADVICE_H

#include "analysis/models/Models.h"

namespace gpuperf {

/// Why an array is not in registers.
enum class LocalCause : uint8_t {
  IndexedByLoop, ///< by the counter of a loop that was not unrolled
  IndexedByData, ///< by a value that is known at run time only
  AddressTaken   ///< by constants only: its address is needed
};

/// An array of a thread's own that is in memory.
struct LocalArray {
  uint32_t Variable = NoId; ///< index into KernelSummary::Variables
  LocalCause Why = LocalCause::AddressTaken;
  /// Its busiest access, one with an index that is not constant if there is
  /// one.
  AccessId Access = NoId;
  double AccessesPerThread = 0;
};

struct LocalMemoryCost {
  std::vector<LocalArray> Arrays; ///< busiest first
  Estimate WithoutUs;             ///< with all of them in registers
};

/// Nothing if the launch does not touch such an array.
std::optional<LocalMemoryCost> costOfLocalArrays(const KernelSummary &Kernel,
                                                 const Launch &L,
                                                 const GpuModel &Gpu,
                                                 const Prediction &P);

/// The launch with the loads and stores of registers that ptxas spilled, each
/// done once per thread: at least that, as it may be in a loop.
std::optional<Estimate> timeWithSpills(const KernelSummary &Kernel,
                                       const Launch &L, const GpuModel &Gpu,
                                       const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_SPILLADVICE_H
