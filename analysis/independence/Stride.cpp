//===- Stride.cpp - Grid-stride loops -------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for (i = global index; i < n; i += threads) covers every i below n once, in
// any launch. What an iteration does may depend on i only. Such loops come
// rotated: a branch before the loop tests the first i, one at its end the next.
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Prover.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace gpuperf;
using namespace llvm;

const llvm::Loop *BlockProver::strideLoopOf(const BasicBlock *BB,
                                            unsigned D) const {
  for (const llvm::Loop *L : StrideLoops[D])
    if (L->contains(BB))
      return L;
  return nullptr;
}

/// A phi of the header counts c * (global index + threads * iteration).
bool BlockProver::isStrideLoop(const llvm::Loop *L, unsigned D) {
  for (const PHINode &Phi : L->getHeader()->phis()) {
    if (!SE.isSCEVable(Phi.getType()))
      continue;
    const auto *Rec =
        dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<PHINode *>(&Phi)));
    if (!Rec || Rec->getLoop() != L || !Rec->isAffine())
      continue;
    const auto &P = Polys.of(Rec);
    if (!P)
      continue;
    SmallVector<PolyVar, 4> Way = {launchvar::Threads + D, Polys.counterOf(L)};
    auto First = P->find({launchvar::GlobalId + D}), Step = P->find(Way);
    if (First != P->end() && Step != P->end() && First->second == Step->second)
      return true;
  }
  return false;
}

void BlockProver::findStrideLoops() {
  for (unsigned D = 0; D < 3; ++D)
    for (const llvm::Loop *L : LI.getLoopsInPreorder())
      if (isStrideLoop(L, D))
        StrideLoops[D].push_back(L);
}

/// \p L runs for the indices that are below a bound, and for no others.
bool BlockProver::strideLoopRuns(const llvm::Loop *L, unsigned D) {
  auto Refuse = [&] {
    return refuse(*L->getHeader()->getTerminator(),
                  "a grid-stride loop ends early");
  };
  const BasicBlock *Exiting = L->getExitingBlock();
  const BasicBlock *Before = L->getLoopPredecessor();
  const auto *Br =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  if (!Br || !Br->isConditional() || !Before || !L->getLoopLatch())
    return Refuse();
  bool Rotated = Exiting == L->getLoopLatch();
  if (!Rotated && Exiting != L->getHeader())
    return Refuse();
  SmallVector<Leaf, 2> Stays;
  conjuncts(Br->getCondition(), L->contains(Br->getSuccessor(0)), Stays);
  if (Stays.size() != 1)
    return Refuse();
  auto Bound = boundOn(Stays[0], launchvar::Item + D, SE, Polys,
                       [&](const LaunchPoly &P) -> std::optional<LaunchPoly> {
                         auto Q = inItems(P, Exiting);
                         if (!Q || !Rotated)
                           return Q;
                         // At the end of an iteration, the index is that of the
                         // next one.
                         auto Item = Q->find({launchvar::Item + D});
                         if (Item == Q->end())
                           return Q;
                         return addPoly(*Q, {{{launchvar::Threads + D}, 1}},
                                        -Item->second);
                       });
  if (!Bound)
    return Refuse();
  for (const auto &[Vars, C] : Bound->Rest)
    for (PolyVar V : Vars)
      if (V < launchvar::FirstAtom || Polys.atom(V).Counter)
        return Refuse();
  Nested = 0;
  // The bound is the same for all that the iterations are shared out to.
  if (Cause C = polyCause(Bound->Rest, Before, 0))
    return refuse(*Br, "the end of a grid-stride loop depends on " + *C);
  if (!StrideBound[D])
    StrideBound[D] = Bound;
  else if (!StrideBound[D]->sameAs(*Bound))
    return Refuse();
  if (!Rotated)
    return true;
  SmallVector<Leaf, 8> Facts;
  factsAt(L->getHeader(), DT, Facts);
  for (const Leaf &Fact : Facts) {
    auto Entry = boundOn(Fact, launchvar::GlobalId + D, SE, Polys,
                         [](const LaunchPoly &P) { return std::optional(P); });
    if (Entry && Entry->sameAs(*Bound))
      return true;
  }
  return Refuse();
}

bool BlockProver::checkStrideLoops(unsigned D) {
  for (const llvm::Loop *L : StrideLoops[D]) {
    for (const llvm::Loop *Outer : StrideLoops[D])
      if (Outer != L && Outer->contains(L))
        return refuse(*L->getHeader()->getTerminator(),
                      "a grid-stride loop lies in another");
    for (const AllocaInst *A : LocalWritten)
      if (!isFreshIn(A, L))
        return refuse(*A, "a local array lives on in a grid-stride loop");
    if (!strideLoopRuns(L, D))
      return false;
  }
  return true;
}

/// The test before a grid-stride loop, of the first index: it may differ, as
/// the first index does.
bool BlockProver::isStrideGuard(const Value *Condition, const BasicBlock *At) {
  for (unsigned D = 0; D < 3; ++D) {
    if (Readings[D] != Reading::Stride || !StrideBound[D] ||
        strideLoopOf(At, D))
      continue;
    for (bool Holds : {true, false}) {
      auto B = boundOn({Condition, Holds}, launchvar::GlobalId + D, SE, Polys,
                       [](const LaunchPoly &P) { return std::optional(P); });
      if (B && B->sameAs(*StrideBound[D]))
        return true;
    }
  }
  return false;
}
