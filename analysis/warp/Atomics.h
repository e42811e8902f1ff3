//===- Atomics.h - What a warp's atomics become -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_ATOMICS_H
#define GPUPERF_ANALYSIS_WARP_ATOMICS_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// All lanes of a warp name the same address, as far as the assembler can tell.
bool hasUniformAddress(const KernelSummary &Kernel, const Access &A);

/// The assembler combines the lanes of a warp, so that one of them executes the
/// atomic for all.
bool lanesAreJoined(const KernelSummary &Kernel, const Access &A);

/// The machine has no such atomic on shared memory: a loop loads the word,
/// computes, and tries to swap it in until nobody came in between. So ptxas 13
/// does it for sm_75, sm_86 and sm_90 with floats, doubles, and arithmetic on
/// integers of 64 bits; those of 32 bits, exchanges, and compare and swap are
/// single instructions.
bool isCompareSwapLoop(const Access &A);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_ATOMICS_H
