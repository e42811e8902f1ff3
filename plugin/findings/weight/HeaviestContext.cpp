//===- HeaviestContext.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/weight/HeaviestContext.h"
#include "plugin/findings/weight/CheckingLaunches.h"
#include "plugin/findings/weight/LightLaunches.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace gpuperf;

bool gpuperf::isKnown(const LaunchContext &C, const LaunchSite &Site) {
  if (C.From == Provenance::UserAssumed || C.Kernel != Site.Kernel ||
      !C.Bound.L || !C.Bound.BlockKnown)
    return false;
  if (llvm::any_of(C.Values,
                   [](const FactValue &V) { return V.From == "assumed"; }))
    return false;
  if (llvm::any_of(C.Bound.GridFrom,
                   [](Provenance P) { return P == Provenance::Unknown; }))
    return false;
  return llvm::all_of(C.PerGpu,
                      [](const GpuAnswer &On) { return On.P.has_value(); });
}

/// A value of the only name in \p E that \p Known does not give, with which it
/// is \p Wanted, as far as it grows with the name: the roundest of several,
/// since a grid is a size divided by a block.
static std::optional<int64_t> solve(const HostExpr &E, llvm::StringRef Name,
                                    uint64_t Wanted,
                                    const HostBindings &Known) {
  auto At = [&](int64_t V) -> int64_t {
    HostBindings B = Known;
    B[Name].Integer = V;
    const auto Value = evaluate(E, B);
    return Value && !Value->IsFloating ? Value->Integer : -1;
  };
  const auto Goal = static_cast<int64_t>(Wanted);
  constexpr int64_t Most = 0x7fffffff;
  /// The least value from which on the expression is at least so much.
  auto FirstFrom = [&](int64_t Least) {
    int64_t Lo = 1, Hi = Most;
    while (Lo < Hi) {
      const int64_t Mid = Lo + (Hi - Lo) / 2;
      // Beyond what the source's types hold it is not computed.
      const int64_t Value = At(Mid);
      if (Value >= Least || Value < 0)
        Hi = Mid;
      else
        Lo = Mid + 1;
    }
    return Lo;
  };
  const int64_t First = FirstFrom(Goal);
  if (At(First) != Goal)
    return std::nullopt;
  const int64_t Last = FirstFrom(Goal + 1) - 1;
  int64_t Roundest = First;
  for (int64_t Step = 1; Step <= Last; Step *= 2)
    if (const int64_t V = Last / Step * Step; V >= First)
      Roundest = V;
  return At(Roundest) == Goal ? Roundest : First;
}

/// The values that \p C gives to the kernel's parameters, and to the names that
/// a dimension of the grid consists of.
static HostBindings valuesOf(const LaunchContext &C, const LaunchSite &Site) {
  HostBindings Out;
  const Launch &L = *C.Bound.L;
  for (size_t I = 0; I < std::min(Site.Args.size(), L.Args.size()); ++I)
    if (L.Args[I].K == ArgValue::Kind::Integer && !L.Args[I].isAssumed() &&
        !Site.Args[I].ParamName.empty())
      Out[Site.Args[I].ParamName].Integer = L.Args[I].Integer;
  const uint64_t Grid[] = {L.Grid.X, L.Grid.Y, L.Grid.Z};
  for (unsigned D = 0; D < 3; ++D)
    if (const HostExprNode *U = asUnknown(Site.Grid[D]))
      Out[U->Name].Integer = static_cast<int64_t>(Grid[D]);
  // A name that is passed to the kernel is known from there.
  for (size_t I = 0; I < std::min(Site.Args.size(), L.Args.size()); ++I)
    if (const HostExprNode *U = asUnknown(Site.Args[I].Value);
        U && L.Args[I].K == ArgValue::Kind::Integer && !L.Args[I].isAssumed() &&
        !Out.count(U->Name))
      Out[U->Name].Integer = L.Args[I].Integer;
  auto SolveFor = [&](const HostExpr &E, uint64_t Value) {
    std::vector<std::string> Names = freeNames(E);
    llvm::erase_if(Names,
                   [&](const std::string &Name) { return Out.count(Name); });
    if (Names.size() == 1)
      if (auto V = solve(E, Names.front(), Value, Out))
        Out[Names.front()].Integer = *V;
  };
  // An argument w * h says more than the blocks that it takes.
  for (size_t I = 0; I < std::min(Site.Args.size(), L.Args.size()); ++I)
    if (L.Args[I].K == ArgValue::Kind::Integer && !L.Args[I].isAssumed() &&
        L.Args[I].Integer > 0)
      SolveFor(Site.Args[I].Value, static_cast<uint64_t>(L.Args[I].Integer));
  for (unsigned D = 0; D < 3; ++D)
    SolveFor(Site.Grid[D], Grid[D]);
  return Out;
}

double
gpuperf::shareOfContexts(const LaunchAnswer &Answer,
                         llvm::function_ref<bool(const Launch &)> Alike) {
  double Least = 1;
  for (size_t Gpu = 0; Gpu < Answer.PerGpu.size(); ++Gpu) {
    double AllUs = 0, AlikeUs = 0;
    for (const LaunchContext &C : Answer.Contexts) {
      if (Gpu >= C.PerGpu.size() || !C.PerGpu[Gpu].P || !C.Bound.L)
        continue;
      const double TimeUs =
          static_cast<double>(C.Count) * C.PerGpu[Gpu].P->TimeUs.Value;
      AllUs += TimeUs;
      AlikeUs += Alike(*C.Bound.L) ? TimeUs : 0;
    }
    // Where none is alike, the answer is of no context.
    if (AlikeUs > 0)
      Least = std::min(Least, AlikeUs / AllUs);
  }
  return Least;
}

bool gpuperf::mayStillGrow(const LaunchAnswer &A, const ProgramFacts &Walk) {
  constexpr double Grown = 1.1;
  const LaunchContext *Last = nullptr;
  double MostUs = 0, LeastUs = std::numeric_limits<double>::infinity();
  auto TimeUs = [](const LaunchContext &C) {
    return C.PerGpu.empty() || !C.PerGpu.front().P
               ? 0
               : C.PerGpu.front().P->TimeUs.Value;
  };
  for (const LaunchContext &C : A.Contexts) {
    MostUs = std::max(MostUs, TimeUs(C));
    LeastUs = std::min(LeastUs, TimeUs(C));
    if (!Last || C.Order > Last->Order)
      Last = &C;
  }
  return Last &&
         (Last->InLeftLoop || Walk.Ended == RunEnd::OutOfSteps ||
          Walk.Ended == RunEnd::Stopped) &&
         TimeUs(*Last) == MostUs && MostUs > Grown * LeastUs;
}

std::optional<FileAnalysis>
gpuperf::withHeaviestContexts(const FileAnalysis &File) {
  auto Heaviest = [&](const LaunchAnswer &A) {
    if (mayStillGrow(A, File.Program))
      return A.Contexts.end();
    // They are sorted by what they cost in all.
    return llvm::find_if(
        A.Contexts, [&](const LaunchContext &C) { return isKnown(C, A.Site); });
  };
  if (llvm::all_of(File.Launches, [&](const LaunchAnswer &A) {
        return Heaviest(A) == A.Contexts.end() && !A.Site.IsDead &&
               !checksOthers(A, File);
      }))
    return std::nullopt;
  FileAnalysis Out = File;
  llvm::erase_if(Out.Launches,
                 [](const LaunchAnswer &A) { return A.Site.IsDead; });
  for (LaunchAnswer &A : Out.Launches) {
    const auto C = Heaviest(A);
    if (C == A.Contexts.end())
      continue;
    A.Said = valuesOf(*C, A.Site);
    A.Bound = C->Bound;
    A.PerGpu = C->PerGpu;
  }
  markLightLaunches(Out);
  for (LaunchAnswer &A : Out.Launches)
    A.IsLight |= checksOthers(A, Out);
  return Out;
}
