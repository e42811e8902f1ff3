//===- InstructionMix.h - What unrolling leaves of a loop -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A summary's blocks come from IR that was not unrolled: addresses and trip
// counts are clear there, but each iteration carries its counter, its test, its
// branch and its address arithmetic. The machine runs the unrolled text. How
// often that repeats the loops' work is read off what unrolling only copies
// (arithmetic on floating point, memory, shuffles, barriers); what then is left
// of every other class, per copy, is the share that is executed.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_INSTRUCTIONMIX_H
#define GPUPERF_ANALYSIS_MODELS_INSTRUCTIONMIX_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

struct UnrolledMix {
  /// Copies of the loops' work in the unrolled text, mean; 1: not unrolled, or
  /// not known.
  double Copies = 1;
  /// By class, for instructions in loops: executed per instruction of the text
  /// that was not unrolled, 0 to 1.
  OpCounts InLoops{};
};

UnrolledMix unrolledMix(const KernelSummary &Kernel);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_INSTRUCTIONMIX_H
