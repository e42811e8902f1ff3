//===- AddressForms.h - The forms of all accesses of a launch ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that a thread keeps in registers is written by dozens of accesses
// whose addresses differ by a constant. To find a form by samples is what costs
// most of a profile, so it is done once for all accesses that differ by no more
// than that.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_FOOTPRINT_ADDRESSFORMS_H
#define GPUPERF_ANALYSIS_FOOTPRINT_ADDRESSFORMS_H

#include "analysis/footprint/Footprint.h"

namespace gpuperf {

/// By AccessId: the affine form, else the sampled form (Footprint.h) of each
/// access that \p Wanted names. Nothing where there is neither, or where
/// \p Steps, which is counted down, has run out. \p Trips: iterations by
/// LoopId.
std::vector<std::optional<AffineForm>>
addressForms(const KernelSummary &K, const Launch &L,
             llvm::ArrayRef<double> Trips, llvm::ArrayRef<AccessId> Wanted,
             uint64_t &Steps);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_FOOTPRINT_ADDRESSFORMS_H
