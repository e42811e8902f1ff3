//===- Bisection.h - Loops that halve a range -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A binary search goes on in one half of its range or in the other. Data say in
// which, but not how often: that is the logarithm of the range.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_LIFT_BISECTION_H
#define GPUPERF_ANALYSIS_LIFT_BISECTION_H

#include <optional>

namespace llvm {
class BasicBlock;
class Loop;
class PHINode;
} // namespace llvm

namespace gpuperf {

/// What a loop halves: the distance of two phis of its header, each of which is
/// kept or becomes the middle of both, or, without High, one phi.
struct Bisection {
  const llvm::PHINode *Low = nullptr, *High = nullptr;
};

/// The range that \p L halves in every iteration, if that alone decides whether
/// it is left through \p Exiting.
std::optional<Bisection> findBisection(const llvm::Loop *L,
                                       const llvm::BasicBlock *Exiting);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_LIFT_BISECTION_H
