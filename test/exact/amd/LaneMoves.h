//===- LaneMoves.h - What AMD's lanes take from each other ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ds_swizzle, DPP, permlane and reads of one lane, on the CPU: for each lane,
// the manuals of AMD's instruction sets say which lane it takes its value from.
// Shares nothing with analysis/.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_AMD_LANEMOVES_H
#define GPUPERF_TEST_EXACT_AMD_LANEMOVES_H

#include <string>
#include <utility>
#include <vector>

namespace llvm {
class CallInst;
class Value;
} // namespace llvm

namespace gpuperf::exact {

class Machine;

/// What stands for \p Call, whose lanes take values from each other; null if it
/// is nothing of the kind. The call stays.
llvm::Value *replaceLaneMove(llvm::CallInst &Call, Machine &M);

/// Name and address of what the replacement calls.
std::vector<std::pair<std::string, void *>> laneMoveCalls();

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_AMD_LANEMOVES_H
