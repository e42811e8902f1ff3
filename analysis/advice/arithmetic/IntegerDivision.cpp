//===- IntegerDivision.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/IntegerDivision.h"
#include "analysis/advice/WhatIf.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// What a division of the class becomes with a factor and a shift that the host
/// has computed; empty for other classes.
static OtherOps byFactor(OpClass Class) {
  switch (Class) {
  case OpClass::IntDiv32: // high half of the product, correction, shift
    return {
        {OpClass::IntMulWide, 1}, {OpClass::IntAdd, 1}, {OpClass::IntShift, 1}};
  case OpClass::IntRem32: // and x - q * n
    return {{OpClass::IntMulWide, 1},
            {OpClass::IntAdd, 1},
            {OpClass::IntShift, 1},
            {OpClass::IntMul, 1}};
  case OpClass::IntDiv64: // four partial products, x - q * n
    return {{OpClass::IntMulWide, 4},
            {OpClass::IntAdd, 4},
            {OpClass::IntShift, 2},
            {OpClass::IntMul64, 1}};
  default:
    return {};
  }
}

/// What the division \p In becomes; empty where it is none that can be helped.
static OtherOps instead(const Instr &In) {
  const OtherOps Factor = byFactor(In.Class);
  if (In.ByFixedDivisor || Factor.empty())
    return In.ByFixedDivisor ? Factor : OtherOps();
  // x >> s and x & ((1 << s) - 1) cost alike.
  const double Words = In.Class == OpClass::IntDiv64 ? 2 : 1;
  return In.ByPowerOfTwo ? OtherOps{{OpClass::IntShift, Words}} : OtherOps();
}

std::optional<DivisionCost> gpuperf::costOfDivisions(const KernelSummary &K,
                                                     const Launch &L,
                                                     const GpuModel &Gpu,
                                                     const Prediction &P) {
  DivisionCost Out;
  double Any = 0;
  for (const Instr &In : K.Instrs) {
    if (In.Block >= P.Profile.Blocks.size() || instead(In).empty())
      continue;
    const double Times = P.Profile.Blocks[In.Block].WarpExecutions * In.Count;
    if (!(Times > 0))
      continue;
    Any += Times;
    if (!llvm::is_contained(Out.Blocks, In.Block))
      Out.Blocks.push_back(In.Block);
    const SourceLine At = In.Inner.Line ? In.Inner : In.Where;
    auto Line = llvm::find_if(Out.Lines, [&](const DividingLine &D) {
      return D.Where.File == At.File && D.Where.Line == At.Line;
    });
    if (Line == Out.Lines.end())
      Line = Out.Lines.insert(Line, DividingLine{At});
    Line->PerThread += Times;
    Line->IsWide |= In.Class == OpClass::IntDiv64;
    Line->ByPowers &= In.ByPowerOfTwo;
  }
  // Hardly any warp divides, so that it does not explain the time.
  constexpr double LeastPerWarp = 0.05;
  if (!(Any > LeastPerWarp))
    return std::nullopt;
  llvm::stable_sort(Out.Lines,
                    [](const DividingLine &A, const DividingLine &B) {
                      return A.PerThread > B.PerThread;
                    });
  auto Without = timeWithOps(K, L, Gpu, P, instead);
  if (!Without)
    return std::nullopt;
  Out.WithoutUs = *Without;
  return Out;
}
