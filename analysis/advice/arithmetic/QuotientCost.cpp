//===- QuotientCost.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/QuotientCost.h"
#include "analysis/advice/WhatIf.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// How many threads of \p L differ on \p Axes alone.
static uint64_t threadsOn(const Launch &L, uint8_t Axes) {
  uint64_t Threads = 1;
  if (Axes & 1)
    Threads *= uint64_t(L.Grid.X) * L.Block.X;
  if (Axes & 2)
    Threads *= uint64_t(L.Grid.Y) * L.Block.Y;
  if (Axes & 4)
    Threads *= uint64_t(L.Grid.Z) * L.Block.Z;
  return Threads;
}

/// What of the division \p In can be computed once for a warp of threads or
/// more; nothing where it is none, or nothing can.
static std::optional<RepeatedQuotientLine> onceFor(const Instr &In,
                                                   const Launch &L) {
  constexpr uint64_t Fewest = 32;
  if (In.Class != OpClass::Fp64Div && In.Class != OpClass::Fp64Rcp)
    return std::nullopt;
  const QuotientAxes &Q = In.Quotient;
  RepeatedQuotientLine Out;
  Out.SameAxes = QuotientAxes::All & ~Q.OfQuotient;
  Out.Threads = threadsOn(L, Out.SameAxes);
  const uint64_t All = threadsOn(L, QuotientAxes::All);
  if (Q.OfQuotient == 0 && !Q.IsQuotientOfArray)
    Out.What = OnceFor::AllQuotient;
  else if (Q.IsQuotientOfArray && Out.Threads >= Fewest)
    Out.What = OnceFor::RowQuotient;
  else if (Q.OfDivisor == 0)
    Out.What =
        Q.IsDivisorOfArray ? OnceFor::ElementReciprocal : OnceFor::Reciprocal;
  else
    return std::nullopt;
  return All >= Fewest ? std::optional(Out) : std::nullopt;
}

/// What the division becomes; empty where it stays.
static OtherOps instead(const Instr &In, const Launch &L) {
  const auto Once = onceFor(In, L);
  if (!Once)
    return {};
  const bool IsProduct = Once->What == OnceFor::Reciprocal ||
                         Once->What == OnceFor::ElementReciprocal;
  return {{IsProduct ? OpClass::Fp64Mul : OpClass::Free, 1.0}};
}

std::optional<QuotientCost> gpuperf::costOfQuotients(const KernelSummary &K,
                                                     const Launch &L,
                                                     const GpuModel &Gpu,
                                                     const Prediction &P) {
  QuotientCost Out;
  double Any = 0;
  for (const Instr &In : K.Instrs) {
    if (In.Block >= P.Profile.Blocks.size())
      continue;
    auto Once = onceFor(In, L);
    const double Times = P.Profile.Blocks[In.Block].WarpExecutions * In.Count;
    if (!Once || !(Times > 0))
      continue;
    Any += Times;
    if (!llvm::is_contained(Out.Blocks, In.Block))
      Out.Blocks.push_back(In.Block);
    Once->Where = In.Inner.Line ? In.Inner : In.Where;
    auto Line = llvm::find_if(Out.Lines, [&](const RepeatedQuotientLine &D) {
      return D.Where.File == Once->Where.File &&
             D.Where.Line == Once->Where.Line && D.What == Once->What;
    });
    if (Line == Out.Lines.end())
      Line = Out.Lines.insert(Line, *Once);
    Line->PerThread += Times;
    if (!llvm::is_contained(Line->Columns, Once->Where.Column))
      Line->Columns.push_back(Once->Where.Column);
    Line->SameAxes &= Once->SameAxes;
    Line->Threads = threadsOn(L, Line->SameAxes);
  }
  // Hardly any warp divides, so that it does not explain the time.
  constexpr double LeastPerWarp = 0.05;
  if (!(Any > LeastPerWarp))
    return std::nullopt;
  llvm::stable_sort(Out.Lines, [](const RepeatedQuotientLine &A,
                                  const RepeatedQuotientLine &B) {
    return A.PerThread > B.PerThread;
  });
  auto Without = timeWithOps(K, L, Gpu, P,
                             [&](const Instr &In) { return instead(In, L); });
  if (!Without)
    return std::nullopt;
  Out.WithoutUs = *Without;
  return Out;
}
