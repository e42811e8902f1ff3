//===- Launch.h - One kernel launch, as numbers -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_LAUNCH_H
#define GPUPERF_ANALYSIS_LAUNCH_H

#include "analysis/LaunchConditions.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gpuperf {

/// Extents in blocks (grid) or threads (block).
struct Dim3 {
  uint64_t X = 1, Y = 1, Z = 1;
  /// Product, saturating at the largest uint64_t.
  uint64_t count() const {
    uint64_t XY, XYZ;
    if (__builtin_mul_overflow(X, Y, &XY) ||
        __builtin_mul_overflow(XY, Z, &XYZ))
      return ~uint64_t(0);
    return XYZ;
  }
  bool operator==(const Dim3 &) const = default;
};

/// What is known of one scalar kernel argument, or of one field of a struct
/// passed by value.
struct ArgValue {
  enum class Kind : uint8_t { Unknown, Integer, Floating } K = Kind::Unknown;
  int64_t Integer = 0;
  double Floating = 0;
  /// The value is a default, not something the source or the user said.
  bool Assumed = false;
  /// By-value structs: the known scalars inside, by byte offset.
  std::vector<std::pair<uint32_t, ArgValue>> Fields = {};

  static ArgValue integer(int64_t V, bool Assumed = false) {
    ArgValue A;
    A.K = Kind::Integer, A.Integer = V, A.Assumed = Assumed;
    return A;
  }
  static ArgValue floating(double V, bool Assumed = false) {
    ArgValue A;
    A.K = Kind::Floating, A.Floating = V, A.Assumed = Assumed;
    return A;
  }
};

struct Launch {
  Dim3 Grid, Block;
  uint64_t DynamicSharedBytes = 0;
  /// One per kernel parameter, in order.
  std::vector<ArgValue> Args;
  LaunchConditions Conditions;

  uint64_t warpsPerBlock(unsigned WarpSize) const {
    uint64_t T = Block.count();
    return T / WarpSize + (T % WarpSize != 0);
  }
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_LAUNCH_H
