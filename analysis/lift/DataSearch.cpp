//===- DataSearch.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/DataSearch.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace gpuperf;
using namespace llvm;

bool gpuperf::searchesData(const llvm::Loop *L, const BasicBlock *Exiting,
                           ScalarEvolution &SE) {
  constexpr size_t MostValues = 32;
  const auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
  const auto *Cmp = Br && Br->isConditional()
                        ? dyn_cast<CmpInst>(Br->getCondition())
                        : nullptr;
  if (!Cmp)
    return false;
  const CmpInst::Predicate Leaves = L->contains(Br->getSuccessor(0))
                                        ? Cmp->getInversePredicate()
                                        : Cmp->getPredicate();
  if (Leaves == CmpInst::FCMP_OEQ || Leaves == CmpInst::FCMP_UEQ ||
      Leaves == CmpInst::FCMP_UNO)
    return false;
  // Two numbers mostly differ, but flags are often 0 or another constant.
  if (Leaves == CmpInst::ICMP_EQ &&
      none_of(Cmp->operands(), [](const Use &U) { return isa<Constant>(U); }))
    return false;
  SmallVector<const Value *, 8> Work(Cmp->operands());
  SmallPtrSet<const Value *, 32> Seen;
  bool Loads = false;
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L->contains(I) || !Seen.insert(I).second)
      continue;
    if (Seen.size() > MostValues)
      return false;
    if (const auto *Load = dyn_cast<LoadInst>(I)) {
      // What other threads may write is waited for, not searched.
      if (!Load->isSimple() || L->isLoopInvariant(Load->getPointerOperand()))
        return false;
      Work.push_back(Load->getPointerOperand());
      Loads = true;
      continue;
    }
    if (isa<PHINode>(I)) {
      const auto *Counter = SE.isSCEVable(I->getType())
                                ? dyn_cast<SCEVAddRecExpr>(
                                      SE.getSCEV(const_cast<Instruction *>(I)))
                                : nullptr;
      if (!Counter || Counter->getLoop() != L)
        return false;
      continue;
    }
    if (I->mayReadOrWriteMemory())
      return false;
    Work.append(I->value_op_begin(), I->value_op_end());
  }
  return Loads;
}
