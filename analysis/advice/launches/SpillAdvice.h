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

/// Where such an array could be instead.
enum class LocalRemedy : uint8_t {
  None,      ///< it is too large for all of the others
  Registers, ///< a thread has enough of them
  Table,     ///< all threads have the same: one for a block in shared memory
  Shared     ///< a column per thread, with room for two blocks on an SM
};

/// An array that belongs to one thread and lies in local memory.
struct LocalArray {
  uint32_t Variable = NoId; ///< index into KernelSummary::Variables
  LocalCause Why = LocalCause::AddressTaken;
  LocalRemedy Remedy = LocalRemedy::None;
  /// The most frequent of the accesses that give the reason.
  AccessId Access = NoId;
  double AccessesPerThread = 0;
};

struct LocalMemoryCost {
  std::vector<LocalArray> Arrays; ///< busiest first; each has a remedy
  Estimate WithoutUs;             ///< with all of them where the remedy says
};

/// The arrays for which there is a remedy and which \p Concerns asks for.
/// Nothing if the launch touches no such array.
std::optional<LocalMemoryCost>
costOfLocalArrays(const KernelSummary &Kernel, const Launch &L,
                  const GpuModel &Gpu, const Prediction &P,
                  llvm::function_ref<bool(const LocalArray &)> Concerns);

/// The launch with the loads and stores of the registers that ptxas spilled,
/// each executed once per thread. That is a lower bound, because they may stand
/// in a loop.
std::optional<Estimate> timeWithSpills(const KernelSummary &Kernel,
                                       const Launch &L, const GpuModel &Gpu,
                                       const Prediction &P);

/// Registers of a thread that hold the sums of matrix products from one
/// iteration of a loop to the next; of several loops the most.
unsigned accumulatorRegisters(const KernelSummary &Kernel);

/// The launch without the loads and stores of the registers that AMD's compiler
/// spilled, which its time counts.
std::optional<Estimate> timeWithoutSpills(const KernelSummary &Kernel,
                                          const Launch &L, const GpuModel &Gpu,
                                          const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SPILLADVICE_H
