//===- PartialWarp.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/PartialWarp.h"
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

/// The kernel whose thread does what the block of its number along x did.
static KernelSummary byThreads(const KernelSummary &Kernel, uint64_t Threads,
                               uint64_t Blocks) {
  KernelSummary K = Kernel;
  ExprPool &Pool = K.Exprs;
  auto Leaf = [&](ExprKind Kind) {
    ExprNode N;
    N.Kind = Kind, N.Width = 32;
    return Pool.get(N);
  };
  auto Both = [&](ExprKind Kind, ExprId A, ExprId B) {
    ExprNode N;
    N.Kind = Kind, N.Width = 32;
    N.Ops = {A, B, NoExpr};
    return Pool.get(N);
  };
  const size_t Before = Pool.size();
  const ExprId Place =
      Both(ExprKind::Add,
           Both(ExprKind::Mul, Leaf(ExprKind::CtaidX),
                Pool.constant(static_cast<int64_t>(Threads), 32)),
           Leaf(ExprKind::TidX));
  // An expression comes after its operands.
  std::vector<ExprId> New(Before);
  for (ExprId Id = 0; Id < Before; ++Id) {
    ExprNode N = Pool[Id];
    switch (N.Kind) {
    case ExprKind::CtaidX:
      New[Id] = Place;
      continue;
    case ExprKind::NctaidX:
      New[Id] = Pool.constant(static_cast<int64_t>(Blocks), 32);
      continue;
    case ExprKind::NtidX:
      New[Id] = Pool.constant(1, 32);
      continue;
    default:
      break;
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

} // namespace gpuperf
