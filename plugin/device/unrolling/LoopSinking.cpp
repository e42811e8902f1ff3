//===- LoopSinking.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/unrolling/ShapeUnrolling.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace gpuperf;

/// Loads and operations of all iterations together, those of counters and
/// addresses among them, up to which a loop is moved. ptxas 13 does so with
/// 1,024 iterations of four; what it does with more is not known.
static constexpr uint64_t MostMoved = 8192;

static bool readsConstant(const LoadInst &Load) {
  const auto *From =
      dyn_cast<GlobalVariable>(getUnderlyingObject(Load.getPointerOperand()));
  return Load.isSimple() && From &&
         (From->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_CONST ||
          From->isConstant());
}

/// The size of \p L unrolled in full; none where that is not known or the loop
/// does more than compute from constants.
static std::optional<uint64_t> unrolledSize(const Loop &L, const LoopInfo &LI,
                                            ScalarEvolution &SE) {
  const uint64_t Trips = SE.getSmallConstantTripCount(&L);
  uint64_t Size = 0;
  for (const Loop *Inner : L) {
    auto Of = unrolledSize(*Inner, LI, SE);
    if (!Of)
      return std::nullopt;
    Size += *Of;
  }
  for (const BasicBlock *Block : L.blocks()) {
    if (LI.getLoopFor(Block) != &L)
      continue;
    for (const Instruction &I : *Block) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      if (I.mayHaveSideEffects() || isa<CallBase>(I) ||
          (I.mayReadFromMemory() && !(Load && readsConstant(*Load))))
        return std::nullopt;
      Size += Load || I.isBinaryOp();
    }
  }
  if (Trips == 0 || Size * Trips > MostMoved)
    return std::nullopt;
  return Size * Trips;
}

/// The side of the branch after \p L on which alone its results are used; null
/// where there is none.
static BasicBlock *onlyUser(const Loop &L, const DominatorTree &DT) {
  BasicBlock *After = L.getUniqueExitBlock();
  if (!After || !L.getExitingBlock() || !After->getSinglePredecessor() ||
      isa<PHINode>(After->front()))
    return nullptr;
  auto *Branch = dyn_cast<BranchInst>(After->getTerminator());
  if (!Branch || !Branch->isConditional())
    return nullptr;
  for (BasicBlock *Side : Branch->successors()) {
    if (Side->getSinglePredecessor() != After || isa<PHINode>(Side->front()))
      continue;
    bool IsOnly = true;
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block)
        for (const Use &U : I.uses())
          if (!L.contains(cast<Instruction>(U.getUser())))
            IsOnly &= DT.dominates(BasicBlockEdge(After, Side), U);
    if (IsOnly)
      return Side;
  }
  return nullptr;
}

static void moveTo(Loop &L, BasicBlock *Side) {
  BasicBlock *Before = L.getLoopPreheader(), *Header = L.getHeader(),
             *After = L.getUniqueExitBlock();
  auto *Entry = BasicBlock::Create(Header->getContext(), "sunk",
                                   Header->getParent(), Header);
  BranchInst::Create(Header, Entry)
      ->setDebugLoc(After->getTerminator()->getDebugLoc());
  L.getExitingBlock()->getTerminator()->replaceSuccessorWith(After, Side);
  After->getTerminator()->replaceSuccessorWith(Side, Entry);
  Before->getTerminator()->replaceSuccessorWith(Header, After);
  Header->replacePhiUsesWith(Before, Entry);
}

PreservedAnalyses LoopSinkingPass::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  auto &LI = Analyses.getResult<LoopAnalysis>(F);
  auto &DT = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : LI) {
    if (!L->getLoopPreheader() || !unrolledSize(*L, LI, SE))
      continue;
    if (BasicBlock *Side = onlyUser(*L, DT)) {
      moveTo(*L, Side);
      // The analyses no longer hold, and a second such loop is rare.
      return PreservedAnalyses::none();
    }
  }
  return PreservedAnalyses::all();
}
