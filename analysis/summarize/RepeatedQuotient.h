//===- RepeatedQuotient.h - Divisions that threads repeat -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU divides doubles by some ten instructions. Where the divisor is the same
// for all threads, a product with its reciprocal does, and where the quotient
// is the same for many of them, one of them could divide for all.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_REPEATEDQUOTIENT_H
#define GPUPERF_ANALYSIS_SUMMARIZE_REPEATEDQUOTIENT_H

#include "analysis/kernel/KernelSummary.h"
#include <optional>

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace gpuperf {

/// Looks at the divisions of doubles in one kernel; it has to outlive this.
class RepeatedQuotients {
public:
  explicit RepeatedQuotients(const llvm::Function &Kernel) : Kernel(Kernel) {}

  /// All axes where \p I is no division of doubles.
  QuotientAxes of(const llvm::Instruction &I);

private:
  /// What a number depends on.
  struct Sources {
    uint8_t Axes = 0; ///< as in QuotientAxes
    bool FromMemory = false, FromCounter = false;
  };
  std::optional<Sources> sourcesOf(const llvm::Value &V, unsigned StepsLeft);
  bool mayShareMemory();

  const llvm::Function &Kernel;
  std::optional<bool> SharesMemory;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_REPEATEDQUOTIENT_H
