//===- CopyWaits.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/CopyWaits.h"
#include "analysis/machine/TensorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace gpuperf;
using namespace llvm;

void gpuperf::linkCopies(const Function &F,
                         const DenseMap<const Instruction *, InstrId> &First,
                         const DenseMap<const Instruction *, InstrId> &Last,
                         KernelSummary &K) {
  SmallVector<InstrId, 8> Copies, WaitsForAll;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto Begin = First.find(&I), End = Last.find(&I);
    if (!Call || Begin == First.end() || End == Last.end())
      continue;
    Instr &In = K.Instrs[Begin->second];
    if (isAsyncCopy(*Call)) {
      In.Copying = CopyStep::Asks;
      K.Instrs[End->second].Operands.clear();
      Copies.push_back(Begin->second);
    } else if (endsCopyGroup(*Call)) {
      In.Copying = CopyStep::EndsGroup;
    } else if (const auto Left = copyGroupsLeft(*Call)) {
      In.Copying = CopyStep::Waits;
      In.CopiesLeft = static_cast<uint8_t>(*Left);
      if (*Left == 0)
        WaitsForAll.push_back(Begin->second);
    }
  }
  sort(Copies);
  for (InstrId Wait : WaitsForAll)
    append_range(K.Instrs[Wait].Operands, Copies);
}
