//===- Sampling.h - Which blocks, warps and iterations to look at ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_SAMPLING_H
#define GPUPERF_ANALYSIS_WARP_SAMPLING_H

#include "analysis/Launch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace gpuperf {

/// One sample of a range and how many members it stands for.
struct IndexSample {
  uint64_t Index = 0;
  double Weight = 1;
};
using IndexSamples = llvm::SmallVector<IndexSample, 8>;

/// All of [0, Count) if that is at most \p Most, else the first, the last and
/// interior points: weights add up to Count. Four points or more integrate a
/// cubic over the range exactly (two-point Gauss between the ends), which is
/// what counts of triangular loops are.
IndexSamples sampleRange(uint64_t Count, unsigned Most);

/// Warps of a block, at most \p Most. \p Period: a warp that many further on
/// has the same place in its row of threads; all places are among the samples
/// alike often, or as many of them as there are samples.
IndexSamples sampleWarps(uint64_t Count, unsigned Most, uint64_t Period);

/// Iterations of a loop in which only addresses move, or nothing does, for
/// lanes whose trip counts are \p Trips (ascending, distinct): between two of
/// them the same lanes are active. Empty: too many to tell apart.
IndexSamples sampleIterations(llvm::ArrayRef<uint64_t> Trips, unsigned Most,
                              unsigned MostParts);

struct BlockSample {
  Dim3 Ctaid{0, 0, 0};
  double Weight = 1; ///< blocks of the grid that it stands for
};

/// Blocks of the grid: per dimension first, interior and last, combined; the
/// more dimensions the fewer per dimension. \p Most is for one dimension.
llvm::SmallVector<BlockSample, 16> sampleBlocks(const Dim3 &Grid,
                                                unsigned Most);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_SAMPLING_H
