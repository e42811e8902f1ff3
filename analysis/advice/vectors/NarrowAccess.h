//===- NarrowAccess.h - Vectors that are accessed in parts ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that loads the four bytes of a pixel one by one asks four times for
// sectors that one load of four bytes would bring. The compiler joins such
// accesses only where it knows that the address is aligned, which it does not
// know of a pointer to bytes.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_VECTORS_NARROWACCESS_H
#define GPUPERF_ANALYSIS_ADVICE_VECTORS_NARROWACCESS_H

#include "analysis/Launch.h"
#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// Loads, or stores, of one thread that lie in one aligned vector, whatever the
/// thread and the iteration are, if the array is aligned.
struct VectorParts {
  std::vector<AccessId> Parts; ///< by address
  uint32_t Bytes = 0;          ///< of the vector: 4, 8 or 16
};

/// The vectors that \p K accesses in parts. Of a load, a quarter of the bytes
/// may be left out; a store has to fill its vector. Not those that the compiler
/// knows to be aligned, for it joins them itself.
std::vector<VectorParts> vectorsInParts(const KernelSummary &K);

/// What the launch of \p P gains if each of these vectors is accessed at once;
/// nothing where it accesses none in parts, or gains nothing.
std::optional<LineFinding> findNarrowAccesses(const KernelSummary &K,
                                              const Launch &L,
                                              const GpuModel &Gpu,
                                              const Prediction &P);

/// These and findUncoalesced's findings. Each access is in one finding only:
/// where neighbouring threads have their vectors side by side, no sectors are
/// wasted, and of other vectors the finding that gains more stays.
std::vector<LineFinding> findCostlyRequests(const KernelSummary &K,
                                            const Launch &L,
                                            const GpuModel &Gpu,
                                            const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_VECTORS_NARROWACCESS_H
