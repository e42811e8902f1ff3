//===- FixedDivisor.h - Divisors that a launch fixes ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_FIXEDDIVISOR_H
#define GPUPERF_ANALYSIS_SUMMARIZE_FIXEDDIVISOR_H

namespace llvm {
class Instruction;
} // namespace llvm

namespace gpuperf {

/// Whether \p I divides integers, or takes a remainder, by a number that is the
/// same for all threads of a launch and not a constant: a parameter, a field of
/// one, a value of constant memory, the size of the block or the grid, and what
/// is computed of such numbers.
bool isDivisionByFixed(const llvm::Instruction &I);

/// Whether \p I divides integers, or takes a remainder, by a power of two that
/// is no constant, as a loop doubles or halves it.
bool isDivisionByPowerOfTwo(const llvm::Instruction &I);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_FIXEDDIVISOR_H
