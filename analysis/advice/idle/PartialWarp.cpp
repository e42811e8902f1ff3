//===- PartialWarp.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/PartialWarp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace gpuperf {

std::optional<PartialWarp> findPartialWarp(const Launch &L, bool GridKnown,
                                           unsigned WarpSize) {
  constexpr uint64_t MaxThreads = 1024; // of every GPU that is programmable
  uint64_t Threads = L.Block.count();
  if (WarpSize == 0 || Threads == 0 || Threads > MaxThreads ||
      Threads % WarpSize == 0)
    return std::nullopt;
  if (GridKnown && L.Grid.count() <= 1)
    return std::nullopt;
  PartialWarp P;
  P.WarpSize = WarpSize;
  P.WarpsPerBlock = L.warpsPerBlock(WarpSize);
  P.LargerBlock = P.WarpsPerBlock * WarpSize;
  P.SmallerBlock = P.LargerBlock - WarpSize;
  P.IdleLanes = P.LargerBlock - Threads;
  return P;
}

std::optional<Estimate> timeWithBlocksOf(uint64_t Threads,
                                         const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu) {
  Launch Other = L;
  const uint64_t All = L.Grid.X * L.Block.X;
  Other.Block = {Threads, 1, 1};
  Other.Grid.X = All / Threads + (All % Threads != 0);
  auto P = predictLaunch(Kernel, Other, Gpu);
  if (P)
    return P->TimeUs;
  llvm::consumeError(P.takeError());
  return std::nullopt;
}

static bool asksForThread(const KernelSummary &K, ExprId Id) {
  return Id != NoExpr && K.Exprs.dependsOnThread(Id);
}

/// Whether each of the kernel's blocks of one thread does its work by itself
/// and knows its place by blockIdx only.
static bool worksByBlockOnly(const KernelSummary &K) {
  if (K.StaticBarriers != 0 || K.StaticSharedBytes != 0 || K.UsesDynamicShared)
    return false;
  for (const Instr &I : K.Instrs)
    if (I.Class == OpClass::Shuffle || I.Class == OpClass::Vote ||
        I.Class == OpClass::Redux)
      return false;
  for (const Access &A : K.Accesses)
    if (asksForThread(K, A.Offset))
      return false;
  for (const Block &B : K.Blocks)
    if (asksForThread(K, B.Condition))
      return false;
  return true;
}

namespace {
/// Makes expressions of 32 bits.
class Maker {
public:
  explicit Maker(ExprPool &Pool) : Pool(Pool) {}
  ExprId leaf(ExprKind Kind) {
    ExprNode N;
    N.Kind = Kind, N.Width = 32;
    return Pool.get(N);
  }
  ExprId number(uint64_t Value) {
    return Pool.constant(static_cast<int64_t>(Value), 32);
  }
  ExprId both(ExprKind Kind, ExprId A, ExprId B) {
    ExprNode N;
    N.Kind = Kind, N.Width = 32;
    N.Ops = {A, B, NoExpr};
    return Pool.get(N);
  }

private:
  ExprPool &Pool;
};

/// What a kernel is told of its place along x: the thread, the block, and how
/// many there are of both. NoExpr: as it is.
struct PlaceInX {
  ExprId Tid = NoExpr, Ctaid = NoExpr, Ntid = NoExpr, Nctaid = NoExpr;
};
} // namespace

/// \p K where that is its place. What is not there in \p Before expressions is
/// a part of the place.
static void placeKernel(KernelSummary &K, const PlaceInX &Place,
                        size_t Before) {
  ExprPool &Pool = K.Exprs;
  auto InPlaceOf = [&](ExprKind Kind) {
    switch (Kind) {
    case ExprKind::TidX:
      return Place.Tid;
    case ExprKind::CtaidX:
      return Place.Ctaid;
    case ExprKind::NtidX:
      return Place.Ntid;
    case ExprKind::NctaidX:
      return Place.Nctaid;
    default:
      return NoExpr;
    }
  };
  // An expression comes after its operands.
  std::vector<ExprId> New(Before);
  for (ExprId Id = 0; Id < Before; ++Id) {
    ExprNode N = Pool[Id];
    if (const ExprId Other = InPlaceOf(N.Kind); Other != NoExpr) {
      New[Id] = Other;
      continue;
    }
    for (ExprId &Op : N.Ops)
      if (Op != NoExpr)
        Op = New[Op];
    New[Id] = Pool.get(N);
  }
  auto Replace = [&](ExprId &Id) {
    if (Id != NoExpr)
      Id = New[Id];
  };
  for (Access &A : K.Accesses)
    Replace(A.Offset);
  for (Block &B : K.Blocks)
    Replace(B.Condition);
  for (KernelLoop &L : K.Loops)
    for (ExprId *Id :
         {&L.BackedgeTaken, &L.EarlyExit, &L.TakenOfData, &L.TakenIfShared})
      Replace(*Id);
}

/// The kernel whose thread does what the block of its number along x did.
static KernelSummary byThreads(const KernelSummary &Kernel, uint64_t Threads,
                               uint64_t Blocks) {
  KernelSummary K = Kernel;
  const size_t Before = K.Exprs.size();
  Maker Make(K.Exprs);
  PlaceInX Place;
  Place.Ctaid = Make.both(ExprKind::Add,
                          Make.both(ExprKind::Mul, Make.leaf(ExprKind::CtaidX),
                                    Make.number(Threads)),
                          Make.leaf(ExprKind::TidX));
  Place.Nctaid = Make.number(Blocks);
  Place.Ntid = Make.number(1);
  placeKernel(K, Place, Before);
  return K;
}

/// The kernel whose block does what \p Groups blocks of \p L did, each by as
/// many threads as they had.
static KernelSummary byGroups(const KernelSummary &Kernel, const Launch &L,
                              uint64_t Groups) {
  KernelSummary K = Kernel;
  const size_t Before = K.Exprs.size();
  Maker Make(K.Exprs);
  const ExprId Threads = Make.number(L.Block.X),
               Tid = Make.leaf(ExprKind::TidX);
  PlaceInX Place;
  Place.Tid = Make.both(ExprKind::URem, Tid, Threads);
  Place.Ctaid = Make.both(ExprKind::Add,
                          Make.both(ExprKind::Mul, Make.leaf(ExprKind::CtaidX),
                                    Make.number(Groups)),
                          Make.both(ExprKind::UDiv, Tid, Threads));
  Place.Nctaid = Make.number(L.Grid.X);
  Place.Ntid = Threads;
  placeKernel(K, Place, Before);
  K.StaticSharedBytes *= Groups;
  return K;
}

std::optional<Estimate> timeIfBlocksWereThreads(uint64_t Threads,
                                                const KernelSummary &Kernel,
                                                const Launch &L,
                                                const GpuModel &Gpu) {
  if (L.Block.count() != 1 || Threads == 0 || L.Grid.X < Threads ||
      !worksByBlockOnly(Kernel))
    return std::nullopt;
  Launch Other = L;
  Other.Block = {Threads, 1, 1};
  Other.Grid.X = llvm::divideCeil(L.Grid.X, Threads);
  auto P = predictLaunch(byThreads(Kernel, Threads, L.Grid.X), Other, Gpu);
  if (P)
    return P->TimeUs;
  llvm::consumeError(P.takeError());
  return std::nullopt;
}

/// Whether the kernel asks for its lane, or the lanes of its warp exchange what
/// they have.
static bool knowsItsWarp(const KernelSummary &K) {
  auto AsksForLane = [&](ExprId Id) {
    return Id != NoExpr && (K.Exprs.dependsOn(Id, ExprKind::LaneId) ||
                            K.Exprs.dependsOn(Id, ExprKind::FromLane));
  };
  return llvm::any_of(K.Instrs,
                      [](const Instr &I) {
                        return I.Class == OpClass::Shuffle ||
                               I.Class == OpClass::Vote ||
                               I.Class == OpClass::Redux;
                      }) ||
         llvm::any_of(K.Accesses,
                      [&](const Access &A) { return AsksForLane(A.Offset); }) ||
         llvm::any_of(K.Blocks,
                      [&](const Block &B) { return AsksForLane(B.Condition); });
}

std::optional<Estimate> timeIfBlocksWereGroups(uint64_t Groups,
                                               const KernelSummary &Kernel,
                                               const Launch &L,
                                               const GpuModel &Gpu) {
  if (L.Block.Y * L.Block.Z != 1 || Groups < 2 || L.Grid.X < Groups ||
      Kernel.ClusterBlocks != 1 || knowsItsWarp(Kernel))
    return std::nullopt;
  Launch Other = L;
  Other.Block.X *= Groups;
  Other.Grid.X = llvm::divideCeil(L.Grid.X, Groups);
  Other.DynamicSharedBytes *= Groups;
  auto P = predictLaunch(byGroups(Kernel, L, Groups), Other, Gpu);
  if (P)
    return P->TimeUs;
  llvm::consumeError(P.takeError());
  return std::nullopt;
}

} // namespace gpuperf
