//===- UnlikelySuccessor.h - What hardly ever happens ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_UNLIKELYSUCCESSOR_H
#define GPUPERF_ANALYSIS_SUMMARIZE_UNLIKELYSUCCESSOR_H

#include <cstdint>

namespace llvm {
class BranchInst;
} // namespace llvm

namespace gpuperf {

/// The successor that the conditional branch \p Br hardly ever takes, as
/// Block::UnlikelySucc has it; NoUnlikelySucc where nothing is known.
uint8_t unlikelySuccessor(const llvm::BranchInst &Br);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_UNLIKELYSUCCESSOR_H
