//===- AssumedArguments.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/AssumedArguments.h"
#include "analysis/kernel/VisitNodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// By parameter: whether a trip count, a branch or an address is a function of
/// it.
static std::vector<bool> usedParameters(const KernelSummary &Kernel) {
  llvm::SmallVector<ExprId, 32> Of;
  for (const KernelLoop &L : Kernel.Loops)
    Of.append({L.BackedgeTaken, L.EarlyExit, L.TakenOfData, L.TakenIfShared});
  for (const Block &B : Kernel.Blocks)
    Of.push_back(B.Condition);
  for (const Access &A : Kernel.Accesses)
    Of.push_back(A.Offset);
  std::vector<bool> Used(Kernel.Params.size());
  visitNodes(Kernel.Exprs, Of, [&](const ExprNode &N) {
    const auto Index = static_cast<size_t>(N.Imm);
    if ((N.Kind == ExprKind::Arg || N.Kind == ExprKind::FloatArg) &&
        Index < Used.size())
      Used[Index] = true;
  });
  return Used;
}

AssumptionSet gpuperf::assumedArguments(const KernelSummary &Kernel,
                                        const Launch &L) {
  auto IsAssumed = [](const ArgValue &A) {
    return A.isAssumed() || llvm::any_of(A.Fields, [](const auto &Field) {
             return Field.second.isAssumed();
           });
  };
  if (llvm::none_of(L.Args, IsAssumed))
    return {};
  std::vector<Assumption> Out;
  const std::vector<bool> Used = usedParameters(Kernel);
  for (size_t I = 0; I < std::min(L.Args.size(), Used.size()); ++I) {
    const ArgValue &A = L.Args[I];
    if (!IsAssumed(A) || !Used[I])
      continue;
    Assumption &Made = Out.emplace_back(
        A.From == Provenance::Grid    ? AssumptionKind::ArgumentFromGrid
        : A.From == Provenance::Array ? AssumptionKind::ArgumentFromArray
                                      : AssumptionKind::ArgumentAssumed);
    Made.Name = !Kernel.Params[I].Name.empty() ? Kernel.Params[I].Name
                                               : "#" + std::to_string(I + 1);
    if (A.K == ArgValue::Kind::Integer)
      Made.Value = A.Integer;
    else if (A.K == ArgValue::Kind::Floating)
      Made.Value = A.Floating;
  }
  return AssumptionSet(std::move(Out));
}
