//===- ShapeUnrolling.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/frontend/ShapeUnrolling.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace gpuperf;

/// Above these an array is in local memory after a real compiler, too.
static constexpr unsigned MaxTripCount = 64;
static constexpr uint64_t MaxArrayBytes = 1024;
static constexpr unsigned MaxUnrolledInstructions = 8192;

static bool isSmallLocalArray(const Value *Pointer, const DataLayout &Layout) {
  const auto *Array = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer));
  if (!Array)
    return false;
  std::optional<TypeSize> Size = Array->getAllocationSize(Layout);
  return Size && !Size->isScalable() && Size->getFixedValue() <= MaxArrayBytes;
}

/// True if an address in a local array is a function of \p L's counter.
static bool indexesLocalArray(const Loop &L, ScalarEvolution &Scev) {
  const DataLayout &Layout = L.getHeader()->getDataLayout();
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || !isSmallLocalArray(Pointer, Layout))
        continue;
      const SCEV *Address = Scev.getSCEV(const_cast<Value *>(Pointer));
      if (!Scev.isLoopInvariant(Address, &L))
        return true;
    }
  return false;
}

static unsigned instructionCount(const Loop &L) {
  unsigned Count = 0;
  for (BasicBlock *Block : L.blocks())
    Count += Block->size();
  return Count;
}

PreservedAnalyses ShapeUnrollingPass::run(Loop &L, LoopAnalysisManager &,
                                          LoopStandardAnalysisResults &Results,
                                          LPMUpdater &) {
  unsigned Trips = Results.SE.getSmallConstantTripCount(&L);
  bool Unroll = Trips > 0 && Trips <= MaxTripCount &&
                Trips * instructionCount(L) <= MaxUnrolledInstructions &&
                indexesLocalArray(L, Results.SE);
  L.setLoopID(makePostTransformationMetadata(
      L.getHeader()->getContext(), L.getLoopID(), {"llvm.loop.unroll."},
      {MDNode::get(L.getHeader()->getContext(),
                   MDString::get(L.getHeader()->getContext(),
                                 Unroll ? "llvm.loop.unroll.full"
                                        : "llvm.loop.unroll.disable"))}));
  return PreservedAnalyses::all();
}
