//===- AssumedArguments.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/AssumedArguments.h"

using namespace gpuperf;

AssumptionSet gpuperf::assumedArguments(const KernelSummary &Kernel,
                                        const Launch &L) {
  std::vector<Assumption> Out;
  for (size_t I = 0; I < L.Args.size(); ++I) {
    const ArgValue &A = L.Args[I];
    if (!A.isAssumed())
      continue;
    Assumption &Made = Out.emplace_back(AssumptionKind::ArgumentAssumed);
    Made.Name = I < Kernel.Params.size() && !Kernel.Params[I].Name.empty()
                    ? Kernel.Params[I].Name
                    : "#" + std::to_string(I + 1);
    if (A.K == ArgValue::Kind::Integer)
      Made.Value = A.Integer;
    else
      Made.Value = A.Floating;
  }
  return AssumptionSet(std::move(Out));
}
