//===- IntegerDivision.h - What dividing integers costs ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No GPU has an instruction that divides integers. By a constant the compiler
// multiplies; by a number that is known only at run time it emits a routine of
// some twenty instructions, and of several times as many for 64 bits. Where the
// number is the same for the whole launch, the host can compute the factor and
// the shift that a constant would have had (Granlund and Montgomery, Division
// by invariant integers using multiplication, PLDI 1994).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_INTEGERDIVISION_H
#define GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_INTEGERDIVISION_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// The divisions and remainders of integers at one line.
struct DividingLine {
  SourceLine Where;     ///< in the function that holds it, as Instr::Inner
  double PerThread = 0; ///< how many of them a thread executes
  bool IsWide = false;  ///< some are of 64 bits
  bool ByPowers = true; ///< all are by powers of two that a loop shifts
};

struct DivisionCost {
  Estimate WithoutUs; ///< the launch with a product and a shift for each, or
                      ///< with a shift or a mask
  std::vector<DividingLine> Lines; ///< the one with most of them first
  std::vector<BlockId> Blocks;     ///< in which they stand, each once
};

/// What divisions by numbers that the launch fixes, or by powers of two that a
/// loop shifts, cost; nothing where the kernel has none that its warps execute.
std::optional<DivisionCost> costOfDivisions(const KernelSummary &K,
                                            const Launch &L,
                                            const GpuModel &Gpu,
                                            const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_INTEGERDIVISION_H
