//===- MachineText.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/MachineText.h"
#include "analysis/kernel/KernelText.h"
#include "analysis/kernel/MachineOps.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace gpuperf;
using namespace llvm;

static constexpr StringLiteral TagName = "gpuperf.block";
/// Copies of copies: more than any text holds.
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

namespace {
/// What a block of the unrolled text stands for, found where it has no tag.
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
    // Blocks of one loop run equally often but for conditions; a loop that was
    // left is passed over by way of its own dominator.
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
    // The first block of a loop: as the loop's tagged blocks.
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

/// A jump that the layout of blocks leaves: to one that others fall into.
static bool isLaidOutNext(const BasicBlock &BB) {
  const BasicBlock *Next = BB.getSingleSuccessor();
  return Next && (Next == BB.getNextNode() || Next->getSinglePredecessor());
}

void gpuperf::addMachineCounts(KernelSummary &K, Function &Text) {
  if (Text.isDeclaration())
    return;
  DenseMap<uint32_t, BlockId> Ids;
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id)
    if (K.Blocks[Id].TextIndex != NoId)
      Ids[K.Blocks[Id].TextIndex] = Id;
  if (Ids.size() != K.Blocks.size())
    return;
  std::vector<OpCounts> Counts(K.Blocks.size(), OpCounts{});
  OpCounts All{};
  MachineLowering Lowering(Text);
  Tags Frequency(Text);
  for (BasicBlock &BB : Text) {
    if (!Frequency.isReachable(&BB))
      continue;
    OpCounts Here{};
    auto Add = [&](ArrayRef<MachineOp> Ops) {
      for (MachineOp Op : Ops)
        Here[static_cast<unsigned>(Op.Class)] += Op.Count;
    };
    for (Instruction &I : BB) {
      if (I.isDebugOrPseudoInst() || (I.isTerminator() && isLaidOutNext(BB)))
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
      Add({{OpClass::Branch, 2}}); // call and return
      CalleeText Callee = calleeText(*Call->getCalledFunction(), Text);
      for (unsigned C = 0; C < NumOpClasses; ++C)
        Here[C] += Callee.Counts[C];
    }
    BlockTag Tag = Frequency.of(&BB);
    auto Id = Ids.find(Tag.Block);
    for (unsigned C = 0; C < NumOpClasses; ++C) {
      All[C] += Here[C];
      if (Tag.Copies && Id != Ids.end())
        Counts[Id->second][C] += Here[C] / Tag.Copies;
    }
  }
  K.MachineCounts = std::move(Counts);
  K.UnrolledTextCounts = All;
}
