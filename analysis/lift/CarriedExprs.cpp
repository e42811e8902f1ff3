//===- CarriedExprs.cpp - Values that loops carry without a form ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <utility>

using namespace gpuperf;
using namespace llvm;

ExprId ExprBuilder::tuple(ArrayRef<ExprId> Elements) {
  ExprId List = NoExpr;
  for (ExprId E : reverse(Elements))
    List = node(ExprKind::Tuple, 64, E, List);
  return List;
}

/// Adds to \p Out, which holds one phi of the header of \p L, the other phis
/// that its next value depends on. False where that value depends on more than
/// integer arithmetic and the conditions of the loop's own branches.
bool ExprBuilder::carriedVariables(const llvm::Loop *L,
                                   SmallVectorImpl<const PHINode *> &Out) {
  constexpr size_t MostVariables = 4, MostValues = 64;
  BasicBlock *Latch = L->getLoopLatch();
  SmallVector<const Value *, 16> Work;
  SmallDenseSet<const Value *, 32> Seen;
  for (size_t Next = 0; Next < Out.size(); ++Next) {
    Work.push_back(Out[Next]->getIncomingValueForBlock(Latch));
    while (!Work.empty()) {
      const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || !L->contains(I) || !Seen.insert(I).second)
        continue;
      if (Seen.size() > MostValues || LI.getLoopFor(I->getParent()) != L ||
          !integerWidthOf(I))
        return false;
      if (const auto *Phi = dyn_cast<PHINode>(I)) {
        if (Phi->getParent() == L->getHeader()) {
          if (!isa<SCEVUnknown>(SE.getSCEV(const_cast<PHINode *>(Phi))) ||
              is_contained(Out, Phi))
            continue;
          if (Out.size() == MostVariables)
            return false;
          Out.push_back(Phi);
          continue;
        }
        const auto *Node = DT.getNode(Phi->getParent());
        const auto *Br = Node && Node->getIDom()
                             ? dyn_cast<BranchInst>(
                                   Node->getIDom()->getBlock()->getTerminator())
                             : nullptr;
        if (Br && Br->isConditional())
          Work.push_back(Br->getCondition());
        Work.append(Phi->value_op_begin(), Phi->value_op_end());
        continue;
      }
      const auto *Call = dyn_cast<CallBase>(I);
      // Lanes take values from each other in intrinsics that touch no memory of
      // the program. Calls that have no expression are found to be data.
      const bool IsExchange = isa_and_nonnull<IntrinsicInst>(Call) &&
                              Call->isConvergent() &&
                              Call->onlyAccessesInaccessibleMemory();
      bool Pure = I->isBinaryOp() || isa<CastInst, ICmpInst, SelectInst>(I) ||
                  isa<FreezeInst>(I) || IsExchange ||
                  (Call && Call->doesNotAccessMemory() &&
                   !Call->isConvergent() && !Call->isInlineAsm());
      if (!Pure)
        return false;
      if (Call)
        Work.append(Call->arg_begin(), Call->arg_end());
      else
        Work.append(I->value_op_begin(), I->value_op_end());
    }
  }
  return true;
}

/// Any other value that an iteration computes from those of the iteration
/// before, if no data is involved: the iterations are gone through one by one
/// when it is evaluated.
ExprId ExprBuilder::carriedPhi(const PHINode *Phi, const llvm::Loop *L) {
  BasicBlock *Latch = L->getLoopLatch(), *Before = L->getLoopPredecessor();
  SmallVector<const PHINode *, 4> Variables = {Phi};
  if (!Latch || !Before || Phi->getNumIncomingValues() != 2 ||
      is_contained(Carrying, L) || !carriedVariables(L, Variables))
    return NoExpr;
  SmallVector<ExprId, 4> Starts, Nexts;
  for (const PHINode *V : Variables)
    Starts.push_back(
        valueAt(V->getIncomingValueForBlock(Before), L->getHeader()));
  // Within an iteration, the variables stand for the phis.
  Carrying.push_back(L);
  auto Values = std::exchange(Memo, decltype(Memo)());
  auto AllData = std::exchange(Data, decltype(Data)());
  auto AllFloats = std::exchange(Floats, decltype(Floats)());
  auto AllAddresses = std::exchange(Addresses, decltype(Addresses)());
  for (const auto &[V, E] : Values)
    if (const auto *I = dyn_cast<Instruction>(V); !I || !L->contains(I))
      Memo[V] = E;
  for (const auto &[Index, V] : enumerate(Variables)) {
    ExprNode N;
    N.Kind = ExprKind::Variable;
    N.Width = static_cast<uint8_t>(integerWidthOf(V));
    N.Aux = LoopIds.lookup(L);
    N.Imm = static_cast<int64_t>(Index);
    Memo[V] = Pool.get(N);
  }
  for (const PHINode *V : Variables)
    Nexts.push_back(valueAt(V->getIncomingValueForBlock(Latch), Latch));
  Carrying.pop_back();
  Memo = std::move(Values);
  Data = std::move(AllData);
  Floats = std::move(AllFloats);
  Addresses = std::move(AllAddresses);
  for (ExprId E : concat<ExprId>(Starts, Nexts))
    if (Pool.dependsOnData(E))
      return NoExpr;
  ExprNode N;
  N.Kind = ExprKind::Carried;
  N.Width = static_cast<uint8_t>(integerWidthOf(Phi));
  N.Aux = LoopIds.lookup(L);
  N.Ops = {loopIter(L, 64), tuple(Starts), tuple(Nexts)};
  return Pool.get(N);
}
