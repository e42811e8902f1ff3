//===- MachineUnrolling.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/frontend/MachineUnrolling.h"
#include "analysis/kernel/MachineText.h"
#include "plugin/frontend/ShapeUnrolling.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CodeMetrics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace gpuperf;

namespace {
// What nvcc 13.0 does, read off the machine code of loops of growing size
// (1 to 43 multiply-adds or loads, trip counts 4 to 1024 and unknown), sizes as
// LLVM counts them: a loop of 902 is unrolled in full, one of 1026 is not; four
// copies of 50 together are made, of 52 not.
constexpr uint64_t FullSize = 1000, PartialSize = 200;
constexpr unsigned PartialCopies = 4;
/// Of four copies, for ptxas to make sixteen of them.
constexpr uint64_t AssemblerSize = 56;
/// A hint is followed up to this.
constexpr uint64_t HintedSize = 32768;
/// No function grows beyond this: it would take seconds.
constexpr uint64_t MostInstructions = 200'000;
/// Test and branch of the back edge: there once, however many copies.
constexpr unsigned BackEdgeSize = 2;

/// Instructions that computing a trip count may take, as LLVM's unroller has
/// it.
constexpr unsigned TripCountBudget = 4;

struct Hint {
  bool Full = false, Disabled = false;
  unsigned Count = 0;
};

class Unroller {
public:
  using Stage = MachineUnrollingPass::Stage;
  Unroller(Function &F, FunctionAnalysisManager &Analyses, Stage Which)
      : F(F), Which(Which), LI(Analyses.getResult<LoopAnalysis>(F)),
        SE(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
        DT(Analyses.getResult<DominatorTreeAnalysis>(F)),
        AC(Analyses.getResult<AssumptionAnalysis>(F)),
        TTI(Analyses.getResult<TargetIRAnalysis>(F)),
        ORE(Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F)) {}

  bool run() {
    bool Changed = false;
    // Inner loops first: how large an outer one is depends on them. Outer loops
    // copy inner ones, so the list is made once.
    SmallVector<llvm::Loop *, 16> Order = LI.getLoopsInPreorder();
    for (llvm::Loop *L : reverse(Order))
      Changed |= unroll(*L);
    return Changed;
  }

private:
  Hint hintOf(const llvm::Loop &L) const;
  unsigned copiesFor(llvm::Loop &L, unsigned Trips, bool Computable) const;
  bool unroll(llvm::Loop &L);

  Function &F;
  Stage Which;
  LoopInfo &LI;
  ScalarEvolution &SE;
  DominatorTree &DT;
  AssumptionCache &AC;
  TargetTransformInfo &TTI;
  OptimizationRemarkEmitter &ORE;
};
} // namespace

Hint Unroller::hintOf(const llvm::Loop &L) const {
  Hint H;
  const MDNode *Id = L.getLoopID();
  for (unsigned I = 1; Id && I < Id->getNumOperands(); ++I) {
    const auto *Wish = dyn_cast<MDNode>(Id->getOperand(I));
    const auto *Name = Wish && Wish->getNumOperands()
                           ? dyn_cast<MDString>(Wish->getOperand(0))
                           : nullptr;
    StringRef What = Name ? Name->getString() : "";
    if (!What.consume_front(KeptUnrollWish))
      continue;
    H.Disabled |= What == "disable";
    H.Full |= What == "full" || What == "enable";
    if (What == "count" && Wish->getNumOperands() == 2)
      if (const auto *N =
              mdconst::dyn_extract<ConstantInt>(Wish->getOperand(1)))
        H.Count = static_cast<unsigned>(N->getLimitedValue(1u << 16));
  }
  return H;
}

/// How many copies; the trip count for all, 1 for none.
unsigned Unroller::copiesFor(llvm::Loop &L, unsigned Trips,
                             bool Computable) const {
  SmallPtrSet<const Value *, 16> Ephemeral;
  CodeMetrics::collectEphemeralValues(&L, &AC, Ephemeral);
  UnrollCostEstimator Cost(&L, TTI, Ephemeral, BackEdgeSize);
  if (!Cost.canUnroll())
    return 1;
  uint64_t Size =
      std::max<uint64_t>(Cost.getRolledLoopSize(), BackEdgeSize + 1);
  auto SizeOf = [&](uint64_t Copies) {
    return (Size - BackEdgeSize) * Copies + BackEdgeSize;
  };
  auto Room = MostInstructions -
              std::min<uint64_t>(MostInstructions, F.getInstructionCount());
  if (Which == Stage::Assembler)
    return !Trips && Computable && Size <= AssemblerSize && Room ? PartialCopies
                                                                 : 1;
  Hint H = hintOf(L);
  if (H.Disabled || H.Count == 1)
    return 1;
  uint64_t Hinted = std::min<uint64_t>(HintedSize, Room);
  if (H.Count > 1) {
    unsigned Copies = Trips ? std::min(H.Count, Trips) : H.Count;
    if ((Trips || Computable) && SizeOf(Copies) <= Hinted)
      return Copies;
  }
  if (Trips > 1 &&
      SizeOf(Trips) <= (H.Full ? Hinted : std::min<uint64_t>(FullSize, Room)))
    return Trips;
  uint64_t Partial = std::min<uint64_t>(PartialSize, Room);
  if (Trips > 1 && SizeOf(2) <= Partial) {
    // As many as divide the trip count, so that nothing is left over.
    auto Copies =
        static_cast<unsigned>((Partial - BackEdgeSize) / (Size - BackEdgeSize));
    Copies = std::min(Copies, Trips);
    while (Copies > 1 && Trips % Copies)
      --Copies;
    if (Copies > 1)
      return Copies;
  }
  if (!Trips && !Computable)
    return 1;
  unsigned Copies = PartialCopies;
  while (Copies > 1 && SizeOf(Copies) > Partial)
    Copies /= 2;
  return Copies;
}

bool Unroller::unroll(llvm::Loop &L) {
  if (!L.isLoopSimplifyForm() || !L.isRecursivelyLCSSAForm(DT, LI))
    return false;
  // What is left over of an unrolled loop, and what a hint keeps.
  std::optional<BlockTag> Tag = blockTag(*L.getHeader());
  if (Which == Stage::Assembler && (!Tag || Tag->Copies % PartialCopies))
    return false;
  if (Tag && Tag->Copies == 0)
    return false;
  unsigned Trips = SE.getSmallConstantTripCount(&L);
  // With a second exit only the first of them to come could be counted.
  bool Computable = L.getExitingBlock() &&
                    L.getExitingBlock() == L.getLoopLatch() &&
                    !isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L));
  unsigned Copies = copiesFor(L, Trips, Computable);
  if (Copies < 2)
    return false;
  SmallVector<BasicBlock *, 16> Blocks(L.blocks());
  SmallVector<MDNode *, 16> Before = tagsOf(Blocks);
  multiplyCopies(Blocks, Copies);
  UnrollLoopOptions Options{};
  Options.Count = Copies;
  Options.Force = false;
  Options.Runtime = Trips == 0 || Trips % Copies != 0;
  Options.AllowExpensiveTripCount = Which == Stage::Assembler;
  Options.UnrollRemainder = false;
  Options.ForgetAllSCEV = false;
  Options.SCEVExpansionBudget = TripCountBudget;
  llvm::Loop *Remainder = nullptr;
  LoopUnrollResult Result =
      UnrollLoop(&L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
                 /*PreserveLCSSA=*/true, &Remainder);
  if (Result == LoopUnrollResult::Unmodified) {
    restoreTags(Blocks, Before);
    return false;
  }
  if (Remainder) {
    SmallVector<BasicBlock *, 16> Rest(Remainder->blocks());
    tagRare(Rest);
  }
  return true;
}

PreservedAnalyses MachineUnrollingPass::run(Function &F,
                                            FunctionAnalysisManager &Analyses) {
  return Unroller(F, Analyses, Which).run() ? PreservedAnalyses::none()
                                            : PreservedAnalyses::all();
}
