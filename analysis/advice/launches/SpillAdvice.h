//===- SpillAdvice.h - What local memory costs ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SPILLADVICE_H
#define GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SPILLADVICE_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// Why an array is not in registers, in the order of increasing strength.
enum class LocalCause : uint8_t {
  AddressTaken,   ///< by constants only: its address is needed
  IndexedByShort, ///< by the counter of a short loop, which nvcc may unroll
  IndexedByLoop,  ///< by the counter of a loop that cannot be unrolled in full
  IndexedByData   ///< by a value that is known at run time only
};

/// An array that belongs to one thread and lies in local memory.
struct LocalArray {
  uint32_t Variable = NoId; ///< index into KernelSummary::Variables
  LocalCause Why = LocalCause::AddressTaken;
  /// The most frequent of the accesses that give the reason.
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

/// The launch with the loads and stores of the registers that ptxas spilled,
/// each executed once per thread. That is a lower bound, because they may stand
/// in a loop.
std::optional<Estimate> timeWithSpills(const KernelSummary &Kernel,
                                       const Launch &L, const GpuModel &Gpu,
                                       const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SPILLADVICE_H
