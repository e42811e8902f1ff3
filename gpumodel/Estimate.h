//===- Estimate.h - A number with its band and its assumptions --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing that gpuperf derives is exact unless it says so: every derived number
// travels with the interval it is believed to lie in and with the assumptions
// that were made on the way. A diagnostic is worded from the whole interval.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_ESTIMATE_H
#define GPUPERF_GPUMODEL_ESTIMATE_H

#include "gpumodel/Assumption.h"
#include <algorithm>
#include <cassert>

namespace gpuperf {

/// A value, the interval it is believed to lie in, and why it may be off.
/// Invariant: Lo <= Value <= Hi.
struct Estimate {
  double Lo = 0, Value = 0, Hi = 0;
  AssumptionSet Why;

  static Estimate between(double Lo, double Value, double Hi,
                          AssumptionSet Why) {
    assert(Lo <= Value && Value <= Hi &&
           "the value is outside of its interval");
    return {Lo, Value, Hi, std::move(Why)};
  }
  static Estimate exact(double V) { return {V, V, V, {}}; }
  /// \p V within a factor: [V / F, V * F], V >= 0, F >= 1.
  static Estimate within(double V, double F, AssumptionSet Why) {
    return between(V / F, V, V * F, std::move(Why));
  }
  bool isExact() const { return Lo == Hi && Why.empty(); }
};

inline Estimate operator+(const Estimate &A, const Estimate &B) {
  return Estimate::between(A.Lo + B.Lo, A.Value + B.Value, A.Hi + B.Hi,
                           A.Why | B.Why);
}
/// Non-negative operands only: every quantity here is a count, a size or a
/// time.
inline Estimate operator*(const Estimate &A, const Estimate &B) {
  return Estimate::between(A.Lo * B.Lo, A.Value * B.Value, A.Hi * B.Hi,
                           A.Why | B.Why);
}
inline Estimate operator*(const Estimate &A, double S) {
  return Estimate::between(A.Lo * S, A.Value * S, A.Hi * S, A.Why);
}
inline Estimate max(const Estimate &A, const Estimate &B) {
  return Estimate::between(std::max(A.Lo, B.Lo), std::max(A.Value, B.Value),
                           std::max(A.Hi, B.Hi), A.Why | B.Why);
}

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_ESTIMATE_H
