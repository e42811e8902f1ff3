//===- Dies.h - Blocks that are dealt to chiplets ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU of several dies, each with an L2 of its own, gives the first block of a
// grid to the first die, the second to the second, and so on (MI300X: Modular's
// documentation of chiplet_transform_chunked, which undoes it). What blocks of
// several dies touch is fetched by each of them.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_FOOTPRINT_DIES_H
#define GPUPERF_ANALYSIS_FOOTPRINT_DIES_H

#include "analysis/footprint/Footprint.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// How the blocks of a launch are dealt.
struct Dealing {
  Extents Grid;  ///< the blocks that touch anything
  Extents Dealt; ///< all blocks: in the order of these, the idle ones count
  unsigned Dies = 1;
};

/// How often a place that accesses of \p Form touch is fetched by the L2s of
/// several dies: 1 where all blocks that touch it are on one die, and it is
/// still there for the next of them. \p OffsetBytes: of the accesses, as of the
/// neighbours of a stencil. \p Kept: the share of data that an L2 still has
/// when that many more blocks of the launch were dealt.
double timesFetched(const AffineForm &Form, llvm::ArrayRef<double> OffsetBytes,
                    const Dealing &Of,
                    llvm::function_ref<double(double Blocks)> Kept);

/// How many places, of which each block of the launch has one, all dies
/// together touch while \p Blocks blocks are dealt; a place that several dies
/// touch counts for each. The planes before and behind those blocks' own are
/// other places as long as the blocks do not come to them.
double placesTouched(const AffineForm &Form, llvm::ArrayRef<double> OffsetBytes,
                     const Dealing &Of, double Blocks);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_FOOTPRINT_DIES_H
