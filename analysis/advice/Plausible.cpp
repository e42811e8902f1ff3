//===- Plausible.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/Plausible.h"
#include <map>

using namespace gpuperf;

double gpuperf::touchedBytes(const KernelSummary &Kernel,
                             const WarpProfile &P) {
  std::map<std::pair<Access::BaseKind, uint32_t>, double> OfArray;
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    const Access &A = Kernel.Accesses[Id];
    if (A.Space != MemSpace::Global && A.Space != MemSpace::Unknown)
      continue;
    double &Most = OfArray[{A.Base, A.BaseIndex}];
    Most = std::max(Most, P.Accesses[Id].LaunchBytes);
  }
  double Bytes = 0;
  for (const auto &[Array, Most] : OfArray)
    Bytes += Most;
  return Bytes;
}

bool gpuperf::isPlausible(const KernelSummary &Kernel, const Prediction &P,
                          const GpuModel &Gpu) {
  constexpr double HourUs = 3600e6;
  if (P.TimeUs.Value > HourUs)
    return false;
  return !Gpu.DramBytes ||
         P.Profile.Accesses.size() != Kernel.Accesses.size() ||
         touchedBytes(Kernel, P.Profile) <= Gpu.DramBytes->Value;
}

bool gpuperf::restsOnGuessedPaths(const Prediction &P) {
  return P.TimeUs.Why.contains(AssumptionKind::TripCountGuessed) ||
         P.TimeUs.Why.contains(AssumptionKind::BranchGuessed);
}
