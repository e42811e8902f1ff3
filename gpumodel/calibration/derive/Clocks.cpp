//===- Clocks.cpp - Clocks, and how alike the SMs are ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "gpumodel/calibration/derive/Fits.h"

namespace gpuperf::calibration {
namespace {

/// GeForce cards run by a fifth and more above the clock that their driver
/// reports, which is the rated boost. A clock that was read wrongly is mostly
/// much further off.
constexpr double MostOfBoost = 1.35;

/// The median clock of the second half of the load's time. Checks: four kernels
/// at least; not far above the clock that the driver tells, nor below a fifth
/// of it; steady within 15 %.
std::vector<Quantity> clockUnderLoad(const DeviceFacts &Device,
                                     const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const char *Name : {"compute", "memory"}) {
    const Series *S = findSeries(All, Name);
    if (!S || S->Points.empty())
      continue;
    double Middle = S->Points[S->Points.size() / 2].X;
    Plateau P = plateauWithin(S->Points, Middle, S->Points.back().X);
    Quantity Q = quantity(std::string("clock_under_") + Name + "_mhz", P.Median,
                          P.Low, P.High, "MHz",
                          "second half of " + std::to_string(S->Points.size()) +
                              " kernels");
    selfCheck(Q, S->Points.size() >= 4, "fewer than four kernels");
    if (Device.BoostClockMhz > 0) {
      selfCheck(Q, P.Median <= MostOfBoost * Device.BoostClockMhz,
                "is far above the clock that the driver tells");
      selfCheck(Q, P.Median >= 0.2 * Device.BoostClockMhz,
                "is below a fifth of the highest clock");
    }
    selfCheck(Q, P.High <= 1.15 * P.Low, "the clock is not steady");
    Found.push_back(Q);
  }
  return Found;
}

/// The difference between the slowest and the fastest SM over the median one,
/// and the number of SMs.
std::vector<Quantity> smSpread(const DeviceFacts &Device,
                               const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const char *Name : {"compute", "memory"}) {
    const Series *S = findSeries(All, Name);
    if (!S || S->Points.empty())
      continue;
    Plateau P =
        plateauWithin(S->Points, S->Points.front().X, S->Points.back().X);
    double Spread = P.Median > 0 ? 100 * (P.High - P.Low) / P.Median : 0;
    Quantity Q = quantity(
        std::string("sm_") + Name + "_spread_percent", Spread, Spread, Spread,
        "%", "slowest less fastest of " + std::to_string(P.Points) + " SMs");
    selfCheck(Q, P.Median > 0, "no time passed");
    selfCheck(Q, P.Points >= 2, "fewer than two SMs were seen");
    Found.push_back(Q);
    if (Found.size() > 1)
      continue;
    Quantity Count = quantity("sm_count_seen", P.Points, P.Points, P.Points,
                              "SMs", "different numbers of SMs");
    selfCheck(Count, Device.SmCount <= 0 || P.Points <= Device.SmCount,
              "more SMs were seen than the driver tells");
    Found.push_back(Count);
  }
  return Found;
}

} // namespace

const NamedRule ClockRules[] = {
    {"clock-under-load", clockUnderLoad},
    {"sm-spread", smSpread},
    {nullptr, nullptr},
};

} // namespace gpuperf::calibration
