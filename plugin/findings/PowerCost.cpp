//===- PowerCost.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/PowerCost.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/findings/KernelLines.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace clang;

/// What is computed instead.
static OtherOps insteadOf(const SmallPower &P) {
  if (P.Products == 0)
    return {{P.OfDoubles ? OpClass::Fp64Sqrt : OpClass::Fp32Sqrt, 1.0}};
  return {{P.OfDoubles ? OpClass::Fp64Mul : OpClass::Fp32Mul,
           static_cast<double>(P.Products)}};
}

std::vector<SmallPower> gpuperf::smallPowersOf(ASTContext &Ctx,
                                               const FunctionDecl &Kernel) {
  std::vector<SmallPower> Out;
  for (const FunctionDecl *F : userFunctionsOf(Ctx, Kernel))
    llvm::append_range(Out, findSmallPowers(Ctx, *F));
  return Out;
}

std::optional<PowerCost> gpuperf::findPowerCost(const SourceManager &SM,
                                                llvm::ArrayRef<SmallPower> All,
                                                const GpuAnswer &On,
                                                const GpuModel &Gpu) {
  PowerCost Out;
  std::vector<ReplacedCall> Replaced;
  for (const SmallPower &P : All) {
    const SourceLine At = lineIn(SM, *On.Kernel, P.Begin);
    if (At.Line == 0)
      continue;
    Replaced.push_back({At, insteadOf(P)});
    Out.Calls.push_back({P, At});
  }
  if (Replaced.empty())
    return std::nullopt;
  const auto Cost = costOfCalls(*On.Kernel, On.Asked, Gpu, *On.P, Replaced);
  if (!Cost)
    return std::nullopt;
  double Sum = 0;
  for (size_t I = 0; I < Out.Calls.size(); ++I) {
    Out.Calls[I].PerWarp = Cost->PerWarp[I];
    Out.Calls[I].PerCall = Cost->PerCall[I];
    Sum += Cost->PerWarp[I];
  }
  // Calls that are hardly ever executed do not cost the time.
  constexpr double Hardly = 0.01;
  llvm::erase_if(Out.Calls, [&](const PowerCost::Call &C) {
    return C.PerWarp < Hardly * Sum;
  });
  double Most = 0;
  for (const PowerCost::Call &C : Out.Calls)
    Most = std::max(Most, C.PerWarp);
  // Of those that are about as long, the first in the source.
  constexpr double Alike = 0.8;
  const auto Lead = llvm::find_if(Out.Calls, [&](const PowerCost::Call &C) {
    return C.PerWarp >= Alike * Most;
  });
  std::rotate(Out.Calls.begin(), Lead, std::next(Lead));
  Out.WithoutUs = Cost->WithoutUs;
  Out.Blocks = Cost->Blocks;
  return Out;
}
