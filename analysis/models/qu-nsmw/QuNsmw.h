//===- QuNsmw.h - Parts of the model of Qu et al. 2020 ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_QU_NSMW_QUNSMW_H
#define GPUPERF_ANALYSIS_MODELS_QU_NSMW_QUNSMW_H

#include "analysis/models/WarpLoad.h"
#include "llvm/ADT/ArrayRef.h"

namespace gpuperf {

/// Which of the three situations of Qu et al. 2020, section 4.1, a launch is
/// in.
enum class QuSituation : uint8_t {
  Parallel = 1,  ///< every warp has its own lanes: g <= APB
  Unfilled = 2,  ///< the device could hold more warps: DPSID >= 1
  Saturated = 3, ///< DPSID < 1
};
QuSituation quSituation(const WarpLoad &Load, double GridBlocks);

/// KDTV: the kernel's time in units of the time of one warp, eq. 7 and 8.
/// \p ParallelWarps and \p ActiveWarps, of one SM, bound situation 2: the
/// largest number of warps that run wholly in parallel, and that are resident.
double quVolume(const WarpLoad &Load, QuSituation S, double Spef,
                double ParallelWarps, double ActiveWarps);

/// Eq. 6, from a measured time. 0 if a divisor is.
double parallelEffectFactor(double KernelTime, double WarpTime, double Nsmw);

/// Eq. 12: mean relative accuracy, 1 is perfect. Pairs are (real, predicted);
/// those whose real time is not positive are left out.
double meanAccuracy(llvm::ArrayRef<std::pair<double, double>> Pairs);

struct QuLaunch {
  uint64_t GridBlocks = 0, BlockThreads = 0;
};
struct QuRanked {
  QuLaunch L;
  WarpLoad Load;
  double Ratio = 0;       ///< NBW / max(DPSID, 1)
  bool WholeWarps = true; ///< eq. 10's first constraint
};
/// Eq. 10: ascending by NSMW, then by NBW over DPSID (of equal ones the larger
/// DPSID first); launches whose block is no multiple of the warp size come
/// last. \p Base gives registers and shared memory. Eq. 10 as printed puts
/// <60,32> of the paper's table 6 first, where the table itself picks <15,128>.
std::vector<QuRanked> rankByWarpLoad(const GpuModel &Gpu,
                                     const BlockResources &Base,
                                     llvm::ArrayRef<QuLaunch> Launches,
                                     uint64_t ProblemSize = 0);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_QU_NSMW_QUNSMW_H
