//===- InstructionMix.h - How far loops are unrolled ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is executed is in the profile (WarpProfile::WarpInstructions), counted
// on the unrolled text; how many iterations lie side by side in it is a matter
// of the path: their loads are issued together.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_INSTRUCTIONMIX_H
#define GPUPERF_ANALYSIS_MODELS_INSTRUCTIONMIX_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Copies of the innermost loops' bodies, mean by their text; 1: not unrolled,
/// or not known. Loop::Copies has them one by one.
double unrolledCopies(const KernelSummary &Kernel);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_INSTRUCTIONMIX_H
