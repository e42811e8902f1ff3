//===- LaunchTime.h - Time of a launch beside its execution -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launch costs beside the execution of its instructions (time_launch of
// Kleimenov and Popova 2021), and how it combines with the execution under each
// way of taking the time:
//
//   kernel        start to end on the GPU: what an empty kernel takes there,
//                 and what each block of the grid adds; nothing of the host
//   back-to-back  as kernel, but not below the rate at which launches follow
//                 one another in a stream
//   single        the whole round trip that events or a host clock see
//
// A GPU file with launch_time lines (linear in the grid's size for each block
// size in warps) gives both numbers. Elsewhere a stated proxy is taken and
// LaunchTimeAssumed set.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_LAUNCHTIME_H
#define GPUPERF_ANALYSIS_MODELS_LAUNCHTIME_H

#include "analysis/Launch.h"
#include "gpumodel/Estimate.h"
#include "gpumodel/GpuModel.h"
#include <optional>

namespace gpuperf {

struct LaunchTime {
  Estimate AddedUs;   ///< on top of the execution
  double FloorUs = 0; ///< the sum is not below this
  std::string Source; ///< one clause: where the numbers come from

  Estimate total(const Estimate &ExecUs) const;
};

/// \p BlocksOverlap: the model knows that blocks are dispatched while others
/// run (blockDispatchUs), so what each block of the grid adds to an empty
/// kernel is left out; Kleimenov and Popova 2021 add it.
LaunchTime launchTime(const GpuModel &Gpu, const Launch &L,
                      bool BlocksOverlap = false);

/// Time between two blocks that have nothing to do, from lines that were
/// measured on this GPU; none if there are none.
std::optional<double> blockDispatchUs(const GpuModel &Gpu, const Launch &L);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_LAUNCHTIME_H
