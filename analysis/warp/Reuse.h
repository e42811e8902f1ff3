//===- Reuse.h - What a cache of some size lets through ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a scope (a block for L1, a wave for L2) run a loop nest side
// by side. Data that the next iteration of a loop asks for again is still in
// the cache if what one iteration touches fits. From the innermost loop
// outwards,
//
//   moved(loop) = fits * min(distinct over the loop, moved(body) * trips)
//               + (1 - fits) * moved(body) * trips
//
// where fits is hitShare() of what one iteration touches. Outside of the
// kernel's loops are those of the scopes: waves along a row of blocks, rows of
// a plane, planes.
//
// Where data decide which places of an array are accessed, the share of it that
// the cache has room for is found there.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_REUSE_H
#define GPUPERF_ANALYSIS_WARP_REUSE_H

#include "analysis/warp/AccessGroups.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// The share of data that is still in a cache of \p Capacity when it is asked
/// for again, if \p Bytes are touched in between, over and over. It is a
/// Gompertz curve: 0.94 at 0.8 of the capacity, 0.78 at all of it, 0.26 at 1.5
/// times, 0.06 at twice. Its two parameters are those that the authors of
/// warpspeed measured for the overlap of waves in the L2 of V100 and A100.
double hitShare(double Bytes, double Capacity);

struct CacheScope {
  Extents Blocks; ///< run side by side
  Extents Grid;   ///< of the launch
  double CapacityBytes = 0;
  /// A whole cache, which the scopes that use it at one time share, and how
  /// many such caches there are. Scopes gather from the same places.
  double CacheBytes = 0, Caches = 1;
  /// Whether what earlier scopes touched may still be there.
  bool AcrossScopes = false;
};

/// Bytes that pass the cache over the launch, for each group whose \p Asked
/// bytes (by index) are above 0.
std::vector<double> movedBytes(const AccessGroups &Groups,
                               const CacheScope &Scope,
                               llvm::ArrayRef<double> Asked);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_REUSE_H
