//===- PointerList.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/PointerList.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

/// The only variable that \p Pointer may point into, also where a loop moves
/// it; null where there may be several.
static const Value *onlyObject(const Value *Pointer) {
  constexpr unsigned MostSteps = 16;
  SmallVector<const Value *, 2> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, MostSteps);
  return Objects.size() == 1 ? Objects.front() : nullptr;
}

/// The elements of a table of constants; empty if one is no pointer.
static SmallVector<const Value *, 4> elementsOf(const GlobalVariable &Table) {
  constexpr unsigned MostElements = 64;
  SmallVector<const Value *, 4> Elements;
  if (!Table.isConstant() || !Table.hasDefinitiveInitializer())
    return Elements;
  const auto *List = dyn_cast<ConstantAggregate>(Table.getInitializer());
  if (!List || List->getNumOperands() > MostElements)
    return Elements;
  for (const Use &Element : List->operands()) {
    if (!Element->getType()->isPointerTy())
      return {};
    Elements.push_back(Element);
  }
  return Elements;
}

SmallVector<const Value *, 4> gpuperf::listedPointers(const LoadInst &Load) {
  constexpr size_t MostUsers = 64;
  SmallVector<const Value *, 4> Listed;
  if (!Load.getType()->isPointerTy())
    return Listed;
  const Value *Object = onlyObject(Load.getPointerOperand());
  if (const auto *Table = dyn_cast_or_null<GlobalVariable>(Object))
    return elementsOf(*Table);
  const auto *Array = dyn_cast_or_null<AllocaInst>(Object);
  if (!Array)
    return Listed;
  SmallVector<const User *, 16> Work(Array->users());
  SmallPtrSet<const User *, 16> Seen(Work.begin(), Work.end());
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
    } else if (isa<GEPOperator>(U) || isa<AddrSpaceCastOperator>(U) ||
               isa<PHINode>(U)) {
      for (const User *Next : U->users())
        if (Seen.insert(Next).second)
          Work.push_back(Next);
    } else if (const auto *II = dyn_cast<IntrinsicInst>(U)) {
      if (!II->isLifetimeStartOrEnd())
        return {};
    } else if (!isa<LoadInst>(U)) {
      return {};
    }
  }
  return Listed;
}
