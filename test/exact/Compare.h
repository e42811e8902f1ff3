//===- Compare.h - Ours against the truth -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_COMPARE_H
#define GPUPERF_TEST_EXACT_COMPARE_H

#include "test/exact/Experiment.h"
#include <cmath>

namespace gpuperf::exact {

/// One number of a launch, by us and in truth.
struct Figure {
  std::string What;
  double Ours = 0, True = 0;
  double ratio() const {
    if (Ours == True)
      return 1;
    return True != 0 ? Ours / True : HUGE_VAL;
  }
  bool exact() const {
    double Size = std::max(std::fabs(Ours), std::fabs(True));
    return std::fabs(Ours - True) <= 1e-6 * std::max(Size, 1.0);
  }
};
using Figures = std::vector<Figure>;

/// Every block, operation class and access by itself: what must be exact.
Figures compareAll(const KernelSummary &K, const WarpProfile &P,
                   const TrueCounts &T);

/// Totals of the launch, a dozen rows.
Figures compareTotals(const KernelSummary &K, const WarpProfile &P,
                      const TrueCounts &T);

/// Resident blocks per SM, were registers no limit.
unsigned residentBlocks(const CompiledCase &C, const GpuModel &Gpu);

/// The profile of \p C on \p Gpu: of all that is executed, or as a user gets
/// it.
WarpProfile profile(const CompiledCase &C, const GpuModel &Gpu,
                    bool Everything);

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_COMPARE_H
