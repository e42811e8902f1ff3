//===- CacheTraffic.h - What L1, L2 and DRAM move ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of accesses (AccessGroups.h) against L1, which a block shares with the
// others of its SM, and against L2, which a wave has to itself (Reuse.h): what
// passes, who waits for it, what the slices of the L2 look up. A launch that
// finds the L2 warm finds what fits of the one before; one that finds it cold
// leaves its last written data in it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H
#define GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H

#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// Lookups in the L2's slices that \p A causes over the launch: two sectors of
/// a line each.
double sliceRequests(const Access &A, const AccessProfile &P);

/// Fills the footprints of every access, the shares and the byte totals of
/// \p P, whose counts per access and per loop are there already.
void computeCacheTraffic(const KernelSummary &K, const Launch &L,
                         const GpuModel &Gpu, unsigned ResidentBlocksPerSm,
                         WarpProfile &P, uint64_t &Steps);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H
