//===- QuotientCost.h - What repeated divisions cost ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_QUOTIENTCOST_H
#define GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_QUOTIENTCOST_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// What can be computed once in place of a division of doubles.
enum class OnceFor : uint8_t {
  /// The quotient, for all threads: a number that the launch hands over.
  AllQuotient,
  /// The quotient, for all threads that lie apart on some axes only.
  RowQuotient,
  /// The divisor's reciprocal, for all threads: a product is left.
  Reciprocal,
  /// The same, of an element of an array.
  ElementReciprocal
};

struct RepeatedQuotientLine {
  SourceLine Where; ///< in the function where it is written
  llvm::SmallVector<uint32_t, 4> Columns; ///< of its divisions, each once
  double PerThread = 0;                   ///< divisions
  OnceFor What = OnceFor::Reciprocal;
  /// RowQuotient: the axes on which threads have the same, bit 0 is x, and how
  /// many threads these are.
  uint8_t SameAxes = 0;
  uint64_t Threads = 0;
};

struct QuotientCost {
  Estimate WithoutUs; ///< the launch with all of them computed once
  std::vector<RepeatedQuotientLine> Lines; ///< most divisions first
  std::vector<BlockId> Blocks;             ///< in which they stand, each once
};

/// Divisions of doubles that many threads repeat; nothing where hardly any is
/// executed.
std::optional<QuotientCost> costOfQuotients(const KernelSummary &K,
                                            const Launch &L,
                                            const GpuModel &Gpu,
                                            const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_QUOTIENTCOST_H
