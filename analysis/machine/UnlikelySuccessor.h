//===- UnlikelySuccessor.h - What hardly ever happens ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_UNLIKELYSUCCESSOR_H
#define GPUPERF_ANALYSIS_MACHINE_UNLIKELYSUCCESSOR_H

#include "analysis/kernel/KernelSummary.h"
#include <array>

namespace llvm {
class BranchInst;
} // namespace llvm

namespace gpuperf {

/// What Block has by the same names.
struct UnlikelyWay {
  uint8_t Succ = NoUnlikelySucc;
  bool IfRandom = false;
};

/// The successor that the conditional branch \p Br hardly ever takes.
UnlikelyWay unlikelySuccessor(const llvm::BranchInst &Br);

/// Of each successor of the conditional branch \p Br, whether a test for errors
/// may lead there: one of how far two values are apart, one that a NaN or only
/// a huge value passes, or one that two computed values are not the same.
std::array<bool, 2> mayBeErrors(const llvm::BranchInst &Br);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_UNLIKELYSUCCESSOR_H
