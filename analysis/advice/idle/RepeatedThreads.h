//===- RepeatedThreads.h - Threads that do the same -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_IDLE_REPEATEDTHREADS_H
#define GPUPERF_ANALYSIS_ADVICE_IDLE_REPEATEDTHREADS_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// A launch has a dimension that its kernel knows nothing of: all threads along
/// it read, compute and store the same. Or the kernel asks for the threads
/// along it, and not for the blocks: all blocks do the same.
struct RepeatedThreads {
  unsigned Dimension = 0;  ///< 0 to 2 for x, y and z
  uint64_t OfBlock = 1;    ///< threads of the block along it that repeat
  uint64_t OfGrid = 1;     ///< blocks of the grid along it
  bool OnlyBlocks = false; ///< the threads of a block do not repeat each other
  Launch Without;          ///< with one block along it, and one thread
  Estimate WithoutUs;      ///< what that takes
  /// The loop whose iterations the blocks can share instead, and what it takes
  /// if they do; or NoId.
  LoopId Shared = NoId;
  Estimate SharedUs;
  /// The less of the two.
  const Estimate &bestUs() const {
    return Shared != NoId && SharedUs.Value < WithoutUs.Value ? SharedUs
                                                              : WithoutUs;
  }
};

/// The dimension along which most threads repeat each other; nothing where the
/// kernel's threads ask for all dimensions that the launch has, where atomics
/// count how many there are, and where the kernel could not be looked through.
std::optional<RepeatedThreads> findRepeatedThreads(const KernelSummary &K,
                                                   const Launch &L,
                                                   const GpuModel &Gpu,
                                                   const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_IDLE_REPEATEDTHREADS_H
