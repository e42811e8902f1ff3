//===- BlockCandidates.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/BlockCandidates.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <tuple>

using namespace gpuperf;

static uint64_t ceilDiv(uint64_t A, uint64_t B) { return A / B + (A % B != 0); }

static uint64_t saturatingMul(uint64_t A, uint64_t B) {
  uint64_t Product;
  return __builtin_mul_overflow(A, B, &Product) ? ~uint64_t(0) : Product;
}

/// Whether anything that the kernel computes depends on a thread's or a block's
/// place in that dimension.
static bool uses(const KernelSummary &K, ExprKind Tid, ExprKind Ctaid) {
  auto Depends = [&](ExprId Id) {
    return Id != NoExpr &&
           (K.Exprs.dependsOn(Id, Tid) || K.Exprs.dependsOn(Id, Ctaid));
  };
  return llvm::any_of(K.Accesses,
                      [&](const Access &A) { return Depends(A.Offset); }) ||
         llvm::any_of(
             K.Loops,
             [&](const Loop &Lp) { return Depends(Lp.BackedgeTaken); }) ||
         llvm::any_of(K.Blocks,
                      [&](const Block &B) { return Depends(B.Condition); });
}

std::vector<Launch> gpuperf::blockCandidates(const KernelSummary &K,
                                             const Launch &L,
                                             const GpuModel &Gpu) {
  std::vector<Launch> Out = {L};
  const auto WarpSize =
      std::max<uint64_t>(static_cast<uint64_t>(Gpu.Arch.WarpSize.Value), 1);
  auto Most = static_cast<uint64_t>(Gpu.Arch.MaxThreadsPerBlock.Value);
  if (K.MaxThreadsPerBlockBound)
    Most = std::min<uint64_t>(Most, K.MaxThreadsPerBlockBound);
  if (L.Block.count() == 0 || L.Grid.count() == 0)
    return Out;
  const Dim3 Threads{saturatingMul(L.Grid.X, L.Block.X),
                     saturatingMul(L.Grid.Y, L.Block.Y),
                     saturatingMul(L.Grid.Z, L.Block.Z)};
  auto Add = [&](const Dim3 &Block) {
    Launch C = L;
    C.Block = Block;
    C.Grid = {ceilDiv(Threads.X, Block.X), ceilDiv(Threads.Y, Block.Y),
              ceilDiv(Threads.Z, Block.Z)};
    // Dynamic shared memory is taken to grow with the block where it is some
    // bytes per thread.
    if (const uint64_t Before = L.Block.count();
        L.DynamicSharedBytes % Before == 0)
      C.DynamicSharedBytes =
          saturatingMul(L.DynamicSharedBytes / Before, Block.count());
    bool Known =
        llvm::any_of(Out, [&](const Launch &O) { return O.Block == C.Block; });
    if (!Known && launchLimitViolations(K, C, Gpu).empty())
      Out.push_back(C);
  };
  const bool Flat = L.Block.Y == 1 && L.Block.Z == 1 &&
                    !uses(K, ExprKind::TidY, ExprKind::CtaidY) &&
                    !uses(K, ExprKind::TidZ, ExprKind::CtaidZ);
  if (Flat) {
    for (uint64_t X = WarpSize; X <= Most; X += WarpSize)
      Add({X, 1, 1});
    return Out;
  }
  auto MostOf = [](uint64_t Extent, uint64_t Limit) {
    return Extent <= 1 ? uint64_t(1) : Limit;
  };
  const uint64_t MostY = MostOf(Threads.Y, 64), MostZ = MostOf(Threads.Z, 8);
  for (uint64_t Z = 1; Z <= MostZ; Z *= 2)
    for (uint64_t Y = 1; Y <= MostY; Y *= 2)
      for (uint64_t X = 4; X <= Most; X *= 2)
        if (X * Y * Z <= Most && X * Y * Z >= WarpSize &&
            X * Y * Z % WarpSize == 0)
          Add({X, Y, Z});
  return Out;
}

std::vector<RankedLaunch> gpuperf::rankLaunches(const KernelSummary &K,
                                                llvm::ArrayRef<Launch> Launches,
                                                const GpuModel &Gpu,
                                                const PredictOptions &Options) {
  std::vector<RankedLaunch> Out;
  for (const Launch &L : Launches) {
    auto P = predictLaunch(K, L, Gpu, Options);
    if (!P) {
      llvm::consumeError(P.takeError());
      continue;
    }
    Out.push_back({L, std::move(*P)});
  }
  // Six digits: what is left of two times is noise of the arithmetic.
  auto Key = [](const RankedLaunch &R) {
    const double Digits =
        std::pow(10, 5 - std::floor(std::log10(R.P.TimeUs.Value)));
    return std::tuple(std::round(R.P.TimeUs.Value * Digits) / Digits,
                      R.P.Load.Nsmw,
                      R.P.Load.Nbw / std::max(R.P.Load.Dpsid, 1.0));
  };
  llvm::stable_sort(Out, [&](const RankedLaunch &A, const RankedLaunch &B) {
    return Key(A) < Key(B);
  });
  return Out;
}
