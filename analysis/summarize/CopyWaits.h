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
class Loop;
class LoopInfo;
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

class ExprBuilder;

/// Where an mbarrier is waited for, which of the copies that tell it are meant:
/// those of so many iterations before as its place among the barriers says.
/// Where other warps ask for them, they may have as many on their way as there
/// are barriers that this wait goes through. Waits at barriers whose place
/// nobody knows are left alone. The loops of \p K have to be there.
void linkBarrierWaits(
    const llvm::Function &F, const llvm::LoopInfo &LI, ExprBuilder &Exprs,
    const llvm::DenseMap<const llvm::Instruction *, InstrId> &First,
    const llvm::DenseMap<const llvm::Loop *, LoopId> &LoopIds,
    KernelSummary &K);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_COPYWAITS_H
