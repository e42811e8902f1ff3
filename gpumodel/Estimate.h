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

#include "llvm/ADT/BitmaskEnum.h"
#include <algorithm>
#include <cstdint>

namespace gpuperf {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Why a number may be off. One bit each; the union travels with the value.
enum class Assumptions : uint32_t {
  None = 0,
  /// Registers come from an estimate, not from ptxas.
  RegistersEstimated = 1u << 0,
  /// A loop's trip count could not be computed and was given a default.
  TripCountGuessed = 1u << 1,
  /// An address is not a known function of thread, block, loop and arguments.
  IndexUnknown = 1u << 2,
  /// A branch depends on data; both ways were weighted.
  BranchGuessed = 1u << 3,
  /// A kernel argument or a host variable was given a default.
  ArgumentAssumed = 1u << 4,
  /// Sign and zero extensions were taken not to wrap.
  NoWrapAssumed = 1u << 5,
  /// The GPU file lacks a number and a named substitute was used.
  GpuFactMissing = 1u << 6,
  /// The GPU's launch time was never measured: a proxy was used.
  LaunchTimeAssumed = 1u << 7,
  /// The device code was compiled for another architecture than the GPU's.
  OtherArchitecture = 1u << 8,
  /// Cache hit shares are estimates (footprint not affine or not derived).
  CacheSharesAssumed = 1u << 9,
  /// The kernel calls code whose body is not in this translation unit.
  ExternalCall = 1u << 10,
  /// The analysis budget ran out; the rest was extrapolated.
  BudgetExhausted = 1u << 11,
  /// Inline assembly was costed as one unknown instruction per statement.
  InlineAssembly = 1u << 12,
  LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/InlineAssembly)
};

/// A value, the interval it is believed to lie in, and why it may be off.
/// Invariant: Lo <= Value <= Hi.
struct Estimate {
  double Lo = 0, Value = 0, Hi = 0;
  Assumptions Why = Assumptions::None;

  static Estimate exact(double V) { return {V, V, V, Assumptions::None}; }
  /// \p V within a factor: [V / F, V * F], F >= 1.
  static Estimate within(double V, double F, Assumptions Why) {
    return {V / F, V, V * F, Why};
  }
  bool isExact() const { return Lo == Hi && Why == Assumptions::None; }
};

inline Estimate operator+(Estimate A, Estimate B) {
  return {A.Lo + B.Lo, A.Value + B.Value, A.Hi + B.Hi, A.Why | B.Why};
}
/// Non-negative operands only: every quantity here is a count, a size or a
/// time.
inline Estimate operator*(Estimate A, Estimate B) {
  return {A.Lo * B.Lo, A.Value * B.Value, A.Hi * B.Hi, A.Why | B.Why};
}
inline Estimate operator*(Estimate A, double S) {
  return {A.Lo * S, A.Value * S, A.Hi * S, A.Why};
}
inline Estimate max(Estimate A, Estimate B) {
  return {std::max(A.Lo, B.Lo), std::max(A.Value, B.Value),
          std::max(A.Hi, B.Hi), A.Why | B.Why};
}

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_ESTIMATE_H
