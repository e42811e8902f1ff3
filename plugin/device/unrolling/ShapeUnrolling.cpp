//===- ShapeUnrolling.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/unrolling/ShapeUnrolling.h"
#include "llvm/Analysis/CodeMetrics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace gpuperf;

/// Above these limits, nvcc leaves an array in local memory, too.
static constexpr unsigned MaxTripCount = 64;
static constexpr uint64_t MaxArrayBytes = 1024;
static constexpr unsigned MaxUnrolledInstructions = 8192;

/// What clang unrolls in full at -O3 if the source does not ask for it.
static constexpr uint64_t MaxOfClang = 300;

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

/// How large clang finds \p L when it asks itself whether to unroll it: the
/// loops in it have been unrolled by then, where they are small enough.
static uint64_t sizeForClang(const Loop &L, LoopStandardAnalysisResults &Of) {
  SmallPtrSet<const Value *, 16> Ephemeral;
  CodeMetrics Own;
  uint64_t Size = 0;
  for (const Loop *Inner : L) {
    const uint64_t Once = sizeForClang(*Inner, Of),
                   All = Once * Of.SE.getSmallConstantTripCount(Inner);
    Size += All > 0 && All <= MaxOfClang ? All : Once;
  }
  for (BasicBlock *Block : L.blocks())
    if (Of.LI.getLoopFor(Block) == &L)
      Own.analyzeBasicBlock(Block, Of.TTI, Ephemeral);
  return Size + (Own.NumInsts.isValid()
                     ? static_cast<uint64_t>(Own.NumInsts.getValue())
                     : MaxOfClang);
}

static StringRef attributeName(const MDNode *Attribute) {
  const auto *Name = Attribute && Attribute->getNumOperands()
                         ? dyn_cast<MDString>(Attribute->getOperand(0))
                         : nullptr;
  return Name ? Name->getString() : "";
}

/// The source's unroll hints, under names that LLVM's unroller ignores. A loop
/// comes here again when its function is inlined: what it then has under LLVM's
/// own names was set here before, and is not the source's.
static SmallVector<MDNode *, 3> keptWishes(const Loop &L) {
  SmallVector<MDNode *, 3> Wishes, Kept;
  const MDNode *Id = L.getLoopID();
  LLVMContext &Context = L.getHeader()->getContext();
  for (unsigned I = 1; Id && I < Id->getNumOperands(); ++I) {
    auto *Attribute = dyn_cast<MDNode>(Id->getOperand(I));
    StringRef Name = attributeName(Attribute);
    if (Name.starts_with(KeptUnrollWish))
      Kept.push_back(Attribute);
    if (!Name.consume_front("llvm.loop.unroll."))
      continue;
    SmallVector<Metadata *, 2> Operands = {
        MDString::get(Context, (KeptUnrollWish + Name).str())};
    for (unsigned O = 1; O < Attribute->getNumOperands(); ++O)
      Operands.push_back(Attribute->getOperand(O));
    Wishes.push_back(MDNode::get(Context, Operands));
  }
  if (!Kept.empty())
    return Kept;
  Wishes.push_back(MDNode::get(
      Context, MDString::get(Context, (KeptUnrollWish + "seen").str())));
  return Wishes;
}

/// Whether the source asks for \p Wishes' loop to be unrolled.
static bool isAskedFor(ArrayRef<MDNode *> Wishes) {
  return any_of(Wishes, [](const MDNode *Wish) {
    StringRef Name = attributeName(Wish);
    return Name.consume_front(KeptUnrollWish) &&
           (Name == "full" || Name == "enable" || Name == "count");
  });
}

PreservedAnalyses ShapeUnrollingPass::run(Loop &L, LoopAnalysisManager &,
                                          LoopStandardAnalysisResults &Results,
                                          LPMUpdater &) {
  unsigned Trips = Results.SE.getSmallConstantTripCount(&L);
  bool Unroll = Trips > 0 && Trips <= MaxTripCount &&
                Trips * instructionCount(L) <= MaxUnrolledInstructions &&
                indexesLocalArray(L, Results.SE);
  LLVMContext &Context = L.getHeader()->getContext();
  SmallVector<MDNode *, 3> Attributes = keptWishes(L);
  if (Unroll && Compiler == DeviceCompiler::Clang && !isAskedFor(Attributes))
    Unroll = Trips * sizeForClang(L, Results) <= MaxOfClang;
  Attributes.push_back(MDNode::get(
      Context, MDString::get(Context, Unroll ? "llvm.loop.unroll.full"
                                             : "llvm.loop.unroll.disable")));
  L.setLoopID(makePostTransformationMetadata(
      Context, L.getLoopID(), {"llvm.loop.unroll.", KeptUnrollWish},
      Attributes));
  return PreservedAnalyses::all();
}
