//===- PieceLaunches.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/PieceLaunches.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/models/LaunchTime.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

static bool asksForBlocks(const KernelSummary &K) {
  return llvm::any_of(llvm::seq<ExprId>(0, K.Exprs.size()), [&](ExprId Id) {
    const ExprKind Kind = K.Exprs[Id].Kind;
    return Kind == ExprKind::CtaidX || Kind == ExprKind::CtaidY ||
           Kind == ExprKind::CtaidZ || Kind == ExprKind::NctaidX ||
           Kind == ExprKind::NctaidY || Kind == ExprKind::NctaidZ;
  });
}

namespace {
/// An address as base + Step * (begin + threadIdx.x) + Rest + Others.
struct PieceAddress {
  int64_t Step = 0, Rest = 0;
  /// What else is added, the same in all launches: as text, to be compared.
  std::string Others;
};
} // namespace

/// Nothing where \p A does not lie as argument \p Arg + threadIdx.x says.
static std::optional<PieceAddress> asPiece(const KernelSummary &K,
                                           const Access &A, unsigned Arg) {
  if (A.Offset == NoExpr)
    return std::nullopt;
  PieceAddress Out;
  int64_t OfThread = 0;
  for (const ProductTerm &T : expandToSum(K.Exprs, A.Offset).Terms) {
    auto Factor = [&](size_t I) -> const ExprNode & {
      return K.Exprs[withoutCasts(K.Exprs, T.Factors[I])];
    };
    auto IsBegin = [Arg](const ExprNode &N) {
      return N.Kind == ExprKind::Arg && N.Imm == Arg;
    };
    if (T.Factors.empty())
      Out.Rest += T.Coefficient;
    else if (T.Factors.size() == 1 && Factor(0).Kind == ExprKind::TidX)
      OfThread += T.Coefficient;
    else if (T.Factors.size() == 1 && IsBegin(Factor(0)))
      Out.Step += T.Coefficient;
    else {
      for (size_t I = 0; I < T.Factors.size(); ++I) {
        const ExprNode &N = Factor(I);
        if (N.Kind != ExprKind::Arg || IsBegin(N))
          return std::nullopt;
        Out.Others += std::to_string(N.Imm) + "." + std::to_string(N.Aux) + "*";
      }
      Out.Others += std::to_string(T.Coefficient) + " ";
    }
  }
  if (Out.Step <= 0 || Out.Step != OfThread)
    return std::nullopt;
  return Out;
}

/// Whether all accesses to the array of \p Store meet the elements of their own
/// piece only.
static bool staysInPiece(const KernelSummary &K, const Access &Store,
                         unsigned Arg) {
  const auto First = asPiece(K, Store, Arg);
  if (!First || Store.Base != Access::BaseKind::Argument)
    return false;
  int64_t Least = First->Rest, Most = First->Rest;
  for (const Access &A : K.Accesses) {
    if (A.Base != Store.Base || A.BaseIndex != Store.BaseIndex)
      continue;
    const auto Here = asPiece(K, A, Arg);
    if (!Here || Here->Step != First->Step || Here->Others != First->Others)
      return false;
    Least = std::min(Least, Here->Rest);
    Most = std::max<int64_t>(Most, Here->Rest + A.BytesPerLane);
  }
  return Most - Least <= First->Step;
}

bool gpuperf::isPieceOf(const KernelSummary &K, unsigned Arg) {
  if (asksForBlocks(K))
    return false;
  bool Stores = false;
  for (const Access &A : K.Accesses) {
    const bool IsOwn = A.Space == MemSpace::Shared ||
                       A.Space == MemSpace::Local || A.Kind == AccessKind::Load;
    if (!IsOwn && (A.Kind == AccessKind::Atomic || !staysInPiece(K, A, Arg)))
      return false;
    Stores |= !IsOwn;
  }
  return Stores;
}

std::optional<PieceLaunches> gpuperf::findPieceLaunches(const KernelSummary &K,
                                                        const Launch &L,
                                                        const GpuModel &Gpu,
                                                        const Prediction &P) {
  // Few launches gain little, and nobody may know how many there are.
  constexpr uint64_t Some = 8;
  Launch All = L;
  All.Grid.X = Some;
  const auto Other = predictAsIf(K, All, Gpu, P);
  if (!Other)
    return std::nullopt;
  Launch Follows = L;
  Follows.Conditions.How = Timing::BackToBack;
  const double EachUs =
      std::max(P.TimeUs.Value, launchTime(Gpu, Follows, true).FloorUs);
  PieceLaunches Out;
  Out.Launches = Some;
  Out.TimeUs = P.TimeUs * (static_cast<double>(Some) * EachUs / P.TimeUs.Value);
  Out.WithoutUs = Other->TimeUs;
  if (!(speedupOfLaunch(P, *Other).Lo * static_cast<double>(Some) > 1))
    return std::nullopt;
  return Out;
}
