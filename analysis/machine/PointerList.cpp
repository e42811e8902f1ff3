//===- PointerList.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/PointerList.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

SmallVector<const Value *, 4> gpuperf::listedPointers(const LoadInst &Load) {
  constexpr size_t MostUsers = 64;
  SmallVector<const Value *, 4> Listed;
  const auto *Array =
      dyn_cast<AllocaInst>(getUnderlyingObject(Load.getPointerOperand()));
  if (!Array || !Load.getType()->isPointerTy())
    return Listed;
  SmallVector<const User *, 16> Work(Array->users());
  for (size_t Next = 0; Next < Work.size(); ++Next) {
    const User *U = Work[Next];
    if (Work.size() > MostUsers)
      return {};
    if (const auto *Store = dyn_cast<StoreInst>(U)) {
      // Where the array itself is stored, others may write to it.
      const Value *Stored = Store->getValueOperand();
      if (!Stored->getType()->isPointerTy() ||
          getUnderlyingObject(Stored) == Array)
        return {};
      Listed.push_back(Stored);
    } else if (isa<GEPOperator>(U) || isa<AddrSpaceCastOperator>(U)) {
      Work.append(U->user_begin(), U->user_end());
    } else if (const auto *II = dyn_cast<IntrinsicInst>(U)) {
      if (!II->isLifetimeStartOrEnd())
        return {};
    } else if (!isa<LoadInst>(U)) {
      return {};
    }
  }
  return Listed;
}
