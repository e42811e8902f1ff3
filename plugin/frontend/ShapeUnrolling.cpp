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

/// What the source asked for, kept under names that LLVM's unroller ignores.
static SmallVector<Metadata *, 2> keptWishes(const Loop &L) {
  SmallVector<Metadata *, 2> Kept;
  const MDNode *Id = L.getLoopID();
  LLVMContext &Context = L.getHeader()->getContext();
  for (unsigned I = 1; Id && I < Id->getNumOperands(); ++I) {
    const auto *Wish = dyn_cast<MDNode>(Id->getOperand(I));
    const auto *Name = Wish && Wish->getNumOperands()
                           ? dyn_cast<MDString>(Wish->getOperand(0))
                           : nullptr;
    StringRef Rest = Name ? Name->getString() : "";
    if (!Rest.consume_front("llvm.loop.unroll."))
      continue;
    SmallVector<Metadata *, 2> Operands = {
        MDString::get(Context, (KeptUnrollWish + Rest).str())};
    for (unsigned O = 1; O < Wish->getNumOperands(); ++O)
      Operands.push_back(Wish->getOperand(O));
    Kept.push_back(MDNode::get(Context, Operands));
  }
  return Kept;
}

PreservedAnalyses ShapeUnrollingPass::run(Loop &L, LoopAnalysisManager &,
                                          LoopStandardAnalysisResults &Results,
                                          LPMUpdater &) {
  unsigned Trips = Results.SE.getSmallConstantTripCount(&L);
  bool Unroll = Trips > 0 && Trips <= MaxTripCount &&
                Trips * instructionCount(L) <= MaxUnrolledInstructions &&
                indexesLocalArray(L, Results.SE);
  LLVMContext &Context = L.getHeader()->getContext();
  SmallVector<MDNode *, 3> Attributes;
  for (Metadata *Wish : keptWishes(L))
    Attributes.push_back(cast<MDNode>(Wish));
  Attributes.push_back(MDNode::get(
      Context, MDString::get(Context, Unroll ? "llvm.loop.unroll.full"
                                             : "llvm.loop.unroll.disable")));
  L.setLoopID(makePostTransformationMetadata(
      Context, L.getLoopID(), {"llvm.loop.unroll.", KeptUnrollWish},
      Attributes));
  return PreservedAnalyses::all();
}
