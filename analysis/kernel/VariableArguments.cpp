//===- VariableArguments.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/VariableArguments.h"
#include "analysis/kernel/VisitNodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

size_t gpuperf::ownParameters(const KernelSummary &Kernel) {
  return static_cast<size_t>(llvm::count_if(
      Kernel.Params, [](const Param &P) { return !P.IsVariable; }));
}

bool gpuperf::isOpen(const KernelSummary &Kernel, ExprId Id) {
  const size_t Own = ownParameters(Kernel);
  bool Depends = Kernel.Exprs.dependsOnData(Id);
  if (Own < Kernel.Params.size())
    visitNodes(Kernel.Exprs, Id, [&](const ExprNode &N) {
      Depends |= (N.Kind == ExprKind::Arg || N.Kind == ExprKind::FloatArg) &&
                 static_cast<size_t>(N.Imm) >= Own;
    });
  return Depends;
}

bool gpuperf::lacksVariables(const KernelSummary &Kernel, const Launch &L) {
  return L.Args.size() < Kernel.Params.size() &&
         Kernel.Params.back().IsVariable;
}

void gpuperf::addVariableArguments(const KernelSummary &Kernel, Launch &L) {
  const size_t Own = ownParameters(Kernel);
  if (Own == Kernel.Params.size())
    return;
  L.Args.resize(Own);
  for (size_t I = Own; I < Kernel.Params.size(); ++I) {
    auto Known = llvm::find_if(L.Variables, [&](const auto &NameAndValue) {
      return NameAndValue.first == Kernel.Params[I].Name;
    });
    L.Args.push_back(Known == L.Variables.end() ? ArgValue() : Known->second);
  }
}
