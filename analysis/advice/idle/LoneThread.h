//===- LoneThread.h - Blocks whose only thread runs a loop ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_IDLE_LONETHREAD_H
#define GPUPERF_ANALYSIS_ADVICE_IDLE_LONETHREAD_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// Loops of a block's only thread whose iterations the threads of a warp could
/// share.
struct LoneThread {
  /// One of each nest, in the order of the text.
  llvm::SmallVector<LoopId, 2> Loops;
  /// One of them accesses what another one has stored: the threads have to wait
  /// for each other in between.
  bool NeedsBarrier = false;
  Estimate TimeUs, WithoutUs;
};

/// Nothing where the blocks have more threads, where the kernel asks for its
/// thread or the size of its block, or where not each loop nest has a loop that
/// can be shared: one whose iterations, and those of the loops around it, do
/// not need each other. Loops of a few iterations and loops whose length is a
/// guess are no such loops. \p Of: only these are shared.
std::optional<LoneThread> findLoneThread(const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu,
                                         const Prediction &P,
                                         llvm::ArrayRef<LoopId> Of = {});

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_IDLE_LONETHREAD_H
