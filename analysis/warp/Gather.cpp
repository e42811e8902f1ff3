//===- Gather.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Gather.h"
#include "analysis/symbolic/ValueRange.h"
#include <cmath>

using namespace gpuperf;

/// The size of what \p A is based on.
static double allocatedBytes(const KernelSummary &Kernel, const Access &A,
                             const Launch &TheLaunch) {
  switch (A.Base) {
  case Access::BaseKind::Argument:
    return A.BaseIndex < TheLaunch.PointerBytes.size()
               ? static_cast<double>(TheLaunch.PointerBytes[A.BaseIndex])
               : 0;
  case Access::BaseKind::Variable:
    return A.BaseIndex < Kernel.Variables.size()
               ? static_cast<double>(Kernel.Variables[A.BaseIndex].SizeBytes)
               : 0;
  case Access::BaseKind::Unknown:
    return 0;
  }
  return 0;
}

double gpuperf::bytesBehind(const KernelSummary &Kernel, const Access &A,
                            const Launch &TheLaunch) {
  const double Allocated = allocatedBytes(Kernel, A, TheLaunch);
  // The box of an affine address says more than its range.
  if (A.Base == Access::BaseKind::Unknown || A.Offset == NoExpr || A.Affine)
    return Allocated;
  const auto Reached = rangeOf(Kernel.Exprs, A.Offset, TheLaunch);
  if (!Reached)
    return Allocated;
  // The remainder of a signed number may be negative for all that the compiler
  // knows; an array has no such elements.
  const bool IsRemainder = Reached->Hi > 0 && Reached->Lo == -Reached->Hi;
  const double Bytes =
      static_cast<double>(Reached->Hi - (IsRemainder ? 0 : Reached->Lo)) +
      A.BytesPerLane;
  return Allocated > 0 ? std::min(Allocated, Bytes) : Bytes;
}

std::vector<double> gpuperf::rowRamps(const KernelSummary &Kernel,
                                      const Launch &TheLaunch) {
  std::vector<double> Ramps;
  for (const RowStart &R : Kernel.RowStarts) {
    const Access &Load = Kernel.Accesses[R.Load];
    const double Starts = bytesBehind(Kernel, Load, TheLaunch),
                 Entries =
                     bytesBehind(Kernel, Kernel.Accesses[R.Entry], TheLaunch) /
                     R.EntryBytes;
    // One begin more than there are rows says where the last one ends.
    const double Rows = Starts / Load.BytesPerLane - 1;
    // Where most rows would be empty, the array is not what the rows are stored
    // in, or the program was not followed to where its size comes from.
    if (!(Rows >= 1) || !(Entries >= Rows))
      continue;
    Ramps.resize(Kernel.Instrs.size());
    Ramps[Load.Instr] = Entries / Rows / Load.BytesPerLane;
  }
  return Ramps;
}

double gpuperf::distinctDraws(double Draws, double Places) {
  if (!(Places > 0))
    return Draws;
  // Each place is missed by one draw with the probability 1 - 1 / Places.
  double Met = Places <= 1
                   ? Places
                   : -Places * std::expm1(Draws * std::log1p(-1 / Places));
  return std::min(Draws, Met);
}

double gpuperf::mostOnOnePlace(double Draws, double Places) {
  if (!(Places > 0) || Draws <= 1)
    return std::min(Draws, 1.0);
  if (Places <= 1)
    return Draws;
  // What meets a place is taken as Poisson distributed, and the places as
  // independent. The mean of the maximum is the sum over K of the probability
  // that some place has more than K; it is summed around the mean of one place,
  // outside of which it is 1 or 0.
  const double Mean = Draws / Places;
  const double Width = 12 * std::sqrt(Mean) + 40;
  double Most = std::max(0.0, std::floor(Mean - Width));
  double AtMost = 0; // probability that one place has at most K
  for (double K = Most; K < Mean + Width; ++K) {
    AtMost += std::exp(K * std::log(Mean) - Mean - std::lgamma(K + 1));
    Most += 1 - std::pow(std::min(AtMost, 1.0), Places);
  }
  return std::clamp(Most, std::max(1.0, Mean), Draws);
}
