//===- SummarizeKernel.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/SummarizeKernel.h"
#include "analysis/independence/BlockIndependence.h"
#include "analysis/lift/ExprBuilder.h"
#include "analysis/machine/KernelText.h"
#include "analysis/machine/MachineOps.h"
#include "analysis/machine/MachineText.h"
#include "analysis/machine/TensorOps.h"
#include "analysis/machine/UnlikelySuccessor.h"
#include "analysis/machine/tensor/TensorMemory.h"
#include "analysis/summarize/BoxSizes.h"
#include "analysis/summarize/CollectAccesses.h"
#include "analysis/summarize/CopyWaits.h"
#include "analysis/summarize/DataBounds.h"
#include "analysis/summarize/FixedDivisor.h"
#include "analysis/summarize/IterationKinds.h"
#include "analysis/summarize/MergeAccesses.h"
#include "analysis/summarize/RepeatedQuotient.h"
#include "analysis/summarize/RowStarts.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/Debug.h"
#include "llvm/TargetParser/Triple.h"

#define DEBUG_TYPE "gpuperf-summary"

using namespace gpuperf;
using namespace llvm;

namespace {
/// A kernel with more instructions is generated code that no one tunes by hand.
constexpr size_t MaxInstructions = 100'000;
/// Instructions that one call may expand to.
constexpr unsigned MaxCallExpansion = 512;

/// Fills the summary of one kernel.
class Builder {
public:
  Builder(Function &F, KernelSummary &K)
      : F(F), K(K), DT(F), LI(DT), TLI(TLII, &F), AC(F), SE(F, TLI, AC, DT, LI),
        Lowering(F), Slots(F.getParent(), false) {
    Slots.incorporateFunction(F);
  }
  void fillSummary();

private:
  void orderBlocks();
  void numberInstructions();
  void addOps(const Instruction &I, ArrayRef<MachineOp> Ops);
  void addCall(const CallBase &Call);
  void addCalledParts(const CallBase &Call, const CalleeText &Text);
  void fillOperands();
  /// Index into K.CallPaths.
  uint32_t callPathOf(const DebugLoc &Loc);
  void fillBlocks();
  void fillLoops();
  std::string nameOf(const Instruction &I);

  Function &F;
  KernelSummary &K;
  DominatorTree DT;
  LoopInfo LI;
  TargetLibraryInfoImpl TLII{Triple("nvptx64-nvidia-cuda")};
  TargetLibraryInfo TLI;
  AssumptionCache AC;
  ScalarEvolution SE;
  MachineLowering Lowering;
  ModuleSlotTracker Slots;
  SourceMap Source{K};

  SmallVector<BasicBlock *, 32> Order;
  DenseMap<const BasicBlock *, BlockId> BlockIds;
  /// The last instruction of the sequence that an IR instruction became, which
  /// stands for its value, and the first one.
  DenseMap<const Instruction *, InstrId> Ids, FirstIds;
  DenseMap<const DILocation *, uint32_t> CallPaths; ///< by the innermost call
  /// Numbers for Instr::TextIndex: that of each block's first instruction, and
  /// the next one to be given out.
  DenseMap<const BasicBlock *, uint32_t> FirstTextIndex;
  uint32_t NextTextIndex = 0;
  DenseMap<const llvm::Loop *, LoopId> LoopIds;
  DenseSet<StringRef> SeenRegisters;
  std::optional<ExprBuilder> Exprs;
  RepeatedQuotients Quotients{F};
};
} // namespace

/// Numbers the blocks in reverse post order, but so that the blocks of a loop
/// follow each other: a loop as a whole takes the place of its header.
void Builder::orderBlocks() {
  ReversePostOrderTraversal<Function *> Rpo(&F);
  DenseMap<const llvm::Loop *,
           SmallVector<PointerUnion<BasicBlock *, llvm::Loop *>, 8>>
      Items;
  for (BasicBlock *BB : Rpo) {
    llvm::Loop *L = LI.getLoopFor(BB);
    if (L && L->getHeader() == BB)
      Items[L->getParentLoop()].push_back(L);
    Items[L].push_back(BB);
  }
  struct Frame {
    const llvm::Loop *L;
    size_t Next;
  };
  SmallVector<Frame, 8> Stack = {{nullptr, 0}};
  while (!Stack.empty()) {
    auto &List = Items[Stack.back().L];
    if (Stack.back().Next == List.size()) {
      Stack.pop_back();
      continue;
    }
    auto Item = List[Stack.back().Next++];
    if (auto *BB = dyn_cast<BasicBlock *>(Item)) {
      BlockIds[BB] = static_cast<BlockId>(Order.size());
      Order.push_back(BB);
    } else {
      Stack.push_back({cast<llvm::Loop *>(Item), 0});
    }
  }
  for (llvm::Loop *L : LI.getLoopsInPreorder())
    LoopIds.try_emplace(L, static_cast<LoopId>(LoopIds.size()));
}

std::string Builder::nameOf(const Instruction &I) {
  if (I.hasName())
    return (Twine("%") + I.getName()).str();
  if (!I.getType()->isVoidTy()) {
    int Slot = Slots.getLocalSlot(&I);
    if (Slot >= 0)
      return (Twine("%") + Twine(Slot)).str();
  }
  if (const auto *Call = dyn_cast<CallBase>(&I))
    if (const Function *Callee = Call->getCalledFunction())
      return Callee->getName().str();
  return I.getOpcodeName();
}

uint32_t Builder::callPathOf(const DebugLoc &Loc) {
  const DILocation *Call = Loc ? Loc->getInlinedAt() : nullptr;
  if (!Call || !Call->getInlinedAt())
    return NoId;
  auto [It, New] =
      CallPaths.try_emplace(Call, static_cast<uint32_t>(K.CallPaths.size()));
  if (New) {
    const auto Calls = Source.callLinesOf(Loc);
    K.CallPaths.emplace_back(Calls.begin(), Calls.end());
  }
  return It->second;
}

void Builder::addOps(const Instruction &I, ArrayRef<MachineOp> Ops) {
  BlockId Block = BlockIds.lookup(I.getParent());
  std::string Name = nameOf(I);
  SourceLine Where = Source.lineOf(I), Inner = Source.innerLineOf(I);
  const uint32_t CallPath = callPathOf(I.getDebugLoc());
  uint32_t TextIndex = NextTextIndex++;
  auto Push = [&](OpClass Class, unsigned Count) {
    Instr In;
    In.Class = Class;
    In.Count = static_cast<uint8_t>(Count);
    In.Block = Block;
    In.TextIndex = TextIndex;
    In.Name = Name;
    In.Where = Where;
    In.Inner = Inner;
    In.CallPath = CallPath;
    In.IsPhi = isa<PHINode>(I);
    In.ByPowerOfTwo = isDivisionByPowerOfTwo(I);
    In.ByFixedDivisor = !In.ByPowerOfTwo && isDivisionByFixed(I);
    In.Quotient = Quotients.of(I);
    auto Id = static_cast<InstrId>(K.Instrs.size());
    // Each instruction of a sequence depends on the one before.
    if (FirstIds.contains(&I))
      In.Operands.push_back(Id - 1);
    else
      FirstIds[&I] = Id;
    K.Instrs.push_back(std::move(In));
    K.Blocks[Block].Instrs.push_back(Id);
    Ids[&I] = Id;
  };
  unsigned Pushed = 0;
  for (MachineOp Op : Ops)
    for (unsigned Left = Op.Count; Left && Pushed < MaxCallExpansion;
         ++Pushed) {
      unsigned Now = std::min(Left, 255u);
      Push(Op.Class, Now);
      Left -= Now;
    }
  if (!Pushed)
    Push(OpClass::Free, 1);
}

/// Bytes of Instr::OperandBytes.
static unsigned operandBytes(const CallBase &Call) {
  if (const auto Product =
          tensorMemoryProduct(Call, Call.getModule()->getDataLayout()))
    return Product->SharedBytes;
  if (const auto Move = tensorMemoryMove(Call))
    return Move->Bytes;
  return sharedOperandBytes(
      cast<InlineAsm>(Call.getCalledOperand())->getAsmString());
}

/// Where the operations of \p Call come from that stand for \p Text.
void Builder::addCalledParts(const CallBase &Call, const CalleeText &Text) {
  if (Text.ByPlace.empty())
    return;
  for (InstrId Id = FirstIds.lookup(&Call); Id <= Ids.lookup(&Call); ++Id) {
    // Of branches, two are the call itself.
    const auto Class = static_cast<unsigned>(K.Instrs[Id].Class);
    if (K.Instrs[Id].Class == OpClass::Branch || !(Text.Counts[Class] > 0))
      continue;
    for (const auto &[Place, Part] : Text.ByPlace) {
      if (!(Part.Counts[Class] > 0))
        continue;
      CalledPart P;
      P.Of = Id;
      P.Share = std::min(1.0, Part.Counts[Class] / Text.Counts[Class]);
      P.Times = Part.Times;
      const auto [At, CalledAt] = Place;
      const DebugLoc Loc(At);
      P.Where = Source.lineOf(DebugLoc(CalledAt ? CalledAt : At));
      P.Inner = Source.innerLineOf(Loc);
      P.CallPath = callPathOf(Loc);
      K.CalledParts.push_back(P);
    }
  }
}

void Builder::addCall(const CallBase &Call) {
  CallOps Ops = lowerCall(Call);
  CalleeText Text;
  const Function *Callee = Call.getCalledFunction();
  if (Ops.IsInlineAsm)
    K.Why |= AssumptionKind::InlineAssembly;
  if (Ops.IsExternal)
    K.Why |= assumedCallOf(Callee);
  if (Ops.HasBody) {
    // Not inlined: its text, loops at their known or default count.
    Text = calleeText(*Callee, F);
    K.Why |= Text.Why;
    Ops.Ops.push_back({OpClass::Branch, 2}); // call and return
    for (unsigned C = 0; C < NumOpClasses; ++C)
      if (Text.Counts[C] >= 0.5)
        Ops.Ops.push_back(
            {static_cast<OpClass>(C),
             static_cast<unsigned>(std::min(Text.Counts[C] + 0.5, 1e5))});
  }
  // A special register is read once, and its value kept.
  if (Callee && Callee->getName().contains("read.ptx.sreg.") &&
      !Callee->getName().contains("clock") &&
      !Callee->getName().contains("timer") &&
      !SeenRegisters.insert(Callee->getName()).second)
    Ops.Ops.clear();
  addOps(Call, Ops.Ops);
  addCalledParts(Call, Text);
  if (Call.isInlineAsm())
    K.Instrs[FirstIds.lookup(&Call)].OperandBytes = operandBytes(Call);
  for (MachineOp Op : Ops.Ops)
    if (Op.Class == OpClass::Barrier)
      K.StaticBarriers += Op.Count;
}

void Builder::numberInstructions() {
  K.Blocks.resize(Order.size());
  uint32_t Text = 0;
  for (const BasicBlock &BB : F) {
    FirstTextIndex[&BB] = Text;
    for (const Instruction &I : BB)
      Text += !I.isDebugOrPseudoInst();
  }
  for (BasicBlock *BB : Order) {
    NextTextIndex = FirstTextIndex.lookup(BB);
    for (Instruction &I : *BB) {
      if (I.isDebugOrPseudoInst())
        continue;
      if (const auto *Call = dyn_cast<CallBase>(&I))
        addCall(*Call);
      else
        addOps(I, Lowering.lower(I));
    }
  }
}

void Builder::fillOperands() {
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      auto It = FirstIds.find(&I);
      if (It == FirstIds.end())
        continue;
      Instr &In = K.Instrs[It->second];
      if (const auto *Phi = dyn_cast<PHINode>(&I)) {
        for (unsigned P = 0; P < Phi->getNumIncomingValues(); ++P) {
          auto From = BlockIds.find(Phi->getIncomingBlock(P));
          if (From == BlockIds.end())
            continue; // unreachable
          PhiIncoming Incoming;
          Incoming.From = From->second;
          if (const auto *Def = dyn_cast<Instruction>(Phi->getIncomingValue(P)))
            if (auto D = Ids.find(Def); D != Ids.end())
              Incoming.Def = D->second;
          In.Incoming.push_back(Incoming);
        }
        continue;
      }
      for (const Value *Op : I.operands())
        if (const auto *Def = dyn_cast<Instruction>(Op))
          if (auto D = Ids.find(Def);
              D != Ids.end() && !is_contained(In.Operands, D->second))
            In.Operands.push_back(D->second);
    }
}

void Builder::fillBlocks() {
  DenseMap<const BasicBlock *, const BasicBlock *> LaidOutNext;
  for (auto It = F.begin(); It != F.end(); ++It)
    if (auto Next = std::next(It); Next != F.end())
      LaidOutNext[&*It] = &*Next;
  for (BasicBlock *BB : Order) {
    Block &B = K.Blocks[BlockIds.lookup(BB)];
    int Slot = BB->hasName() ? -1 : Slots.getLocalSlot(BB);
    B.Name = BB->hasName() ? (Twine("%") + BB->getName()).str()
             : Slot >= 0   ? (Twine("%") + Twine(Slot)).str()
                           : "%entry";
    if (std::optional<BlockTag> Tag = blockTag(*BB))
      B.TextIndex = Tag->Block;
    for (BasicBlock *Pred : predecessors(BB))
      if (auto It = BlockIds.find(Pred);
          It != BlockIds.end() && !is_contained(B.Preds, It->second))
        B.Preds.push_back(It->second);
    if (const llvm::Loop *L = LI.getLoopFor(BB))
      B.InnermostLoop = LoopIds.lookup(L);
    const Instruction *Term = BB->getTerminator();
    if (Term->getNumSuccessors() > 1)
      B.CallLines = Source.callLinesOf(Term->getDebugLoc());
    if (const auto *Switch = dyn_cast<SwitchInst>(Term)) {
      B.Terminator = TerminatorKind::Switch;
      B.Succs.push_back(BlockIds.lookup(Switch->getDefaultDest()));
      for (const auto &Case : Switch->cases()) {
        B.Succs.push_back(BlockIds.lookup(Case.getCaseSuccessor()));
        B.SwitchValues.push_back(
            Case.getCaseValue()->getValue().getSignificantBits() <= 64
                ? Case.getCaseValue()->getSExtValue()
                : 0);
      }
      B.Condition = Exprs->valueAt(Switch->getCondition(), BB);
      continue;
    }
    for (const BasicBlock *Succ : successors(BB))
      B.Succs.push_back(BlockIds.lookup(Succ));
    if (const auto *Br = dyn_cast<BranchInst>(Term)) {
      B.Terminator = Br->isConditional() ? TerminatorKind::Conditional
                                         : TerminatorKind::Jump;
      if (Br->isConditional()) {
        B.Condition = Exprs->valueAt(Br->getCondition(), BB);
        const UnlikelyWay Unlikely = unlikelySuccessor(*Br);
        B.UnlikelySucc = Unlikely.Succ;
        B.UnlikelyIfRandom = Unlikely.IfRandom;
        B.MayBeErrors = mayBeErrors(*Br);
      } else if (LaidOutNext.lookup(BB) == Br->getSuccessor(0)) {
        B.FallsThrough = true;
        K.Instrs[B.Instrs.back()].Class = OpClass::Free;
      }
    } else if (isa<ReturnInst>(Term)) {
      B.Terminator = TerminatorKind::Return;
    } else {
      B.Terminator = B.Succs.empty() ? TerminatorKind::Unreachable
                                     : TerminatorKind::Switch;
    }
  }
}

void Builder::fillLoops() {
  K.Loops.resize(LoopIds.size());
  for (llvm::Loop *L : LI.getLoopsInPreorder()) {
    KernelLoop &Out = K.Loops[LoopIds.lookup(L)];
    Out.Header = BlockIds.lookup(L->getHeader());
    Out.Parent = L->getParentLoop() ? LoopIds.lookup(L->getParentLoop()) : NoId;
    Out.Depth = L->getLoopDepth();
    for (BasicBlock *BB : Order)
      if (L->contains(BB))
        Out.Blocks.push_back(BlockIds.lookup(BB));
    SmallVector<BasicBlock *, 4> List;
    L->getLoopLatches(List);
    for (BasicBlock *BB : List)
      Out.Latches.push_back(BlockIds.lookup(BB));
    List.clear();
    L->getExitingBlocks(List);
    for (BasicBlock *BB : List)
      Out.Exiting.push_back(BlockIds.lookup(BB));
    TripCount T = Exprs->tripCount(L);
    Out.BackedgeTaken = T.BackedgeTaken;
    Out.UpperBoundOnly = T.UpperBoundOnly;
    Out.LeavesSoon = T.LeavesSoon;
    Out.Searches = T.Searches;
    Out.EarlyExit = T.EarlyExit;
    Out.TakenOfData = T.TakenOfData;
    Out.TakenIfShared = T.TakenIfShared;
    Out.TestsBeforeBody =
        L->isLoopExiting(L->getHeader()) && L->getNumBlocks() > 1 &&
        !(L->getLoopLatch() && L->isLoopExiting(L->getLoopLatch()));
    DebugLoc Start = L->getStartLoc();
    if (!Start)
      Start = L->getHeader()->getTerminator()->getDebugLoc();
    Out.Where = Source.lineOf(Start);
    Out.Inner = Source.innerLineOf(Start);
    Out.CallLines = Source.callLinesOf(Start);
  }
}

void Builder::fillSummary() {
  orderBlocks();
  describeKernel(F, K);
  numberInstructions();
  fillOperands();
  linkCopies(F, FirstIds, Ids, K);
  Exprs.emplace(FunctionAnalyses{F, SE, LI, DT}, SummaryIds{Ids, LoopIds}, K);
  fillBlocks();
  fillLoops();
  linkBarrierWaits(F, LI, *Exprs, FirstIds, LoopIds, K);
  const BoxSizes Boxes(F, LI, K.ClusterBlocks);
  AccessCollector Accesses(F, *Exprs, {FirstIds, Ids}, Boxes, K);
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB)
      Accesses.visit(I);
  mergeVectorAccesses(K);
  findRowStarts(K);
  findDataBounds(K);
  classifyIterations(K);
  K.Independence = proveBlockIndependence({F, SE, LI, DT, *Exprs, Source, K});
}

Expected<KernelSummary> gpuperf::summarizeKernel(Function &F) {
  if (F.isDeclaration())
    return createStringError("kernel '%s' has no body in this module",
                             F.getName().str().c_str());
  if (size_t N = F.getInstructionCount(); N > MaxInstructions)
    return createStringError(
        "kernel '%s' has %zu instructions; kernels of up to %zu are analysed",
        F.getName().str().c_str(), N, MaxInstructions);
  KernelSummary K;
  Builder(F, K).fillSummary();
  LLVM_DEBUG(print(K, dbgs()));
  assert(findBrokenInvariant(K).empty() && "a summary that contradicts itself");
  return K;
}

OpCounts gpuperf::countTextOps(Function &F) {
  OpCounts Counts{};
  if (F.isDeclaration())
    return Counts;
  MachineLowering Lowering(F);
  auto Add = [&](ArrayRef<MachineOp> Ops) {
    for (MachineOp Op : Ops)
      Counts[static_cast<unsigned>(Op.Class)] += Op.Count;
  };
  for (Instruction &I : instructions(F)) {
    if (I.isDebugOrPseudoInst())
      continue;
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call) {
      Add(Lowering.lower(I));
      continue;
    }
    CallOps Ops = lowerCall(*Call);
    Add(Ops.Ops);
    if (!Ops.HasBody)
      continue;
    CalleeText Text = calleeText(*Call->getCalledFunction(), F);
    for (unsigned C = 0; C < NumOpClasses; ++C)
      Counts[C] += Text.Counts[C];
  }
  return Counts;
}
