//===- WarpLoad.h - How a launch's warps fill the GPU -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_WARPLOAD_H
#define GPUPERF_ANALYSIS_MODELS_WARPLOAD_H

#include "gpumodel/Occupancy.h"

namespace gpuperf {

/// Warp load of a launch as Qu et al. 2020 define it (eq. 1 to 5, 11).
struct WarpLoad {
  double Nbw = 0;   ///< warps per block, eq. 1
  double Dps = 0;   ///< warps the device can hold, eq. 2
  double Apb = 0;   ///< blocks that run wholly in parallel, eq. 3
  double Nsmw = 0;  ///< warps of the most loaded SM, eq. 4 and 11
  double Nsmb = 0;  ///< blocks of the most loaded SM
  double Dpsid = 0; ///< idle degree of the device, eq. 5, not clamped
};

/// \p ProblemSize: threads that have work, 0 if the grid covers it exactly.
WarpLoad computeWarpLoad(const GpuModel &Gpu, const Occupancy &Occ,
                         uint64_t GridBlocks, uint64_t BlockThreads,
                         uint64_t ProblemSize = 0);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_WARPLOAD_H
