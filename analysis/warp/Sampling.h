//===- Sampling.h - Which blocks, warps and iterations to look at ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_SAMPLING_H
#define GPUPERF_ANALYSIS_WARP_SAMPLING_H

#include "analysis/warp/ActiveThreads.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace gpuperf {

/// One sample of a range and how many members it stands for.
struct IndexSample {
  uint64_t Index = 0;
  double Weight = 1;
};
using IndexSamples = llvm::SmallVector<IndexSample, 8>;

/// All of [0, Count) if that is at most \p Most members, else the first, the
/// last and interior ones, whose weights add up to Count. Four samples or more
/// integrate a cubic over the range exactly (two-point Gauss quadrature between
/// the ends), as the counts of triangular loops require.
IndexSamples sampleRange(uint64_t Count, unsigned Most);

/// The first index after a step of \p Value: between two neighbours of \p Line,
/// which are ascending, it changes by more than a factor of StepFactor, and it
/// does so from one index to the next. Nothing where it changes little, or
/// evenly, as the work of triangular loops does.
std::optional<uint64_t> findStep(llvm::ArrayRef<IndexSample> Line,
                                 llvm::function_ref<double(uint64_t)> Value);

/// Samples of [0, Step), at most \p MostBefore of them, and of [Step, Count).
IndexSamples sampleSides(uint64_t Count, uint64_t Step, unsigned MostBefore,
                         unsigned MostAfter);

/// Warps of a block, at most \p Most of them. Every \p Period warps, a warp has
/// the same place in its row of threads. The samples visit all places equally
/// often, or as many places as there are samples.
IndexSamples sampleWarps(uint64_t Count, unsigned Most, uint64_t Period);

/// Iterations of a loop in which at most the addresses change, for lanes whose
/// trip counts are \p Trips (ascending, distinct). Between two of these the
/// same lanes are active, so each such part is sampled by itself. Empty if
/// there are more than \p MostParts.
IndexSamples sampleIterations(llvm::ArrayRef<uint64_t> Trips, unsigned Most,
                              unsigned MostParts);

struct BlockSample {
  Dim3 Ctaid{0, 0, 0};
  double Weight = 1; ///< blocks of the grid that it stands for
  Box3 StandsFor;    ///< where these are
};
using BlockSamples = llvm::SmallVector<BlockSample, 16>;

/// Samples along x, y and z of the grid, each ascending.
using GridLines = std::array<IndexSamples, 3>;

/// The first, the last and interior indices along each dimension of \p Grid.
/// \p Most is the number for a grid of one dimension; with more dimensions,
/// there are fewer per dimension.
GridLines sampleLines(const Dim3 &Grid, unsigned Most);

/// The blocks at all combinations of \p Lines.
BlockSamples blocksAt(const GridLines &Lines);

/// The blocks at all combinations of sampleLines.
BlockSamples sampleBlocks(const Dim3 &Grid, unsigned Most);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_SAMPLING_H
