//===- LoopParts.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/LoopParts.h"
#include "analysis/advice/LoopCarry.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

bool gpuperf::leavesThirdDimension(const KernelSummary &K) {
  for (ExprId Id = 0; Id < K.Exprs.size(); ++Id) {
    const ExprKind Kind = K.Exprs[Id].Kind;
    if (Kind == ExprKind::CtaidZ || Kind == ExprKind::NctaidZ)
      return false;
  }
  return true;
}

static ExprId node(ExprPool &Pool, ExprKind Kind, ExprId A, ExprId B) {
  ExprNode N;
  N.Kind = Kind, N.Width = 64;
  N.Ops = {A, B, NoExpr};
  return Pool.get(N);
}

/// \p Id in 64 bits.
static ExprId widened(ExprPool &Pool, ExprId Id) {
  const ExprNode &Of = Pool[Id];
  if (resultWidth(Of) >= 64)
    return Id;
  ExprNode N;
  N.Kind = ExprKind::ZExt, N.Width = static_cast<uint8_t>(resultWidth(Of));
  N.Ops = {Id, NoExpr, NoExpr};
  return Pool.get(N);
}

KernelSummary gpuperf::shortenLoop(const KernelSummary &Kernel, LoopId Loop,
                                   uint64_t Each) {
  KernelSummary K = Kernel;
  KernelLoop &L = K.Loops[Loop];
  L.BackedgeTaken =
      node(K.Exprs, ExprKind::SMin, widened(K.Exprs, L.BackedgeTaken),
           K.Exprs.constant(static_cast<int64_t>(Each) - 1));
  return K;
}

/// Where a part begins among the iterations: the place \p Kind in 64 bits.
static ExprId place(ExprPool &Pool, ExprKind Kind) {
  ExprNode Leaf;
  Leaf.Kind = Kind, Leaf.Width = 32;
  return widened(Pool, Pool.get(Leaf));
}

static ExprId iterationOf(ExprPool &Pool, LoopId Loop) {
  ExprNode Leaf;
  Leaf.Kind = ExprKind::LoopIter, Leaf.Width = 64, Leaf.Aux = Loop;
  return Pool.get(Leaf);
}

/// Lets what was iteration i of \p Loop be iteration \p By of it.
static void renumber(KernelSummary &K, LoopId Loop, ExprId By) {
  auto Shift = [&](ExprId &Id) {
    Id = K.Exprs.substituteLoopIter(Id, Loop, By);
  };
  for (Access &A : K.Accesses)
    Shift(A.Offset);
  for (Block &B : K.Blocks)
    for (ExprId *Id : {&B.Condition, &B.Passing})
      Shift(*Id);
  for (KernelLoop &L : K.Loops)
    for (ExprId *Id : {&L.BackedgeTaken, &L.EarlyExit, &L.TakenOfData})
      Shift(*Id);
}

KernelSummary gpuperf::splitOverThreads(const KernelSummary &Kernel,
                                        LoopId Loop, uint64_t Threads) {
  KernelSummary K = Kernel;
  ExprPool &Pool = K.Exprs;
  const ExprId All = Pool.constant(static_cast<int64_t>(Threads));
  renumber(K, Loop,
           node(Pool, ExprKind::Add,
                node(Pool, ExprKind::Mul, iterationOf(Pool, Loop), All),
                place(Pool, ExprKind::TidX)));
  // The first thread has the most: all lanes of a warp go as long as it does.
  ExprId &Taken = K.Loops[Loop].BackedgeTaken;
  Taken = node(Pool, ExprKind::UDiv, widened(Pool, Taken), All);
  return K;
}

KernelSummary gpuperf::splitOverBlocks(const KernelSummary &Kernel, LoopId Loop,
                                       uint64_t Each) {
  KernelSummary K = Kernel;
  ExprPool &Pool = K.Exprs;
  const ExprId First = node(Pool, ExprKind::Mul, place(Pool, ExprKind::CtaidZ),
                            Pool.constant(static_cast<int64_t>(Each)));
  renumber(K, Loop, node(Pool, ExprKind::Add, iterationOf(Pool, Loop), First));

  ExprId &Taken = K.Loops[Loop].BackedgeTaken;
  const ExprId Most = Pool.constant(static_cast<int64_t>(Each) - 1);
  if (Taken == NoExpr) {
    Taken = Most;
    return K;
  }
  // The last part may be shorter. A part with nothing to do runs once, as a
  // loop that is entered does.
  const ExprId Left = node(Pool, ExprKind::Sub, widened(Pool, Taken), First);
  Taken = node(Pool, ExprKind::SMax, Pool.constant(0),
               node(Pool, ExprKind::SMin, Left, Most));
  return K;
}

std::optional<LoopEnds> gpuperf::loopEnds(const KernelSummary &K, LoopId Loop) {
  LoopEnds Ends;
  for (BlockId Pred : K.Blocks[K.Loops[Loop].Header].Preds) {
    if (isInLoop(K, Pred, Loop))
      continue;
    if (Ends.Entering != NoId)
      return std::nullopt;
    Ends.Entering = Pred;
  }
  for (BlockId B : K.Loops[Loop].Exiting)
    for (BlockId Succ : K.Blocks[B].Succs) {
      if (isInLoop(K, Succ, Loop) || Succ == Ends.Exit)
        continue;
      if (Ends.Exit != NoId)
        return std::nullopt;
      Ends.Exit = Succ;
    }
  if (Ends.Entering == NoId || Ends.Exit == NoId)
    return std::nullopt;
  return Ends;
}

/// Moves what \p I costs, in operations, from \p From to \p To.
static void moveCost(std::vector<OpCounts> &Counts, const Instr &I,
                     BlockId From, BlockId To) {
  if (Counts.empty())
    return;
  double &Before = Counts[From][static_cast<size_t>(I.Class)];
  Before = std::max(0.0, Before - I.Count);
  Counts[To][static_cast<size_t>(I.Class)] += I.Count;
}

/// Puts \p Id, the instruction of a memory access, behind the phis of \p To or
/// before its terminator.
static void moveAccess(KernelSummary &K, InstrId Id, BlockId To, bool Front) {
  Instr &I = K.Instrs[Id];
  Access &A = K.Accesses[I.Mem];
  const BlockId From = I.Block;
  llvm::erase(K.Blocks[From].Instrs, Id);
  llvm::SmallVectorImpl<InstrId> &New = K.Blocks[To].Instrs;
  auto At =
      Front ? llvm::find_if(New, [&](InstrId N) { return !K.Instrs[N].IsPhi; })
            : New.end() - (New.empty() ? 0 : 1);
  New.insert(At, Id);
  I.Block = A.Block = To;
  moveCost(K.MachineCounts, I, From, To);
  moveCost(K.MachineLaneCounts, I, From, To);
  if (A.Space == MemSpace::Shared && !K.MachineSharedBytes.empty()) {
    double &Before = K.MachineSharedBytes[From];
    Before = std::max(0.0, Before - A.BytesPerLane);
    K.MachineSharedBytes[To] += A.BytesPerLane;
  }
}

/// The instruction that makes what \p Store stores: none of those that make its
/// address, which are also \p Load's.
static InstrId storedValue(const KernelSummary &K, const Instr &Store,
                           const Instr &Load) {
  for (InstrId Op : Store.Operands)
    if (!llvm::is_contained(Load.Operands, Op))
      return Op;
  return NoId;
}

/// Hands what \p Store stores on to the next iteration of \p Loop, which has
/// loaded it with \p Loads.
static void handOn(KernelSummary &K, LoopId Loop, BlockId Entering,
                   InstrId Store, llvm::ArrayRef<InstrId> Loads) {
  const InstrId Value =
      storedValue(K, K.Instrs[Store], K.Instrs[Loads.front()]);
  if (Value == NoId)
    return;
  Instr Phi;
  Phi.IsPhi = true;
  Phi.Block = K.Loops[Loop].Header;
  Phi.Name = K.Instrs[Loads.front()].Name;
  for (BlockId Pred : K.Blocks[Phi.Block].Preds)
    Phi.Incoming.push_back({Pred, Pred == Entering ? Loads.front() : Value});
  const auto PhiId = static_cast<InstrId>(K.Instrs.size());
  for (BlockId B : K.Loops[Loop].Blocks)
    for (InstrId I : K.Blocks[B].Instrs)
      for (InstrId Load : Loads)
        llvm::replace(K.Instrs[I].Operands, Load, PhiId);
  K.Blocks[Phi.Block].Instrs.insert(K.Blocks[Phi.Block].Instrs.begin(), PhiId);
  K.Instrs.push_back(std::move(Phi));
}

KernelSummary gpuperf::keepInRegisters(const KernelSummary &Kernel, LoopId Loop,
                                       llvm::ArrayRef<AccessId> Ids) {
  KernelSummary K = Kernel;
  const LoopEnds Ends = *loopEnds(K, Loop);
  for (AccessId Id : Ids) {
    const bool IsLoad = K.Accesses[Id].Kind == AccessKind::Load;
    moveAccess(K, K.Accesses[Id].Instr, IsLoad ? Ends.Entering : Ends.Exit,
               /*Front=*/!IsLoad);
  }
  for (AccessId Id : Ids) {
    const Access &S = K.Accesses[Id];
    if (S.Kind == AccessKind::Load)
      continue;
    llvm::SmallVector<InstrId, 4> Loads;
    for (AccessId Other : Ids) {
      const Access &A = K.Accesses[Other];
      if (A.Kind == AccessKind::Load && A.Base == S.Base &&
          A.BaseIndex == S.BaseIndex)
        Loads.push_back(A.Instr);
    }
    if (!Loads.empty())
      handOn(K, Loop, Ends.Entering, S.Instr, Loads);
  }
  return K;
}
