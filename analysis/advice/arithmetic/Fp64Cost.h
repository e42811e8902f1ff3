//===- Fp64Cost.h - What double arithmetic in float code costs --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_FP64COST_H
#define GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_FP64COST_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

/// Lines of one expression that could be computed in float.
struct PromotedLines {
  uint32_t File = NoId; ///< index into KernelSummary::Files
  uint32_t Line = 0, EndLine = 0;
  /// Integers take part: they would still be converted.
  bool FromIntegers = false;
  /// Where both lines are the same: what stands beside, such as a sum of
  /// doubles that the expression is added to, does not change. 0: not known.
  uint32_t Column = 0, EndColumn = 0;
};

struct Fp64Cost {
  Estimate WithoutUs; ///< the launch with all of the lines in float
  /// FP64 instructions that a thread executes there, by line range.
  std::vector<double> PerThread;
  std::vector<BlockId> Blocks; ///< in which these stand, each once
};

/// Nothing if none of the lines executes FP64 instructions: clang narrows what
/// it can prove to be the same in float.
std::optional<Fp64Cost> costOfPromotions(const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu,
                                         const Prediction &P,
                                         llvm::ArrayRef<PromotedLines> Lines);

/// The same of all FP64 instructions of the kernel, as one range, but for sums
/// that loops carry (fp64SumsOf): \p StaysDouble of their additions are left,
/// each with a conversion of what is added. Arrays stay as long as they are,
/// and the functions of the math library as many operations, so that this is
/// less than float would gain.
std::optional<Fp64Cost> costOfDoubles(const KernelSummary &Kernel,
                                      const Launch &L, const GpuModel &Gpu,
                                      const Prediction &P, double StaysDouble);

/// The line of the kernel's file on which a thread executes most of its FP64
/// instructions; Line 0 where none has a line.
SourceLine heaviestFp64Line(const KernelSummary &Kernel, const Prediction &P);

/// The kernel has an operation on doubles.
bool usesDoubles(const KernelSummary &Kernel);

/// How many times slower the GPU multiplies and adds in double.
double fp64Slowdown(const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_ARITHMETIC_FP64COST_H
