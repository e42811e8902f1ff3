//===- LoopCarry.h - What iterations hand on to the next --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether other threads could do some of a loop's iterations. As everywhere in
// a KernelSummary, pointers that are different arguments are taken not to
// overlap.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPCARRY_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPCARRY_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

enum class Carries : uint8_t {
  Nothing, ///< each iteration writes elements of its own
  Sum,     ///< sums, to which iterations add in any order
  Extreme, ///< the least or largest value, and what was found with it
  Scan,    ///< sums, of which each iteration stores what they are so far
  Order    ///< an iteration needs the one before, or nothing is known of it
};

/// Who would share the iterations.
enum class SharedBy : uint8_t {
  Blocks, ///< they do not see each other's shared memory
  Block   ///< the threads of one block
};

Carries carriedBy(const KernelSummary &Kernel, LoopId Loop, SharedBy Who);

/// Whether \p Block is one of those of \p Loop.
bool isInLoop(const KernelSummary &Kernel, BlockId Block, LoopId Loop);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPCARRY_H
