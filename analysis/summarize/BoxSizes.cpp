//===- BoxSizes.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/BoxSizes.h"
#include "analysis/machine/BulkCopies.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace gpuperf;
using namespace llvm;

BoxSizes::BoxSizes(const Function &F, const LoopInfo &LI,
                   unsigned ClusterBlocks)
    : LI(LI), ClusterBlocks(ClusterBlocks) {
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->isInlineAsm())
      continue;
    Sum Here;
    if (const auto Bytes = expectedBytes(*Call))
      Here.Expected = *Bytes;
    else if (const auto Copy = bulkCopyOf(*Call);
             Copy && Copy->isTensor() && Copy->ToShared)
      Here.Copies = 1;
    else
      continue;
    for (Sum *S : {&ByLoop[LI.getLoopFor(Call->getParent())], &All}) {
      S->Expected += Here.Expected;
      S->Copies += Here.Copies;
    }
  }
}

/// The size of the variable in shared memory that the address begins at; 0
/// where it is none, or its size is not known.
static uint64_t sizeOfVariable(const Value *Address, const DataLayout &Layout) {
  for (const Value *V = Address; V;) {
    if (const auto *Number = dyn_cast<PtrToIntOperator>(V))
      V = Number->getPointerOperand();
    else if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(V))
      V = Cast->getPointerOperand();
    else if (const auto *G = dyn_cast<GlobalVariable>(V))
      return G->isDeclaration() || !G->getValueType()->isSized()
                 ? 0
                 : Layout.getTypeAllocSize(G->getValueType());
    else
      return 0;
  }
  return 0;
}

uint64_t BoxSizes::blocksOf(const BulkCopy &Copy) const {
  if (!Copy.IsMulticast)
    return 1;
  const auto *Mask = dyn_cast_or_null<ConstantInt>(Copy.Mask);
  return std::max(1U, Mask ? Mask->getValue().popcount() : ClusterBlocks);
}

uint64_t BoxSizes::bytesOf(const CallBase &Call, const BulkCopy &Copy) const {
  if (!Copy.isTensor()) {
    const auto *Known = dyn_cast_or_null<ConstantInt>(Copy.Bytes);
    return Known ? Known->getZExtValue() : 0;
  }
  const auto Found = ByLoop.find(LI.getLoopFor(Call.getParent()));
  if (Copy.ToShared && Found != ByLoop.end() && Found->second.Expected)
    return Found->second.Expected /
           std::max<uint64_t>(Found->second.Copies, 1) / blocksOf(Copy);
  if (Copy.ToShared && All.Expected)
    return All.Expected / std::max<uint64_t>(All.Copies, 1) / blocksOf(Copy);
  return sizeOfVariable(Copy.Shared, Call.getFunction()->getDataLayout());
}
