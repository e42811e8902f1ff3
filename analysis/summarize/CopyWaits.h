//===- CopyWaits.h - Where a thread waits for its copies --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_COPYWAITS_H
#define GPUPERF_ANALYSIS_SUMMARIZE_COPYWAITS_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace gpuperf {

/// A copy to shared memory is not waited for where it stands, but where its
/// group is. Fills Instr::Copying of \p K; what waits for all groups gets the
/// copies as its operands. \p First and \p Last: the numbers of the first and
/// the last machine operation of an instruction.
void linkCopies(const llvm::Function &F,
                const llvm::DenseMap<const llvm::Instruction *, InstrId> &First,
                const llvm::DenseMap<const llvm::Instruction *, InstrId> &Last,
                KernelSummary &K);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_COPYWAITS_H
