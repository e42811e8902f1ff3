//===- CacheTraffic.h - What L1, L2 and DRAM move ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layer conditions on footprints. At each level the largest part of the loop
// nest whose distinct sectors fit the cache is found (all of it; else a window
// of the outermost loop's iterations; else of the next one); what is reused
// inside of it hits, and it is moved once per repetition. Accesses with the
// same strides from the same base share one box, widened by their distances.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H
#define GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H

#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// Fills the footprints of every access, the shares and the byte totals of
/// \p P, whose counts per access and per loop are there already.
void computeCacheTraffic(const KernelSummary &K, const Launch &L,
                         const GpuModel &Gpu, unsigned ResidentBlocksPerSm,
                         WarpProfile &P, uint64_t &Steps);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_CACHETRAFFIC_H
