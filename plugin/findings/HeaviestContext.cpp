//===- HeaviestContext.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/HeaviestContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// Whether the program says all of the launch.
static bool isKnown(const LaunchContext &C, const LaunchSite &Site) {
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
  return Out;
}

std::optional<FileAnalysis>
gpuperf::withHeaviestContexts(const FileAnalysis &File) {
  auto Heaviest = [](const LaunchAnswer &A) {
    // They are sorted by what they cost in all.
    return llvm::find_if(
        A.Contexts, [&](const LaunchContext &C) { return isKnown(C, A.Site); });
  };
  if (llvm::all_of(File.Launches, [&](const LaunchAnswer &A) {
        return Heaviest(A) == A.Contexts.end();
      }))
    return std::nullopt;
  FileAnalysis Out = File;
  for (LaunchAnswer &A : Out.Launches) {
    const auto C = Heaviest(A);
    if (C == A.Contexts.end())
      continue;
    A.Said = valuesOf(*C, A.Site);
    A.Bound = C->Bound;
    A.PerGpu = C->PerGpu;
  }
  return Out;
}
