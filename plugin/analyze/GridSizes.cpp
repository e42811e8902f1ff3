//===- GridSizes.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/GridSizes.h"
#include "analysis/kernel/VariableArguments.h"
#include "analysis/predict/ArrayArguments.h"
#include "analysis/predict/GuardedArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace gpuperf;

/// What stands for the argument in the launch's assumptions: the host's name of
/// it, or that of the parameter where the launch cannot be read. Nothing where
/// the argument is computed from names.
static std::optional<std::string> openName(const LaunchArg &A) {
  if (!A.Value)
    return A.ParamName;
  if (const HostExprNode *Unknown = asUnknown(A.Value))
    return Unknown->Name;
  return std::nullopt;
}

void gpuperf::takeSizesFromGrid(const KernelSummary &Kernel,
                                const LaunchSite &Site, Launch &L) {
  Launch With = L;
  addVariableArguments(Kernel, With);
  takeArgumentsFromGrid(Kernel, With);
  takeArgumentsFromArrays(Kernel, With);
  const size_t Count = std::min(L.Args.size(), Site.Args.size());
  llvm::StringMap<ArgValue> Values; ///< by what openName() says
  for (size_t I = 0; I < Count; ++I)
    if (With.Args[I].From == Provenance::Grid ||
        With.Args[I].From == Provenance::Array)
      if (auto Name = openName(Site.Args[I]))
        Values.try_emplace(*Name, With.Args[I]);
  if (Values.empty())
    return;

  std::vector<Assumption> Told;
  for (Assumption &A : L.Why.all())
    if ((A.Kind != AssumptionKind::HostValueAssumed &&
         A.Kind != AssumptionKind::LaunchArgumentAssumed) ||
        !Values.count(A.Name))
      Told.push_back(std::move(A));
  for (size_t I = 0; I < Count; ++I) {
    ArgValue &A = L.Args[I];
    const auto Name = openName(Site.Args[I]);
    if (!Name || !Values.count(*Name) || A.K != ArgValue::Kind::Integer ||
        A.From != Provenance::Unknown)
      continue;
    A = Values.lookup(*Name);
    Assumption &Made = Told.emplace_back(
        A.From == Provenance::Grid ? AssumptionKind::ArgumentFromGrid
                                   : AssumptionKind::ArgumentFromArray);
    Made.Name = Site.Args[I].ParamName;
    Made.Value = A.Integer;
  }
  L.Why = AssumptionSet(std::move(Told));
}
