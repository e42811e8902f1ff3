//===- Turning.h - Arithmetic that never comes to rest ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit whose operands stay the same toggles no bits and takes far less power
// than one at work: a GPU at its power limit would not lower its clock. Plain
// C++: that the values keep moving can be checked on any machine.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_CLOCKS_TURNING_H
#define GPUPERF_BENCHMARKS_MICRO_CLOCKS_TURNING_H

#include "benchmarks/micro/addresses/Patterns.h"
#include <cmath>

namespace gpuperf::micro {

/// Factors for turn(): no fraction of a full turn, no short mantissas.
constexpr float TurnFactors[] = {0.70710678f, 0.61803399f};

/// Two multiply-adds that take (A, B) to another place of the ellipse
/// Q = A^2 - S A B + B^2, 0 < S < 1; without rounding Q would stay the same.
///
/// Bounded for all of a launch: Q lies between 1/2 and 3/2 of R = A^2 + B^2;
/// rounding the new A by u = 2^-24 of it changes Q by no more than
/// u |A| (2 |A| + S |B|) + u^2 A^2 < 3 u R <= 6 u Q, and with B likewise. So n
/// multiply-adds change Q by a factor within e^(+-6 u n), 400 for the 2^24 that
/// a kernel of 12 ms does at most: R stays between 1/2000 and 2000 times the
/// first one. Neither value overflows, and the pair does not die away; a sum of
/// such values is 0 or far above the denormals.
GPUPERF_EVERYWHERE inline void turn(float &A, float &B, float S) {
  A = fmaf(-S, B, A);
  B = fmaf(S, A, B);
}

/// Where number \p I of \p Thread begins: 1 to 2, all bits of the mantissa
/// different.
GPUPERF_EVERYWHERE inline float turnStart(uint32_t Thread, uint32_t I) {
  return 1.0f + float(mixWord(Thread * 8 + I) >> 9) * 0x1p-23f;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_CLOCKS_TURNING_H
