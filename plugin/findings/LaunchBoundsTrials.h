//===- LaunchBoundsTrials.h - What ptxas makes of bounds --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether __launch_bounds__ on a kernel would gain time can only be told by
// asking ptxas: it may manage with fewer registers, or it may have to keep
// values in memory.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_LAUNCHBOUNDSTRIALS_H
#define GPUPERF_PLUGIN_FINDINGS_LAUNCHBOUNDSTRIALS_H

#include "analysis/advice/launches/LaunchBoundsAdvice.h"
#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// A kernel that runs faster with these bounds.
struct LaunchBoundsFinding {
  const LaunchAnswer *Launch = nullptr; ///< the launch that gains
  const GpuAnswer *On = nullptr;        ///< the GPU that it gains on
  LaunchBounds Bounds;
  LaunchBoundsGain Gain;
};

/// The kernels of \p File whose launches save at least \p MinGainPercent of
/// their time with bounds, by compilation, in source order; for each kernel the
/// first of the GPUs that gain. Left out are kernels whose launches differ in
/// their blocks, those that ptxas was not asked about, and those whose
/// registers in nvcc's object are not those of clang's code. ptxas is run again
/// at most twice, each time for all kernels that were compiled together.
std::vector<LaunchBoundsFinding> tryLaunchBounds(const FileAnalysis &File,
                                                 double MinGainPercent);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LAUNCHBOUNDSTRIALS_H
