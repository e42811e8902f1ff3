//===- MachineText.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineText.h"
#include "analysis/machine/KernelText.h"
#include "analysis/machine/MachineOps.h"
#include "analysis/machine/ParamSpace.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include <cmath>
#include <map>

using namespace gpuperf;
using namespace llvm;

static constexpr StringLiteral TagName = "gpuperf.block";
/// Limit of BlockTag::Copies, for copies are copied again: more than any text
/// holds.
static constexpr uint64_t MostCopies = 1u << 30;

static void setTag(BasicBlock &BB, BlockTag Tag) {
  Instruction *Term = BB.getTerminator();
  if (!Term)
    return;
  LLVMContext &Context = BB.getContext();
  auto Number = [&](uint32_t N) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(Context), N));
  };
  Term->setMetadata(
      TagName, MDNode::get(Context, {Number(Tag.Block), Number(Tag.Copies)}));
}

std::optional<BlockTag> gpuperf::blockTag(const BasicBlock &BB) {
  const Instruction *Term = BB.getTerminator();
  const MDNode *Node = Term ? Term->getMetadata(TagName) : nullptr;
  if (!Node || Node->getNumOperands() != 2)
    return std::nullopt;
  const auto *Block = mdconst::dyn_extract<ConstantInt>(Node->getOperand(0));
  const auto *Copies = mdconst::dyn_extract<ConstantInt>(Node->getOperand(1));
  if (!Block || !Copies)
    return std::nullopt;
  return BlockTag{static_cast<uint32_t>(Block->getZExtValue()),
                  static_cast<uint32_t>(Copies->getZExtValue())};
}

void gpuperf::tagBlocks(Function &F) {
  uint32_t Index = 0;
  for (BasicBlock &BB : F)
    setTag(BB, {Index++, 1});
}

void gpuperf::multiplyCopies(ArrayRef<BasicBlock *> Blocks, unsigned Factor) {
  for (BasicBlock *BB : Blocks)
    if (std::optional<BlockTag> Tag = blockTag(*BB)) {
      Tag->Copies = static_cast<uint32_t>(
          std::min(uint64_t(Tag->Copies) * Factor, MostCopies));
      setTag(*BB, *Tag);
    }
}

SmallVector<MDNode *, 16> gpuperf::tagsOf(ArrayRef<BasicBlock *> Blocks) {
  SmallVector<MDNode *, 16> Tags;
  for (const BasicBlock *BB : Blocks)
    Tags.push_back(BB->getTerminator()->getMetadata(TagName));
  return Tags;
}

void gpuperf::restoreTags(ArrayRef<BasicBlock *> Blocks,
                          ArrayRef<MDNode *> Tags) {
  for (size_t I = 0; I < Blocks.size() && I < Tags.size(); ++I)
    Blocks[I]->getTerminator()->setMetadata(TagName, Tags[I]);
}

void gpuperf::tagRare(ArrayRef<BasicBlock *> Blocks) {
  for (BasicBlock *BB : Blocks)
    setTag(*BB, {0, 0});
}

/// The one block that is executed after \p BB; null if there are several.
static BasicBlock *onlySuccessor(BasicBlock &BB) {
  const auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
  if (Branch && Branch->isConditional())
    if (const auto *Known = dyn_cast<ConstantInt>(Branch->getCondition()))
      return Branch->getSuccessor(Known->isZero() ? 1 : 0);
  return BB.getUniqueSuccessor();
}

void gpuperf::tagLikeNeighbours(Function &F) {
  auto Copy = [](const BasicBlock *From, BasicBlock *To) {
    std::optional<BlockTag> Tag = From ? blockTag(*From) : std::nullopt;
    if (!Tag || blockTag(*To))
      return false;
    setTag(*To, *Tag);
    return true;
  };
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (BasicBlock &BB : F) {
      BasicBlock *Next = onlySuccessor(BB);
      if (!Next || Next->getUniquePredecessor() != &BB)
        continue;
      Changed |= Copy(&BB, Next);
      Changed |= Copy(Next, &BB);
    }
  }
}

namespace {
/// The tags of all blocks of the unrolled text. Where a block has none, because
/// a pass made it, one is found for it.
class Tags {
public:
  explicit Tags(Function &F) : DT(F), LI(DT) {
    for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
      find(BB);
  }
  BlockTag of(const BasicBlock *BB) const { return Found.lookup(BB); }
  bool isReachable(const BasicBlock *BB) const { return Found.contains(BB); }

private:
  void find(BasicBlock *BB) {
    if (std::optional<BlockTag> Tag = blockTag(*BB)) {
      Found[BB] = *Tag;
      return;
    }
    // The blocks of one loop run equally often, if conditions are left aside,
    // so the nearest dominator in the same loop that has a tag is taken. A
    // dominator in a loop that was left on the way is skipped.
    const llvm::Loop *L = LI.getLoopFor(BB);
    const auto *Node = DT.getNode(BB);
    for (Node = Node ? Node->getIDom() : nullptr; Node; Node = Node->getIDom())
      if (LI.getLoopFor(Node->getBlock()) == L &&
          Found.contains(Node->getBlock()))
        break;
    if (Node) {
      Found[BB] = Found.lookup(Node->getBlock());
      return;
    }
    // The first block of a loop has no dominator in it: it is taken to run as
    // often as a block of the loop that has a tag.
    if (L)
      for (BasicBlock *In : L->blocks())
        if (LI.getLoopFor(In) == L)
          if (std::optional<BlockTag> Tag = blockTag(*In)) {
            Found[BB] = *Tag;
            return;
          }
    Found[BB] = BlockTag{0, L ? 0u : 1u};
  }

  DominatorTree DT;
  LoopInfo LI;
  DenseMap<const BasicBlock *, BlockTag> Found;
};
} // namespace

/// A conditional block of up to so many operations is executed under a
/// predicate instead of being jumped over. Read off what ptxas 13 makes of
/// growing blocks for sm_75 to sm_90. The limit is higher for a block that
/// loads or stores, or whose condition is the same for all threads.
static constexpr double PredicatedOps = 7, PredicatedLoadOps = 16;
/// What it costs to bring the threads of a warp together again where they may
/// take different ways: BSSY before, BSYNC after.
static constexpr double ReconvergenceOps = 2;

namespace {
/// Which values may differ between the threads of a warp: thread indices, what
/// was loaded, and what is computed from either.
class Divergence {
public:
  explicit Divergence(const Function &F) {
    SmallVector<const Instruction *, 32> Work;
    for (const Instruction &I : instructions(F))
      if (isSource(I) && Divergent.insert(&I).second)
        Work.push_back(&I);
    while (!Work.empty())
      for (const User *U : Work.pop_back_val()->users())
        if (const auto *UI = dyn_cast<Instruction>(U);
            UI && !isScalar(*UI) && Divergent.insert(UI).second)
          Work.push_back(UI);
  }
  bool isDivergent(const Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return I && Divergent.contains(I);
  }

private:
  /// What AMD's vector unit hands to the scalar one.
  static bool isScalar(const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    StringRef Name = Callee ? Callee->getName() : "";
    return Name.consume_front("llvm.amdgcn.") &&
           (Name.starts_with("readfirstlane") || Name.starts_with("readlane") ||
            Name.starts_with("ballot"));
  }
  static bool isSource(const Instruction &I) {
    if (const auto *Load = dyn_cast<LoadInst>(&I)) {
      unsigned Space = knownAddressSpace(Load->getPointerOperand());
      return Space != ParamSpace && Space != NVPTXAS::ADDRESS_SPACE_CONST;
    }
    if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I))
      return true;
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || Call->getType()->isVoidTy())
      return false;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee || !Callee->isIntrinsic())
      return true;
    StringRef Name = Callee->getName();
    return Name.contains("sreg.tid") || Name.contains("sreg.laneid") ||
           Name.contains("shfl") || Name.contains("atomic") ||
           Name.contains("ldg") || Name.contains("ldu");
  }
  DenseSet<const Instruction *> Divergent;
};

/// Counts the operations of an unrolled text and charges them to the blocks of
/// the summary that its blocks are copies of.
class TextCounter {
public:
  TextCounter(KernelSummary &K, Function &Text)
      : K(K), Text(Text), IsAmd(Text.getParent()->getTargetTriple().isAMDGCN()),
        Lowering(Text), Frequency(Text), Apart(Text), DT(Text), LI(DT) {}
  /// Fills the machine counts; false, and nothing is filled, if not every block
  /// of the summary has a tag.
  bool fillCounts();

private:
  void countBlock(BasicBlock &BB);
  void addCall(const CallBase &Call, OpCounts &Here);
  void add(OpCounts &Here, ArrayRef<MachineOp> Ops) const;
  bool isScalar(const Instruction &I) const;
  double controlOps(const BasicBlock &BB) const;
  bool isPredicated(const BasicBlock &BB) const;
  bool isExit(const BasicBlock &BB) const;
  void charge(const BasicBlock &BB);
  void findCopies();
  void addSharedWidths(const BasicBlock &BB, BlockId Id);
  void findJoined();
  void addGlobalWidths(const BasicBlock &BB, BlockId Id);
  void findWide();

  KernelSummary &K;
  Function &Text;
  bool IsAmd;
  MachineLowering Lowering;
  Tags Frequency;
  Divergence Apart;
  DominatorTree DT;
  LoopInfo LI;
  DenseMap<uint32_t, BlockId> Ids;
  DenseMap<const BasicBlock *, OpCounts> Counts;
  /// The blocks that are executed under a predicate, each with the block that
  /// it is issued with.
  DenseMap<const BasicBlock *, const BasicBlock *> IssuedWith;
  /// What accesses to shared memory move that are of one kind, of one block of
  /// the summary (NoId: of all) and to one variable (NoId: it is not known to
  /// which).
  struct Moved {
    double Bytes = 0, Accesses = 0;
  };
  using SharedKey = std::tuple<BlockId, AccessKind, uint32_t>;
  std::map<SharedKey, Moved> SharedWidths;
  /// The same of AMD's accesses to global memory, by the bytes of an element.
  using GlobalKey = std::tuple<BlockId, AccessKind, uint32_t>;
  std::map<GlobalKey, Moved> GlobalWidths;
};
} // namespace

static double totalOf(const OpCounts &Counts) {
  double Sum = 0;
  for (unsigned C = 0; C < NumOpClasses; ++C)
    if (static_cast<OpClass>(C) != OpClass::Free)
      Sum += Counts[C];
  return Sum;
}

static double &countOf(OpCounts &Counts, OpClass Op) {
  return Counts[static_cast<unsigned>(Op)];
}

/// Adds \p Ops, of which those that the machine has no instruction for count as
/// the sequence that it executes instead.
void TextCounter::add(OpCounts &Here, ArrayRef<MachineOp> Ops) const {
  for (MachineOp Op : Ops) {
    ArrayRef<SequenceStep> Sequence = issuedSequence(Op.Class);
    if (Sequence.empty())
      countOf(Here, Op.Class) += Op.Count;
    for (const SequenceStep &Step : Sequence)
      if (Step.Issued > 0)
        countOf(Here, Step.Op) += Step.Issued * Op.Count;
  }
}

void TextCounter::addCall(const CallBase &Call, OpCounts &Here) {
  CallOps Ops = lowerCall(Call);
  add(Here, Ops.Ops);
  if (!Ops.HasBody)
    return;
  add(Here, {{OpClass::Branch, 2}}); // call and return
  CalleeText Callee = calleeText(*Call.getCalledFunction(), Text);
  for (unsigned C = 0; C < NumOpClasses; ++C)
    Here[C] += Callee.Counts[C];
}

/// Whether the block does nothing but end the kernel.
bool TextCounter::isExit(const BasicBlock &BB) const {
  return isa<ReturnInst>(BB.getTerminator()) &&
         &*BB.getFirstNonPHIOrDbg() == BB.getTerminator();
}

/// Operations of the block's terminator: a jump to a block that is not laid out
/// next, a branch, and the bookkeeping where threads of a warp may take
/// different ways.
double TextCounter::controlOps(const BasicBlock &BB) const {
  const Instruction *Term = BB.getTerminator();
  const auto *Branch = dyn_cast<BranchInst>(Term);
  if (!Branch)
    return isa<ReturnInst>(Term) ? 1 : 0;
  if (Branch->isUnconditional()) {
    const BasicBlock *Next = Branch->getSuccessor(0);
    bool LaidOutNext = Next == BB.getNextNode() || Next->getSinglePredecessor();
    return LaidOutNext || isExit(*Next) ? 0 : 1;
  }
  double Ops = 1;
  const llvm::Loop *L = LI.getLoopFor(&BB);
  bool LeavesLoop = false, Ends = false;
  for (const BasicBlock *Next : successors(&BB)) {
    LeavesLoop |= L && !L->contains(Next);
    Ends |= isExit(*Next) || isa<UnreachableInst>(Next->getTerminator());
  }
  if (Apart.isDivergent(Branch->getCondition()) && !LeavesLoop && !Ends)
    Ops += ReconvergenceOps;
  return Ops;
}

/// Whether AMD's scalar unit does \p I, beside the vector units: integers that
/// all lanes have in common. It has no arithmetic for floats.
bool TextCounter::isScalar(const Instruction &I) const {
  if (!IsAmd || Apart.isDivergent(&I) || isa<CallBase>(I) ||
      I.mayReadOrWriteMemory())
    return false;
  auto IsFloat = [](const Type *T) {
    return T->getScalarType()->isFloatingPointTy();
  };
  return !IsFloat(I.getType()) && none_of(I.operands(), [&](const Use &Op) {
    return IsFloat(Op->getType());
  });
}

void TextCounter::countBlock(BasicBlock &BB) {
  OpCounts &Here = Counts.try_emplace(&BB, OpCounts{}).first->second;
  for (Instruction &I : BB) {
    if (I.isDebugOrPseudoInst() || isa<BranchInst>(I) || isa<ReturnInst>(I) ||
        isScalar(I))
      continue;
    if (const auto *Call = dyn_cast<CallBase>(&I))
      addCall(*Call, Here);
    else
      add(Here, Lowering.lower(I));
  }
  // The stack pointer is set, whether it is used or not, and the size of what
  // is indexed (sm_75) or the memory descriptor (above) is loaded.
  if (&BB == &Text.getEntryBlock())
    countOf(Here, OpClass::SelectMove) += 2;
}

/// Whether \p BB is executed under a predicate: it is a small block that can be
/// left out on the way from the block before it to the one after it, or one of
/// a chain of conditions that lead to the latter.
bool TextCounter::isPredicated(const BasicBlock &BB) const {
  const BasicBlock *Before = BB.getSinglePredecessor();
  const auto *Branch =
      Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() ||
      LI.getLoopFor(&BB) != LI.getLoopFor(Before))
    return false;
  const BasicBlock *After = Branch->getSuccessor(0) == &BB
                                ? Branch->getSuccessor(1)
                                : Branch->getSuccessor(0);
  if (After == &BB || !is_contained(successors(&BB), After) ||
      !isa<BranchInst>(BB.getTerminator()))
    return false;
  // Threads without work end there. A warp of only such threads issues nothing
  // more, so this is a branch.
  if (isExit(*After))
    return false;
  const OpCounts &Here = Counts.find(&BB)->second;
  auto Of = [&](OpClass Op) { return Here[static_cast<unsigned>(Op)]; };
  if (Of(OpClass::Barrier) + Of(OpClass::AtomicGlobal) +
          Of(OpClass::AtomicShared) + Of(OpClass::Fence) +
          Of(OpClass::ExternalCall) + Of(OpClass::InlineAsm) +
          Of(OpClass::Branch) + Of(OpClass::Shuffle) + Of(OpClass::Vote) >
      0)
    return false;
  bool Generous = Of(OpClass::LoadGlobal) > 0 || Of(OpClass::LoadShared) > 0 ||
                  Of(OpClass::StoreGlobal) > 0 ||
                  !Apart.isDivergent(Branch->getCondition());
  return totalOf(Here) <= (Generous ? PredicatedLoadOps : PredicatedOps);
}

/// Bytes that a load or a store of one thread moves.
static double bytesMoved(const Instruction &I) {
  return static_cast<double>(
      I.getModule()
          ->getDataLayout()
          .getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&I)))
          .getKnownMinValue());
}

/// Bytes that a thread moves to and from shared memory.
static double sharedBytes(const BasicBlock &BB) {
  double Bytes = 0;
  for (const Instruction &I : BB)
    if (const Value *Place = getLoadStorePointerOperand(&I);
        Place && Place->getType()->getPointerAddressSpace() ==
                     NVPTXAS::ADDRESS_SPACE_SHARED)
      Bytes += bytesMoved(I);
  return Bytes;
}

void TextCounter::addSharedWidths(const BasicBlock &BB, BlockId Id) {
  for (const Instruction &I : BB) {
    const Value *Place = getLoadStorePointerOperand(&I);
    if (!Place || Place->getType()->getPointerAddressSpace() !=
                      NVPTXAS::ADDRESS_SPACE_SHARED)
      continue;
    uint32_t Variable = NoId;
    if (const auto *V = dyn_cast<GlobalVariable>(getUnderlyingObject(Place)))
      for (uint32_t N = 0; N < K.Variables.size(); ++N)
        if (K.Variables[N].Name == V->getName())
          Variable = N;
    const auto Kind = isa<LoadInst>(I) ? AccessKind::Load : AccessKind::Store;
    for (BlockId Block : {Id, BlockId(NoId)}) {
      Moved &M = SharedWidths[{Block, Kind, Variable}];
      M.Bytes += bytesMoved(I);
      M.Accesses += 1;
    }
  }
}

/// What one instruction moves for a lane at most: four words.
static constexpr double MostBytesOfLane = 16;

void TextCounter::addGlobalWidths(const BasicBlock &BB, BlockId Id) {
  for (const Instruction &I : BB) {
    const Value *Place = getLoadStorePointerOperand(&I);
    if (!Place || knownAddressSpace(Place) != NVPTXAS::ADDRESS_SPACE_GLOBAL)
      continue;
    const uint64_t Bits =
        getLoadStoreType(const_cast<Instruction *>(&I))->getScalarSizeInBits();
    const auto Kind = isa<LoadInst>(I) ? AccessKind::Load : AccessKind::Store;
    for (BlockId Block : {Id, BlockId(NoId)}) {
      Moved &M = GlobalWidths[{Block, Kind, uint32_t(Bits / 8)}];
      M.Bytes += bytesMoved(I);
      M.Accesses += std::ceil(bytesMoved(I) / MostBytesOfLane);
    }
  }
}

/// Tells AMD's accesses to global memory into how wide ones they are joined.
void TextCounter::findWide() {
  for (Access &A : K.Accesses) {
    if (A.Space != MemSpace::Global || A.Kind == AccessKind::Atomic)
      continue;
    auto It = GlobalWidths.find({A.Block, A.Kind, A.BytesPerLane});
    if (It == GlobalWidths.end())
      It = GlobalWidths.find({BlockId(NoId), A.Kind, A.BytesPerLane});
    if (It == GlobalWidths.end())
      continue;
    const double Width = It->second.Bytes / It->second.Accesses;
    if (Width > A.BytesPerLane)
      A.WideBytes = Width;
  }
}

/// Tells the accesses of the summary into how wide ones they are joined.
void TextCounter::findJoined() {
  for (Access &A : K.Accesses) {
    if (A.Space != MemSpace::Shared || A.Kind == AccessKind::Atomic)
      continue;
    const uint32_t Variable =
        A.Base == Access::BaseKind::Variable ? A.BaseIndex : uint32_t(NoId);
    // The copies of a loop that is unrolled in full are in the block around it.
    auto It = SharedWidths.find({A.Block, A.Kind, Variable});
    if (It == SharedWidths.end())
      It = SharedWidths.find({BlockId(NoId), A.Kind, Variable});
    if (It == SharedWidths.end())
      continue;
    const auto Width = llvm::bit_floor(
        static_cast<uint32_t>(It->second.Bytes / It->second.Accesses));
    if (Width > A.BytesPerLane)
      A.JoinedBytes = Width;
  }
}

/// Adds a block's counts to the blocks of the summary that it stands for: as
/// often as it is issued, and for the lanes that execute it.
void TextCounter::charge(const BasicBlock &BB) {
  const OpCounts &Here = Counts.find(&BB)->second;
  const BasicBlock *With = IssuedWith.lookup(&BB);
  auto AddTo = [&](std::vector<OpCounts> &Sums, BlockTag Tag) {
    auto Id = Ids.find(Tag.Block);
    if (Tag.Copies && Id != Ids.end())
      for (unsigned C = 0; C < NumOpClasses; ++C)
        Sums[Id->second][C] += Here[C] / Tag.Copies;
  };
  AddTo(K.MachineCounts, Frequency.of(With ? With : &BB));
  AddTo(K.MachineLaneCounts, Frequency.of(&BB));
  const BlockTag Executed = Frequency.of(&BB);
  if (auto Id = Ids.find(Executed.Block); Executed.Copies && Id != Ids.end()) {
    // Lanes that are off by a predicate ask for nothing.
    K.MachineSharedBytes[Id->second] += sharedBytes(BB) / Executed.Copies;
    addSharedWidths(BB, Id->second);
    if (IsAmd)
      addGlobalWidths(BB, Id->second);
  }
  for (unsigned C = 0; C < NumOpClasses; ++C)
    K.UnrolledTextCounts[C] += Here[C];
}

/// Finds how often each loop was unrolled. The tags of its blocks say how many
/// copies share their executions, which includes how often the loops around it
/// were unrolled. Where none of its blocks is left, it was unrolled in full.
void TextCounter::findCopies() {
  std::vector<double> Together(K.Loops.size(), 0);
  for (BasicBlock &BB : Text) {
    std::optional<BlockTag> Tag = blockTag(BB);
    auto Id = Tag ? Ids.find(Tag->Block) : Ids.end();
    if (Id == Ids.end() || !Tag->Copies)
      continue;
    LoopId Loop = K.Blocks[Id->second].InnermostLoop;
    if (Loop != NoId)
      Together[Loop] = std::max<double>(Together[Loop], Tag->Copies);
  }
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id) {
    KernelLoop &L = K.Loops[Id];
    double Around = L.Parent == NoId ? 1 : Together[L.Parent];
    if (Together[Id] == 0) {
      const ExprNode *Taken = L.BackedgeTaken == NoExpr || L.UpperBoundOnly
                                  ? nullptr
                                  : &K.Exprs[L.BackedgeTaken];
      bool IsConstant =
          Taken && Taken->Kind == ExprKind::Constant && Taken->Imm >= 0;
      L.Copies = IsConstant ? static_cast<double>(Taken->Imm) + 1 : 1;
      Together[Id] = L.Copies * Around;
    } else {
      L.Copies = std::max(Together[Id] / std::max(Around, 1.0), 1.0);
    }
  }
}

bool TextCounter::fillCounts() {
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id)
    if (K.Blocks[Id].TextIndex != NoId)
      Ids[K.Blocks[Id].TextIndex] = Id;
  if (Ids.size() != K.Blocks.size())
    return false;
  K.MachineCounts.assign(K.Blocks.size(), OpCounts{});
  K.MachineLaneCounts.assign(K.Blocks.size(), OpCounts{});
  K.MachineSharedBytes.assign(K.Blocks.size(), 0);
  K.UnrolledTextCounts = OpCounts{};
  ReversePostOrderTraversal<Function *> Order(&Text);
  for (BasicBlock *BB : Order)
    countBlock(*BB);
  DenseSet<const BasicBlock *> Jumped;
  for (BasicBlock *BB : Order) {
    if (!isPredicated(*BB))
      continue;
    const BasicBlock *Before = BB->getSinglePredecessor();
    const BasicBlock *With = IssuedWith.lookup(Before);
    IssuedWith[BB] = With ? With : Before;
    Jumped.insert(Before);
  }
  for (BasicBlock *BB : Order) {
    // A block that is executed under a predicate needs no jump around it.
    bool Falls = IssuedWith.contains(BB) && BB->getSingleSuccessor();
    if (!Jumped.contains(BB) && !Falls)
      countOf(Counts.find(BB)->second, OpClass::Branch) += controlOps(*BB);
    charge(*BB);
  }
  findCopies();
  findJoined();
  if (IsAmd)
    findWide();
  return true;
}

void gpuperf::addMachineCounts(KernelSummary &K, Function &Text) {
  if (!Text.isDeclaration())
    TextCounter(K, Text).fillCounts();
  assert(findBrokenInvariant(K).empty() &&
         "counts that contradict the summary");
}
