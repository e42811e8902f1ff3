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

namespace {
/// A scalar of a launch, and what stands for it in the launch's assumptions:
/// the host's name of it, or that of the parameter where the launch cannot be
/// read; nothing where it is computed from names.
struct OpenScalar {
  ArgValue *Value = nullptr;
  std::optional<std::string> Name;
  std::string Shown; ///< by the kernel's own name, where there is one
};
} // namespace

static std::vector<OpenScalar> scalarsOf(Launch &L, const LaunchSite &Site) {
  std::vector<OpenScalar> Out;
  for (size_t I = 0; I < std::min(L.Args.size(), Site.Args.size()); ++I) {
    const LaunchArg &A = Site.Args[I];
    forEachScalar(A, [&](uint32_t Offset, const HostExpr &E) {
      ArgValue *V = scalarAt(L.Args[I], Offset);
      if (!V)
        return;
      const HostExprNode *Unknown = E ? asUnknown(E) : nullptr;
      const bool IsField = V != &L.Args[I];
      std::optional<std::string> Name;
      if (Unknown)
        Name = Unknown->Name;
      else if (!E)
        Name = A.ParamName;
      Out.push_back({V, Name, IsField && Name ? *Name : A.ParamName});
    });
  }
  return Out;
}

void gpuperf::takeSizesFromGrid(const KernelSummary &Kernel,
                                const LaunchSite &Site, Launch &L) {
  Launch With = L;
  addVariableArguments(Kernel, With);
  takeArgumentsFromGrid(Kernel, With);
  takeArgumentsFromArrays(Kernel, With);
  llvm::StringMap<ArgValue> Values; ///< by OpenScalar::Name
  for (const OpenScalar &Scalar : scalarsOf(With, Site))
    if (Scalar.Name && (Scalar.Value->From == Provenance::Grid ||
                        Scalar.Value->From == Provenance::Array))
      Values.try_emplace(*Scalar.Name, *Scalar.Value);
  if (Values.empty())
    return;

  std::vector<Assumption> Told;
  for (Assumption &A : L.Why.all())
    if ((A.Kind != AssumptionKind::HostValueAssumed &&
         A.Kind != AssumptionKind::LaunchArgumentAssumed) ||
        !Values.count(A.Name))
      Told.push_back(std::move(A));
  for (const OpenScalar &Scalar : scalarsOf(L, Site)) {
    ArgValue &A = *Scalar.Value;
    if (!Scalar.Name || !Values.count(*Scalar.Name) ||
        A.K != ArgValue::Kind::Integer || A.From != Provenance::Unknown)
      continue;
    A = Values.lookup(*Scalar.Name);
    Assumption &Made = Told.emplace_back(
        A.From == Provenance::Grid ? AssumptionKind::ArgumentFromGrid
                                   : AssumptionKind::ArgumentFromArray);
    Made.Name = Scalar.Shown;
    Made.Value = A.Integer;
  }
  L.Why = AssumptionSet(std::move(Told));
}
