//===- RelativeBand.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/RelativeBand.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace gpuperf;

// Chosen on the rows of benchmarks/accuracy that are not held out, of kernels
// whose code does not change with the block (127 sweeps), as advice among
// random four to twelve blocks of a sweep (flat ones only for a flat launch),
// saving at least 10 %; wrong is a block that was measured slower by more than
// 5 %.

/// The factor by which two launches that do the same still differ: noise of the
/// machine, clocks, the order of the blocks.
static constexpr double Floor = 1.08;
/// The smallest value, in steps of a quarter, at which 2 % or fewer of the
/// advice is wrong in the worst kernel family too (column statistics: 2.3 % at
/// 1, 1.9 % at 1.25, 1.6 % at 1.5, 1.0 % at 2; all families: 0.4, 0.3, 0.2 and
/// 0.2 %). The worst family counts because the kernels of users belong to
/// families that no measured row belongs to. From the blocks that people write,
/// 128, 256 and 512 threads, none of 41 is wrong, at 1 already.
static constexpr double Confidence = 1.25;

/// What stands for the own error of a model that tells it, when two launches
/// are compared: with it, Confidence was chosen. What a launch is bound by
/// decides how far its time may be off, but not what a change of it does.
static constexpr double ComparedErrorFactor = 1.6;

double gpuperf::mixDistance(const Prediction &A, const Prediction &B) {
  double SumA = 0, SumB = 0;
  for (const Component &C : A.Components)
    SumA += C.TimeUs;
  for (const Component &C : B.Components)
    SumB += C.TimeUs;
  if (!(SumA > 0) || !(SumB > 0) || !std::isfinite(SumA) ||
      !std::isfinite(SumB))
    return 1;
  llvm::StringMap<double> Difference;
  for (const Component &C : A.Components)
    Difference[C.Name] += C.TimeUs / SumA;
  for (const Component &C : B.Components)
    Difference[C.Name] -= C.TimeUs / SumB;
  double Total = 0;
  for (const auto &Entry : Difference)
    Total += std::fabs(Entry.second);
  return std::min(Total / 2, 1.0);
}

bool gpuperf::doSameWork(const Prediction &A, const Prediction &B,
                         double Most) {
  auto Work = [](const Prediction &P) {
    double Lanes = 0;
    for (const AccessProfile &Access : P.Profile.Accesses)
      Lanes += Access.Requests * Access.ActiveLanes;
    return Lanes;
  };
  const double X = Work(A), Y = Work(B);
  return X <= Most * Y && Y <= Most * X;
}

/// Square of ln of the factor of a time's band, as far as it does not cancel in
/// a ratio.
static double squaredBand(const Prediction &P) {
  const Estimate &T = P.TimeUs;
  if (!(T.Lo > 0) || T.Hi < T.Lo)
    return std::numeric_limits<double>::infinity();
  auto Square = [](double X) { return X * X; };
  double Sum = Square(std::log(T.Hi / T.Lo) / 2);
  if (P.OwnErrorFactor > 0)
    Sum += Square(std::log(ComparedErrorFactor)) -
           Square(std::log(P.OwnErrorFactor));
  for (unsigned I = 0; I < NumAssumptionKinds; ++I)
    if (const auto K = static_cast<AssumptionKind>(I); T.Why.contains(K))
      Sum -= Square(std::log(bandFactor(K))) - Square(std::log(ratioFactor(K)));
  return std::max(Sum, 0.0);
}

/// The factor by which the traffic to DRAM differs, where what the caches keep
/// of it is a guess: as much of the ratio is one.
static double guessedTraffic(const Prediction &A, const Prediction &B) {
  const AssumptionSet Why = A.TimeUs.Why | B.TimeUs.Why;
  if (!Why.contains(AssumptionKind::IndexUnknown) &&
      !Why.contains(AssumptionKind::CacheSharesAssumed))
    return 1;
  const double X = A.Profile.DramReadBytes + A.Profile.DramWriteBytes,
               Y = B.Profile.DramReadBytes + B.Profile.DramWriteBytes;
  return X > 0 && Y > 0 ? std::max(X / Y, Y / X) : 1;
}

/// The time that counts in a comparison. While an SM that holds one block at a
/// time waits for its next, the other SMs keep the DRAM busy, so that a launch
/// that DRAM bounds may lose nothing by it. No measured sweep has such a
/// launch: the sweeps that show the loss are bound by caches or arithmetic.
static double comparedUs(const Prediction &P) {
  return P.BoundBy == Bound::Dram ? P.TimeUs.Value - P.LoneStartUs
                                  : P.TimeUs.Value;
}

Estimate gpuperf::speedup(const Prediction &From, const Prediction &To) {
  const AssumptionSet Why = From.TimeUs.Why | To.TimeUs.Why;
  constexpr double Most = std::numeric_limits<double>::max();
  const double A = comparedUs(From), B = comparedUs(To);
  if (!(A > 0) || !(B > 0))
    return {0, 1, Most, Why};
  const double Own = std::sqrt((squaredBand(From) + squaredBand(To)) / 2);
  const double D = mixDistance(From, To);
  // Without a band of its own nothing can be said.
  const double Apart =
      D > 0 || std::isinf(Own) ? std::sqrt(2) * Own * std::max(D, 1e-9) : 0;
  const double Band =
      std::exp(Confidence * std::hypot(std::log(Floor), Apart)) *
      guessedTraffic(From, To);
  const double Ratio = A / B;
  if (!std::isfinite(Band))
    return {0, Ratio, Most, Why};
  return {Ratio / Band, Ratio, Ratio * Band, Why};
}

/// Whether both are bound by atomics and the lanes do as many of them.
static bool waitForSameAtomics(const Prediction &A, const Prediction &B) {
  if (A.BoundBy != Bound::Atomic || B.BoundBy != Bound::Atomic)
    return false;
  // By how much sampled blocks differ in what they count.
  constexpr double Alike = 1.15;
  const auto Op = static_cast<unsigned>(OpClass::AtomicGlobal);
  const double X = A.Profile.LaneInstructions[Op],
               Y = B.Profile.LaneInstructions[Op];
  return X <= Alike * Y && Y <= Alike * X;
}

Estimate gpuperf::speedupOfLaunch(const Prediction &From,
                                  const Prediction &To) {
  if (!waitForSameAtomics(From, To))
    return speedup(From, To);
  Estimate Same = Estimate::exact(1);
  Same.Why = From.TimeUs.Why | To.TimeUs.Why;
  return Same;
}
