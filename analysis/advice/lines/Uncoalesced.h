//===- Uncoalesced.h - Global accesses that waste sectors -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_UNCOALESCED_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_UNCOALESCED_H

#include "analysis/Launch.h"
#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// True if the warps of the launch ask for more sectors than the same lanes
/// need on consecutive elements, whatever the base's alignment, by more than
/// the one that a shifted start costs. False where data decides over the
/// addresses, for atomics, and for what is not global memory.
bool isUncoalesced(const KernelSummary &K, const WarpProfile &P, AccessId Id);

/// Uncoalesced accesses of the launch of \p P by what has to be changed: one
/// finding for all accesses that one change makes coalesced (an array's layout,
/// the roles of two thread indices, the block's shape), at the line that loses
/// most, with the time that the change gains. \p Except: accesses to leave out.
std::vector<LineFinding> findUncoalesced(const KernelSummary &K,
                                         const Launch &L, const GpuModel &Gpu,
                                         const Prediction &P,
                                         llvm::ArrayRef<AccessId> Except = {});

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_UNCOALESCED_H
