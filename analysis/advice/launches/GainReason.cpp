//===- GainReason.cpp - Why one launch is predicted faster ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/LaunchAdvice.h"
#include "analysis/report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <numeric>

using namespace gpuperf;

namespace {
/// Something that differs, and the factor by which it helps.
struct Cause {
  double Factor = 1;
  std::string Text;
};

double warpInstructions(const Prediction &P) {
  const OpCounts &C = P.Profile.WarpInstructions;
  return std::accumulate(std::begin(C), std::end(C), 0.0);
}

double laneInstructions(const Prediction &P) {
  const OpCounts &C = P.Profile.LaneInstructions;
  return std::accumulate(std::begin(C), std::end(C), 0.0);
}

double dramBytes(const Prediction &P) {
  return P.Profile.DramReadBytes + P.Profile.DramWriteBytes;
}

double blocks(const Prediction &P) {
  return P.Profile.WarpsPerBlock > 0 ? P.Profile.Warps / P.Profile.WarpsPerBlock
                                     : 0;
}

/// The mean number of sectors per request of the accesses to global memory.
double sectorsPerRequest(const Prediction &P) {
  double Sectors = 0, Requests = 0;
  for (const AccessProfile &A : P.Profile.Accesses) {
    if (!(A.SectorsPerRequest.Value > 0))
      continue;
    Sectors += A.Requests * A.SectorsPerRequest.Value;
    Requests += A.Requests;
  }
  return Requests > 0 ? Sectors / Requests : 0;
}

/// How full the last wave is, 0 to 1.
double lastWave(const Prediction &P) {
  const double Rest = P.Waves - std::floor(P.Waves);
  return Rest > 0 ? Rest : 1;
}

/// The share of the slots for blocks, over all waves, that are occupied.
double waveFill(const Prediction &P) {
  return P.Waves > 0 ? P.Waves / std::ceil(P.Waves) : 1;
}

/// Whether what keeps \p P busy is among \p Bounds.
bool boundBy(const Prediction &P, std::initializer_list<Bound> Bounds) {
  return llvm::is_contained(Bounds, P.BoundBy);
}

double ratio(double A, double B) { return A > 0 && B > 0 ? A / B : 1; }

/// "3 MiB"; less than a sector is nothing.
std::string bytes(double Bytes) {
  return Bytes < 32 ? "none" : formatBytes(Bytes);
}

std::string change(const char *What, const std::string &From,
                   const std::string &To) {
  return From == To ? std::string()
                    : llvm::formatv("{0} {1} -> {2}", What, From, To).str();
}
} // namespace

std::string gpuperf::reasonOfGain(const Prediction &From,
                                  const Prediction &To) {
  const double Gain = ratio(From.TimeUs.Value, To.TimeUs.Value);
  if (!(Gain > 1) || !std::isfinite(Gain))
    return "";
  std::vector<Cause> Causes;
  auto Add = [&](double Factor, std::string Text) {
    Causes.push_back({Factor, std::move(Text)});
  };
  const bool OnMemory = boundBy(
      From, {Bound::L1, Bound::L2, Bound::Dram, Bound::Copy, Bound::Latency});
  if (boundBy(From, {Bound::Dram, Bound::L2}))
    Add(ratio(dramBytes(From), dramBytes(To)),
        change("DRAM traffic", bytes(dramBytes(From)), bytes(dramBytes(To))));
  if (boundBy(From, {Bound::L1, Bound::L2}))
    Add(ratio(From.Profile.L2Bytes, To.Profile.L2Bytes),
        change("L2 traffic", bytes(From.Profile.L2Bytes),
               bytes(To.Profile.L2Bytes)));
  if (OnMemory)
    Add(ratio(sectorsPerRequest(From), sectorsPerRequest(To)),
        change("sectors per request", formatNumber(sectorsPerRequest(From)),
               formatNumber(sectorsPerRequest(To))));
  // Where the grid does not fill one wave, the fullest SM explains more.
  if (From.Waves > 1)
    Add(ratio(waveFill(To), waveFill(From)),
        lastWave(To) == 1
            ? change("last wave", formatPercent(lastWave(From)) + " full",
                     "full")
            : change("last wave", formatPercent(lastWave(From)) + " full",
                     formatPercent(lastWave(To))));
  else
    Add(ratio(From.Load.Nsmw, To.Load.Nsmw),
        change("warps on the fullest SM", formatNumber(From.Load.Nsmw),
               formatNumber(To.Load.Nsmw)));
  // More warps help only where no other resource is fully used.
  if (boundBy(From, {Bound::Copy, Bound::Latency, Bound::Barrier, Bound::Dram,
                     Bound::L2}))
    Add(ratio(To.Occ.Fraction, From.Occ.Fraction),
        change("occupancy", formatPercent(From.Occ.Fraction),
               formatPercent(To.Occ.Fraction)));
  const double LanesFrom =
      ratio(laneInstructions(From), warpInstructions(From));
  const double LanesTo = ratio(laneInstructions(To), warpInstructions(To));
  if (ratio(From.Profile.Warps, To.Profile.Warps) > 1.02)
    Add(ratio(From.Profile.Warps, To.Profile.Warps),
        change("fewer warps, idle at the guard or not whole:",
               formatNumber(From.Profile.Warps),
               formatNumber(To.Profile.Warps)));
  Add(ratio(LanesTo, LanesFrom),
      change("active lanes per instruction", formatNumber(LanesFrom),
             formatNumber(LanesTo)));
  if (boundBy(From, {Bound::Launch}))
    Add(ratio(blocks(From), blocks(To)),
        change("blocks to dispatch", formatNumber(blocks(From)),
               formatNumber(blocks(To))));

  // A difference that explains less than half of the gain is not given as its
  // reason. Of several, the one is given whose factor is nearest to the gain.
  const double Wanted = std::log(Gain);
  auto Miss = [&](const Cause &C) {
    return std::fabs(std::log(C.Factor) - Wanted);
  };
  const Cause *Best = nullptr;
  for (const Cause &C : Causes)
    if (!C.Text.empty() && C.Factor >= std::sqrt(Gain) && C.Factor >= 1.05 &&
        (!Best || Miss(C) < Miss(*Best)))
      Best = &C;
  return Best ? Best->Text : "";
}
