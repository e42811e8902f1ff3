//===- ConstantReplays.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/ConstantReplays.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/report/Wording.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

/// Fewer words at a time are hardly felt.
static constexpr double LeastWords = 2;

static double wordsOf(const Prediction &P, AccessId Id) {
  return P.Profile.Accesses[Id].PassesPerRequest.Value;
}

/// What the launch takes with the accesses \p Ids in shared memory, where lanes
/// at places that nobody knows meet in a bank by chance.
static std::optional<Estimate>
timeInShared(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
             const Prediction &P, llvm::ArrayRef<AccessId> Ids) {
  // The fullest of 32 banks that 32 lanes choose at random has 3.5 of them.
  constexpr double ByChance = 3.5;
  KernelSummary Shared = K;
  Prediction Now = P;
  for (AccessId Id : Ids) {
    Shared.Accesses[Id].Space = MemSpace::Shared;
    Estimate &Passes = Now.Profile.Accesses[Id].PassesPerRequest;
    Passes.Value = std::min(Passes.Value, ByChance);
    Passes.Lo = std::min(Passes.Lo, Passes.Value);
    Passes.Hi = std::max(Passes.Value, std::min(Passes.Hi, ByChance));
  }
  return timeWithOps(Shared, L, Gpu, Now, [&](const Instr &In) -> OtherOps {
    if (In.Mem != NoId && In.Class == OpClass::LoadConst &&
        llvm::is_contained(Ids, In.Mem))
      return {{OpClass::LoadShared, 1.0}};
    return {};
  });
}

std::vector<LineFinding> gpuperf::findConstantReplays(const KernelSummary &K,
                                                      const Launch &L,
                                                      const GpuModel &Gpu,
                                                      const Prediction &P) {
  std::vector<LineFinding> Out;
  if (Gpu.Arch.Maker == Vendor::Amd ||
      P.Profile.Accesses.size() != K.Accesses.size())
    return Out;
  llvm::MapVector<uint32_t, llvm::SmallVector<AccessId, 4>> ByArray;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    if (A.Space == MemSpace::Constant && A.Kind == AccessKind::Load &&
        A.Base == Access::BaseKind::Variable && A.Offset != NoExpr &&
        P.Profile.Accesses[Id].Requests > 0 && wordsOf(P, Id) >= LeastWords)
      ByArray[A.BaseIndex].push_back(Id);
  }
  for (const auto &[Array, Ids] : ByArray) {
    const auto Without = timeInShared(K, L, Gpu, P, Ids);
    const std::string Name = arrayNames(K, Ids);
    if (!Without || Name.empty())
      continue;
    auto Cost = [&](AccessId Id) {
      return P.Profile.Accesses[Id].Requests * wordsOf(P, Id);
    };
    const AccessId Lead = *llvm::max_element(
        Ids, [&](AccessId A, AccessId B) { return Cost(A) < Cost(B); });
    LineFinding &F = Out.emplace_back();
    F.Where = K.Accesses[Lead].Where;
    F.Inner = K.Accesses[Lead].Inner;
    F.TimeUs = P.TimeUs;
    F.WithoutUs = *Without;
    F.Accesses.assign(Ids.begin(), Ids.end());
    const bool ByData = K.Exprs.dependsOnData(K.Accesses[Lead].Offset);
    F.Text =
        formatv("the lanes of a warp read {0}{1} different places of {2} in "
                "constant memory, which hands out one at a time",
                ByData ? "about " : "",
                formatNumber(std::round(wordsOf(P, Lead))), Name);
    F.Notes.push_back(formatv(
        "a copy of {0} in shared memory serves places in different banks at "
        "once; a const __restrict__ array in global memory goes through L1",
        Name));
    if (ByData)
      F.Notes.push_back("data choose the places: so many if they differ from "
                        "lane to lane");
    if (const std::string Others = otherLines(K, Ids, K.Accesses[Lead]);
        !Others.empty())
      F.Notes.push_back("the share is that of this line and " + Others);
  }
  return Out;
}
