//===- UnrolledShares.h - What unrolling saves ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops are walked as they are written; the machine runs them unrolled, where
// counters, tests and address steps turn into immediates and loads that
// neighbouring iterations share are done once. The text of the full pipeline
// says how much is left: the work in it (arithmetic on floats, global memory)
// says how many copies of each loop's body it holds, and what else that many
// copies would have is compared with what it has.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_UNROLLEDSHARES_H
#define GPUPERF_ANALYSIS_WARP_UNROLLEDSHARES_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// By class: operations in loops that are left when these are unrolled, over
/// those of the loops as written; 0 to 1. Work is 1, and all is 1 where the
/// full pipeline's text is not there or holds no copies.
OpCounts unrolledShares(const KernelSummary &K);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_UNROLLEDSHARES_H
