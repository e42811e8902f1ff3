//===- BlockCandidates.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/BlockCandidates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace gpuperf;

static uint64_t ceilDiv(uint64_t A, uint64_t B) { return A / B + (A % B != 0); }

static uint64_t saturatingMul(uint64_t A, uint64_t B) {
  uint64_t Product;
  return __builtin_mul_overflow(A, B, &Product) ? ~uint64_t(0) : Product;
}

/// Whether anything that the kernel computes depends on the position of a
/// thread or of a block in that dimension.
static bool uses(const KernelSummary &K, ExprKind Tid, ExprKind Ctaid) {
  auto Depends = [&](ExprId Id) {
    return Id != NoExpr &&
           (K.Exprs.dependsOn(Id, Tid) || K.Exprs.dependsOn(Id, Ctaid));
  };
  return llvm::any_of(K.Accesses,
                      [&](const Access &A) { return Depends(A.Offset); }) ||
         llvm::any_of(
             K.Loops,
             [&](const KernelLoop &Lp) { return Depends(Lp.BackedgeTaken); }) ||
         llvm::any_of(K.Blocks,
                      [&](const Block &B) { return Depends(B.Condition); });
}

bool gpuperf::isFlat(const KernelSummary &K, const Launch &L) {
  return L.Block.Y == 1 && L.Block.Z == 1 &&
         !uses(K, ExprKind::TidY, ExprKind::CtaidY) &&
         !uses(K, ExprKind::TidZ, ExprKind::CtaidZ);
}

static Dim3 threadsOf(const Launch &L) {
  return {saturatingMul(L.Grid.X, L.Block.X),
          saturatingMul(L.Grid.Y, L.Block.Y),
          saturatingMul(L.Grid.Z, L.Block.Z)};
}

std::vector<Dim3> gpuperf::candidateBlocks(const KernelSummary &K,
                                           const Launch &L,
                                           const GpuModel &Gpu) {
  std::vector<Dim3> Out;
  const auto WarpSize =
      std::max<uint64_t>(static_cast<uint64_t>(Gpu.Arch.WarpSize.Value), 1);
  auto Most = static_cast<uint64_t>(Gpu.Arch.MaxThreadsPerBlock.Value);
  if (K.MaxThreadsPerBlockBound)
    Most = std::min<uint64_t>(Most, K.MaxThreadsPerBlockBound);
  if (L.Block.count() == 0 || L.Grid.count() == 0)
    return Out;
  if (isFlat(K, L)) {
    for (uint64_t X = WarpSize; X <= Most; X += WarpSize)
      Out.push_back({X, 1, 1});
    return Out;
  }
  const Dim3 Threads = threadsOf(L);
  auto MostOf = [](uint64_t Extent, uint64_t Limit) {
    return Extent <= 1 ? uint64_t(1) : Limit;
  };
  const uint64_t MostY = MostOf(Threads.Y, 64), MostZ = MostOf(Threads.Z, 8);
  for (uint64_t Z = 1; Z <= MostZ; Z *= 2)
    for (uint64_t Y = 1; Y <= MostY; Y *= 2)
      for (uint64_t X = 4; X <= Most; X *= 2)
        if (X * Y * Z <= Most && X * Y * Z >= WarpSize &&
            X * Y * Z % WarpSize == 0)
          Out.push_back({X, Y, Z});
  return Out;
}

Launch gpuperf::coverSameThreads(const Launch &L, const Dim3 &Block) {
  const Dim3 Threads = threadsOf(L);
  Launch C = L;
  C.Block = Block;
  if (Block.count() == 0)
    return C;
  C.Grid = {ceilDiv(Threads.X, Block.X), ceilDiv(Threads.Y, Block.Y),
            ceilDiv(Threads.Z, Block.Z)};
  if (const uint64_t Before = L.Block.count();
      Before != 0 && L.DynamicSharedBytes % Before == 0)
    C.DynamicSharedBytes =
        saturatingMul(L.DynamicSharedBytes / Before, Block.count());
  return C;
}

std::vector<Launch> gpuperf::blockCandidates(const KernelSummary &K,
                                             const Launch &L,
                                             const GpuModel &Gpu) {
  std::vector<Launch> Out = {L};
  for (const Dim3 &Block : candidateBlocks(K, L, Gpu)) {
    if (Block == L.Block)
      continue;
    Launch C = coverSameThreads(L, Block);
    if (launchLimitViolations(K, C, Gpu).empty())
      Out.push_back(std::move(C));
  }
  return Out;
}

/// The model cannot tell two predictions apart that are closer than this: on
/// the rows of benchmarks/accuracy that are not held out, preferring whole-warp
/// rows costs nothing up to 2 % and chooses better blocks from 3 to 5 %;
/// preferring powers of two, which people write, costs nothing.
static constexpr double NearTie = 1.04;

void gpuperf::sortByTime(std::vector<RankedLaunch> &Launches,
                         unsigned WarpSize) {
  // Times are compared to six digits: beyond that they differ by rounding.
  auto Key = [](const RankedLaunch &R) {
    const double Digits =
        std::pow(10, 5 - std::floor(std::log10(R.P.TimeUs.Value)));
    return std::tuple(std::round(R.P.TimeUs.Value * Digits) / Digits,
                      R.P.Load.Nsmw,
                      R.P.Load.Nbw / std::max(R.P.Load.Dpsid, 1.0));
  };
  llvm::stable_sort(Launches,
                    [&](const RankedLaunch &A, const RankedLaunch &B) {
                      return Key(A) < Key(B);
                    });
  if (Launches.empty() || WarpSize == 0)
    return;
  const double Most = Launches.front().P.TimeUs.Value * NearTie;
  auto Near = llvm::partition_point(Launches, [&](const RankedLaunch &R) {
    return R.P.TimeUs.Value <= Most;
  });
  std::stable_sort(Launches.begin(), Near,
                   [&](const RankedLaunch &A, const RankedLaunch &B) {
                     auto Key = [&](const RankedLaunch &R) {
                       return std::tuple(
                           R.L.Block.X % WarpSize != 0,
                           !llvm::has_single_bit(R.L.Block.count()));
                     };
                     return Key(A) < Key(B);
                   });
}

std::vector<RankedLaunch> gpuperf::rankByTime(const KernelSummary &K,
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
  sortByTime(Out, static_cast<unsigned>(Gpu.Arch.WarpSize.Value));
  return Out;
}
