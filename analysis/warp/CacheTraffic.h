//===- CacheTraffic.h - What L1, L2 and DRAM move ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the groups of accesses (AccessGroups.h) move between L1, L2 and DRAM, by
// how much of it the caches hold (Reuse.h): L1, which a block shares with the
// others of its SM, and L2, which a wave of blocks has to itself. Also which
// share of the requests waits for L2 and for DRAM, and what the slices of the
// L2 look up. A launch that finds the L2 warm finds what fits of the data of
// the launch before; one that finds it cold leaves a little of what it wrote in
// it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H
#define GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H

#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// Whether the request of a store, like one with places far apart, fills a part
/// of its sectors only.
bool storesPartsOfSectors(const Access &A, const AccessProfile &P);

/// Lookups in the L2's slices that \p A causes over the launch. One lookup
/// serves two sectors of a line.
double sliceRequests(const Access &A, const AccessProfile &P);

/// Fills the footprints of every access, the shares and the byte totals of
/// \p P, in which the counts per access and per loop must be already. \p Steps:
/// evaluations of expressions that it may take, which it counts down.
void computeCacheTraffic(const KernelSummary &K, const Launch &L,
                         const GpuModel &Gpu, unsigned ResidentBlocksPerSm,
                         WarpProfile &P, uint64_t &Steps);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H
