//===- StencilKernel.h - Whether a launch computes a stencil ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stencil stores a cell per thread (and iteration) and reads cells around it:
// from one array, at three or more constant distances that move with the cell;
// or from a tile in shared memory that is filled from global memory. The axes
// are those that the stored address moves along: the launch's x, y, z and loops
// around the store; distances are decoded in the strides of these axes. Loops
// around a read but not around the store enumerate points (a filter's rows and
// columns).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCILKERNEL_H
#define GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCILKERNEL_H

#include "analysis/models/stencil-traffic/Stencil.h"
#include "analysis/warp/WarpProfile.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

struct StencilKernel {
  StencilProblem Problem;
  unsigned Axes = 1; ///< that cells lie along, 1 to 3
  /// Blocks walk along the last axis, a plane at a time.
  bool Walks = false;
  /// Of the cells that the grid covers, those that are computed: 0 to 1.
  double ComputedShare = 1;
  AssumptionSet Why;
};

/// An error is one clause: why this is not a stencil, or not one that can be
/// told.
llvm::Expected<StencilKernel> findStencil(const KernelSummary &Kernel,
                                          const Launch &L,
                                          const WarpProfile &Profile);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCILKERNEL_H
