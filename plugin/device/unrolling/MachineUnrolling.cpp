//===- MachineUnrolling.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/unrolling/MachineUnrolling.h"
#include "analysis/machine/MachineText.h"
#include "plugin/device/unrolling/ShapeUnrolling.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CodeMetrics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace gpuperf;

namespace {
/// Sizes as LLVM counts them.
struct UnrollLimits {
  uint64_t Full, Partial; ///< of all copies together
  uint64_t Nest;          ///< of a loop around others, unrolled in full
  unsigned Copies;        ///< most of them, where the trip count is not known
};
/// What nvcc 13.0 does, read off the machine code of loops of growing size (1
/// to 43 multiply-adds or loads, trip counts 4 to 1024 and unknown): a loop of
/// 902 is unrolled in full, one of 1026 is not; four copies of 50 together are
/// made, of 52 not. Of loops around others, one of 84 is unrolled in full, and
/// one of 112 is not.
constexpr UnrollLimits OfNvcc = {1000, 200, 100, 4};
/// LLVM's thresholds at -O3: 300 in full, whatever is in the loop, and, as its
/// NVPTX target has it, a quarter of that in part; up to eight copies.
constexpr UnrollLimits OfClang = {300, 75, 300, 8};
/// The copies of which ptxas makes four more.
constexpr unsigned PartialCopies = 4;
/// A loop whose trip count is not known is unrolled in full if it is at most
/// this (LLVM's own threshold).
constexpr unsigned MostBoundedTrips = 8;
/// The size of four copies up to which ptxas makes sixteen of them.
constexpr uint64_t AssemblerSize = 56;
/// What ptxas 13 does with a loop that reads shared memory, writes none, and
/// has a constant trip count, read off the machine code of products of tiles
/// for sm_86 (2 x 2 to 8 x 16 sums of a thread, 8 to 640 iterations): it is
/// unrolled in full, however many copies nvcc left, up to a size between 3,840
/// and 4,928. Loops that only compute, or that store or wait, are not.
constexpr uint64_t TileSize = 4000;
/// The size up to which an unroll hint is followed, as in LLVM.
constexpr uint64_t HintedSize = 16384;
/// The size beyond which no function is made to grow, as that would take
/// seconds.
constexpr uint64_t MostInstructions = 200'000;
/// Instructions of the back edge's test and branch, of which there is one,
/// however many copies there are.
constexpr unsigned BackEdgeSize = 2;

/// How many instructions computing a trip count may take: any number, but for a
/// division by a stride that is not constant.
constexpr unsigned TripCountBudget = 100;

struct Hint {
  bool Full = false, Disabled = false;
  unsigned Count = 0;
};

class Unroller {
public:
  using Stage = MachineUnrollingPass::Stage;
  Unroller(Function &F, FunctionAnalysisManager &Analyses, Stage Which,
           DeviceCompiler Compiler)
      : F(F), Which(Which), IsClang(Compiler == DeviceCompiler::Clang),
        IsAmd(F.getParent()->getTargetTriple().isAMDGCN()),
        LI(Analyses.getResult<LoopAnalysis>(F)),
        SE(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
        DT(Analyses.getResult<DominatorTreeAnalysis>(F)),
        AC(Analyses.getResult<AssumptionAnalysis>(F)),
        TTI(Analyses.getResult<TargetIRAnalysis>(F)),
        ORE(Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F)) {}

  bool unrollAll() {
    bool Changed = unrollAll(/*InFull=*/true);
    return Changed | unrollAll(/*InFull=*/false);
  }

private:
  Hint hintOf(const llvm::Loop &L) const;
  UnrollLimits limitsFor(llvm::Loop &L) const;
  unsigned tripsOf(const llvm::Loop &L) const;
  unsigned boundedTrips(const llvm::Loop &L) const;
  uint64_t roomLeft() const;
  static bool onlyReadsShared(const llvm::Loop &L);
  uint64_t mostInFull(llvm::Loop &L, const Hint &H) const;
  unsigned fullCopies(llvm::Loop &L, unsigned Trips) const;
  unsigned partialCopies(llvm::Loop &L, unsigned Trips) const;
  bool unrollAll(bool InFull);
  bool unroll(llvm::Loop &L, unsigned Trips, unsigned Copies);
  static void markInstructions(ArrayRef<BasicBlock *> Blocks, unsigned Mark);
  void tagByMarks(unsigned Mark);
  SmallVector<BasicBlock *, 16> remainderOf(const BasicBlock *Header,
                                            unsigned Mark) const;

  Function &F;
  Stage Which;
  bool IsClang, IsAmd;
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

/// The size of a loop as LLVM counts it: instructions that are there per copy,
/// and once.
class LoopSize {
public:
  LoopSize(const llvm::Loop &L, AssumptionCache &AC,
           const TargetTransformInfo &TTI) {
    SmallPtrSet<const Value *, 16> Ephemeral;
    CodeMetrics::collectEphemeralValues(&L, &AC, Ephemeral);
    UnrollCostEstimator Cost(&L, TTI, Ephemeral, BackEdgeSize);
    CanUnroll = Cost.canUnroll();
    if (CanUnroll)
      PerCopy = std::max<uint64_t>(Cost.getRolledLoopSize(), BackEdgeSize + 1) -
                BackEdgeSize;
  }
  uint64_t of(uint64_t Copies) const { return PerCopy * Copies + BackEdgeSize; }
  bool CanUnroll = false;

private:
  uint64_t PerCopy = 1;
};

/// The constant trip count of the exit that has one, if there are several.
unsigned Unroller::tripsOf(const llvm::Loop &L) const {
  if (unsigned Trips = SE.getSmallConstantTripCount(&L))
    return Trips;
  unsigned Fewest = 0;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (const BasicBlock *BB : Exiting)
    if (unsigned Trips = SE.getSmallConstantTripCount(&L, BB))
      Fewest = Fewest ? std::min(Fewest, Trips) : Trips;
  return Fewest;
}

/// The most iterations there can be, if they are few; else 0.
unsigned Unroller::boundedTrips(const llvm::Loop &L) const {
  unsigned Most = SE.getSmallConstantMaxTripCount(&L);
  return Most <= MostBoundedTrips ? Most : 0;
}

uint64_t Unroller::roomLeft() const {
  return MostInstructions -
         std::min<uint64_t>(MostInstructions, F.getInstructionCount());
}

/// Whether \p L reads shared memory and does nothing else that memory could
/// tell.
bool Unroller::onlyReadsShared(const llvm::Loop &L) {
  bool Reads = false;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      const auto *Call = dyn_cast<IntrinsicInst>(&I);
      if (I.mayWriteToMemory() && !(Call && Call->isAssumeLikeIntrinsic()))
        return false;
      const auto *Load = dyn_cast<LoadInst>(&I);
      Reads |= Load &&
               Load->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
    }
  return Reads;
}

/// AMD's target says what it wants of each loop; what it leaves open is as
/// LLVM has it.
UnrollLimits Unroller::limitsFor(llvm::Loop &L) const {
  if (!IsAmd)
    return IsClang ? OfClang : OfNvcc;
  TargetTransformInfo::UnrollingPreferences Wanted{};
  Wanted.Threshold = 300;
  Wanted.PartialThreshold = 150;
  Wanted.MaxCount = std::numeric_limits<unsigned>::max();
  Wanted.DefaultUnrollRuntimeCount = 8;
  TTI.getUnrollingPreferences(&L, SE, Wanted, &ORE);
  const unsigned Copies =
      Wanted.Runtime
          ? std::min(Wanted.DefaultUnrollRuntimeCount, Wanted.MaxCount)
          : 1;
  return {Wanted.Threshold, Wanted.Partial ? Wanted.PartialThreshold : 0,
          Wanted.Threshold, Copies};
}

/// The size up to which \p L is unrolled in full at this stage.
uint64_t Unroller::mostInFull(llvm::Loop &L, const Hint &H) const {
  if (Which == Stage::Assembler)
    return L.isInnermost() && onlyReadsShared(L) ? TileSize : 0;
  if (H.Full || H.Count)
    return HintedSize;
  const UnrollLimits Limits = limitsFor(L);
  return L.isInnermost() ? Limits.Full : Limits.Nest;
}

/// The trip count if a loop is unrolled in full, else 1.
unsigned Unroller::fullCopies(llvm::Loop &L, unsigned Trips) const {
  Hint H = hintOf(L);
  // A loop that runs a few times at most is unrolled with its tests kept.
  if (!Trips && Which == Stage::Compiler)
    Trips = boundedTrips(L);
  if (Trips < 2 || H.Disabled || (H.Count && H.Count < Trips))
    return 1;
  LoopSize Size(L, AC, TTI);
  const uint64_t Limit = std::min(mostInFull(L, H), roomLeft());
  return Size.CanUnroll && Size.of(Trips) <= Limit ? Trips : 1;
}

unsigned Unroller::partialCopies(llvm::Loop &L, unsigned Trips) const {
  // With a second exit, the loop may end earlier than the count says.
  const SCEV *Taken = SE.getBackedgeTakenCount(&L);
  auto IsExpensive = [](const SCEV *S) {
    const auto *Div = dyn_cast<SCEVUDivExpr>(S);
    return Div && !isa<SCEVConstant>(Div->getRHS());
  };
  bool Computable =
      L.getExitingBlock() && L.getExitingBlock() == L.getLoopLatch() &&
      !isa<SCEVCouldNotCompute>(Taken) && !SCEVExprContains(Taken, IsExpensive);
  Hint H = hintOf(L);
  if (H.Disabled || H.Count == 1 || (!Trips && !Computable))
    return 1;
  // Copies for more iterations than there can be would never run.
  if (!Trips && boundedTrips(L))
    return 1;
  LoopSize Size(L, AC, TTI);
  if (!Size.CanUnroll)
    return 1;
  const UnrollLimits Limits = limitsFor(L);
  uint64_t Limit = std::min(Limits.Partial, roomLeft());
  if (Which == Stage::Assembler)
    return L.isInnermost() && !Trips && Size.of(1) <= AssemblerSize && Limit
               ? PartialCopies
               : 1;
  if (H.Count > 1 && Size.of(H.Count) <= std::min(HintedSize, roomLeft()))
    return H.Count;
  // A loop around another one is left alone.
  if (!L.isInnermost())
    return 1;
  // The number of copies divides the trip count, so that no iteration is left
  // over.
  if (Trips > 1)
    for (unsigned Copies = std::min<uint64_t>(Trips, Limits.Partial);
         Copies > 1; --Copies)
      if (Trips % Copies == 0 && Size.of(Copies) <= Limit)
        return Copies;
  unsigned Copies = Limits.Copies;
  while (Copies > 1 && Size.of(Copies) > Limit)
    Copies /= 2;
  return Copies;
}

/// Inner loops first: how large an outer one is depends on them.
bool Unroller::unrollAll(bool InFull) {
  bool Changed = false;
  // Outer loops copy inner ones, which are not looked at again.
  SmallVector<llvm::Loop *, 16> Order = LI.getLoopsInPreorder();
  for (llvm::Loop *L : reverse(Order)) {
    if (!L->isLoopSimplifyForm() || !L->isRecursivelyLCSSAForm(DT, LI))
      continue;
    // What is left over of an unrolled loop stays as it is; the second stage
    // takes up what the first one unrolled.
    std::optional<BlockTag> Tag = blockTag(*L->getHeader());
    if (Tag && Tag->Copies == 0)
      continue;
    if (!InFull && Which == Stage::Assembler &&
        (!Tag || Tag->Copies % PartialCopies))
      continue;
    // Clang forbids ptxas to unroll what it has unrolled itself (.pragma
    // "nounroll").
    if (IsClang && Which == Stage::Assembler && Tag && Tag->Copies > 1)
      continue;
    unsigned Trips = tripsOf(*L);
    unsigned Copies = InFull ? fullCopies(*L, Trips) : partialCopies(*L, Trips);
    if (Copies > 1)
      Changed |= unroll(*L, Trips, Copies);
  }
  return Changed;
}

bool Unroller::unroll(llvm::Loop &L, unsigned Trips, unsigned Copies) {
  SmallVector<BasicBlock *, 16> Blocks(L.blocks());
  SmallVector<MDNode *, 16> Before = tagsOf(Blocks);
  multiplyCopies(Blocks, Copies);
  UnrollLoopOptions Options{};
  Options.Count = Copies;
  Options.Force = false;
  const bool KeepsTests = !Trips && boundedTrips(L) == Copies;
  // Copies that do not divide a known trip count keep the one test that ends
  // the loop among them, so no iteration is left over.
  Options.Runtime = !KeepsTests && !Trips;
  Options.AllowExpensiveTripCount = true;
  Options.UnrollRemainder = false;
  Options.ForgetAllSCEV = false;
  Options.SCEVExpansionBudget = TripCountBudget;
  const BasicBlock *Header = L.getHeader();
  const unsigned Mark = F.getContext().getMDKindID("gpuperf.unrolled");
  markInstructions(Blocks, Mark);
  LoopUnrollResult Result =
      UnrollLoop(&L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
                 /*PreserveLCSSA=*/true);
  if (Result == LoopUnrollResult::Unmodified) {
    restoreTags(Blocks, Before);
    for (Instruction &I : instructions(F))
      I.setMetadata(Mark, nullptr);
    return false;
  }
  if (Options.Runtime)
    tagRare(remainderOf(Header, Mark));
  tagByMarks(Mark);
  tagLikeNeighbours(F);
  return true;
}

/// Lets each instruction of \p Blocks tell the tag of its block, for where no
/// test is left, the unroller makes new terminators, which have none.
void Unroller::markInstructions(ArrayRef<BasicBlock *> Blocks, unsigned Mark) {
  const SmallVector<MDNode *, 16> Tags = tagsOf(Blocks);
  for (auto [BB, Tag] : zip(Blocks, Tags))
    for (Instruction &I : *BB)
      I.setMetadata(Mark, Tag);
}

/// Gives the blocks that lost their tag the one that their last marked
/// instruction tells, and takes the marks away.
void Unroller::tagByMarks(unsigned Mark) {
  for (BasicBlock &BB : F) {
    MDNode *Tag = nullptr;
    for (Instruction &I : BB) {
      if (MDNode *Told = I.getMetadata(Mark))
        Tag = Told;
      I.setMetadata(Mark, nullptr);
    }
    if (Tag && !blockTag(BB))
      restoreTags(&BB, Tag);
  }
}

/// The blocks that run the iterations which are left over: copies of the
/// instructions of a loop, which have the metadata \p Mark, outside of it.
SmallVector<BasicBlock *, 16> Unroller::remainderOf(const BasicBlock *Header,
                                                    unsigned Mark) const {
  const llvm::Loop *Unrolled = LI.getLoopFor(Header);
  SmallVector<BasicBlock *, 16> Rest;
  for (BasicBlock &BB : F)
    if (!(Unrolled && Unrolled->contains(&BB)) &&
        any_of(BB, [&](const Instruction &I) { return I.hasMetadata(Mark); }))
      Rest.push_back(&BB);
  return Rest;
}

PreservedAnalyses MachineUnrollingPass::run(Function &F,
                                            FunctionAnalysisManager &Analyses) {
  return Unroller(F, Analyses, Which, Compiler).unrollAll()
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}
