//===- Guards.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Guards.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace gpuperf;
using namespace llvm;
using namespace llvm::PatternMatch;

/// Conditions longer than this are generated.
static constexpr size_t MaxLeaves = 64;

void gpuperf::conjuncts(const Value *Condition, bool Holds,
                        SmallVectorImpl<Leaf> &Out) {
  SmallVector<Leaf, 8> Work = {{Condition, Holds}};
  while (!Work.empty() && Out.size() < MaxLeaves) {
    Leaf L = Work.pop_back_val();
    const Value *A, *B;
    if (match(L.Condition, m_Not(m_Value(A)))) {
      Work.push_back({A, !L.Holds});
    } else if (match(L.Condition, m_Freeze(m_Value(A)))) {
      Work.push_back({A, L.Holds});
    } else if (L.Holds
                   ? match(L.Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
                   : match(L.Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
      Work.push_back({B, L.Holds});
      Work.push_back({A, L.Holds});
    } else {
      Out.push_back(L);
    }
  }
}

void gpuperf::leavesOf(const Value *Condition,
                       SmallVectorImpl<const Value *> &Out) {
  SmallVector<const Value *, 8> Work = {Condition};
  unsigned Budget = 4 * MaxLeaves;
  while (!Work.empty()) {
    const Value *C = Work.pop_back_val();
    const Value *A, *B;
    if (Budget && match(C, m_Not(m_Value(A)))) {
      Work.push_back(A);
    } else if (Budget && match(C, m_Freeze(m_Value(A)))) {
      Work.push_back(A);
    } else if (Budget && (match(C, m_LogicalAnd(m_Value(A), m_Value(B))) ||
                          match(C, m_LogicalOr(m_Value(A), m_Value(B))))) {
      Work.push_back(B);
      Work.push_back(A);
    } else {
      Out.push_back(C);
    }
    Budget -= Budget > 0;
  }
}

void gpuperf::factsAt(const BasicBlock *BB, DominatorTree &DT,
                      SmallVectorImpl<Leaf> &Out) {
  for (const DomTreeNode *N = DT.getNode(BB); N && N->getIDom();
       N = N->getIDom()) {
    const BasicBlock *Dom = N->getIDom()->getBlock();
    const auto *Br = dyn_cast<BranchInst>(Dom->getTerminator());
    if (!Br || !Br->isConditional() ||
        Br->getSuccessor(0) == Br->getSuccessor(1))
      continue;
    for (unsigned S = 0; S < 2; ++S)
      if (DT.dominates(BasicBlockEdge(Dom, Br->getSuccessor(S)), N->getBlock()))
        conjuncts(Br->getCondition(), S == 0, Out);
  }
}

std::optional<UpperBound> gpuperf::boundOn(const Leaf &L, PolyVar Var,
                                           ScalarEvolution &SE,
                                           PolyBuilder &Polys,
                                           PolyRewrite Rewrite) {
  const auto *Cmp = dyn_cast<ICmpInst>(L.Condition);
  if (!Cmp || !SE.isSCEVable(Cmp->getOperand(0)->getType()) ||
      !Cmp->getOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  auto Form = [&](unsigned N) -> std::optional<LaunchPoly> {
    const auto &P = Polys.of(SE.getSCEV(Cmp->getOperand(N)));
    return P ? Rewrite(*P) : std::nullopt;
  };
  std::optional<LaunchPoly> Less = Form(0), Than = Form(1);
  if (!Less || !Than)
    return std::nullopt;
  auto FactorIn = [&](const LaunchPoly &P) {
    auto It = P.find({Var});
    return It == P.end() ? int64_t(0) : It->second;
  };
  CmpInst::Predicate Pred =
      L.Holds ? Cmp->getPredicate() : Cmp->getInversePredicate();
  // As "Less < Than", or "Less <= Than".
  bool OrEqual = false, Unsigned = ICmpInst::isUnsigned(Pred);
  switch (Pred) {
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    std::swap(Less, Than);
    break;
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    std::swap(Less, Than);
    OrEqual = true;
    break;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    break;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    OrEqual = true;
    break;
  case CmpInst::ICMP_EQ:
    if (FactorIn(*Than) > FactorIn(*Less))
      std::swap(Less, Than);
    OrEqual = true;
    break;
  default:
    return std::nullopt;
  }
  UpperBound Out;
  Out.Unsigned = Unsigned;
  Out.Factor = FactorIn(*Less) - FactorIn(*Than);
  if (Out.Factor <= 0 || (Unsigned && FactorIn(*Than) != 0))
    return std::nullopt;
  if (Unsigned) {
    // Where either side is below 0, it is very large: x - lo < hi - lo says
    // nothing about x if hi < lo.
    auto MayBeBelow = [](const LaunchPoly &P) {
      return any_of(P, [](const auto &T) { return T.second < 0; });
    };
    if (MayBeBelow(*Less) && MayBeBelow(*Than))
      return std::nullopt;
  }
  Out.Rest = addPoly(*Less, *Than, -1);
  Out.Rest.erase({Var});
  if (OrEqual)
    Out.Rest = addPoly(Out.Rest, {{{}, 1}}, -1);
  for (const auto &[Vars, C] : Out.Rest)
    if (is_contained(Vars, Var))
      return std::nullopt;
  return Out;
}
