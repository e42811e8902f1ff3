//===- Plausible.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/Plausible.h"
#include "llvm/ADT/STLExtras.h"
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

double gpuperf::touchedBytesOf(uint32_t Param, const KernelSummary &Kernel,
                               const WarpProfile &P) {
  if (P.Accesses.size() != Kernel.Accesses.size())
    return 0;
  double Most = 0;
  for (const auto &[A, Touched] : llvm::zip(Kernel.Accesses, P.Accesses))
    if (A.Base == Access::BaseKind::Argument && A.BaseIndex == Param)
      Most = std::max(Most, Touched.LaunchBytes);
  return Most;
}

/// Whether nearly all blocks leave without touching memory: a guard sends them
/// away for a size that does not fit to the grid.
static bool isSentAway(const KernelSummary &Kernel, const WarpProfile &P) {
  double Most = 0;
  bool Any = false;
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    if (Kernel.Accesses[Id].Space != MemSpace::Global)
      continue;
    Any = true;
    Most = std::max(Most, P.Accesses[Id].Requests);
  }
  // Fewer requests than a hundredth of the blocks.
  return Any && P.WarpsPerBlock > 0 && 100 * Most < P.Warps / P.WarpsPerBlock;
}

bool gpuperf::isPlausible(const KernelSummary &Kernel, const Prediction &P,
                          const GpuModel &Gpu) {
  constexpr double HourUs = 3600e6;
  if (P.TimeUs.Value > HourUs)
    return false;
  if (P.Profile.Accesses.size() != Kernel.Accesses.size())
    return true;
  if (isSentAway(Kernel, P.Profile))
    return false;
  return !Gpu.DramBytes ||
         touchedBytes(Kernel, P.Profile) <= Gpu.DramBytes->Value;
}

bool gpuperf::restsOnGuessedPaths(const Prediction &P) {
  return P.TimeUs.Why.contains(AssumptionKind::TripCountGuessed) ||
         P.TimeUs.Why.contains(AssumptionKind::BranchGuessed);
}

bool gpuperf::isMostlyLaunching(const Prediction &P) {
  for (const Component &C : P.Components)
    if (C.Name == "launch")
      return 2 * C.TimeUs > P.TimeUs.Value;
  return false;
}
