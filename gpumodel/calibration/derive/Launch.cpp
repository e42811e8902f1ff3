//===- Launch.cpp - Launch overhead ---------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "gpumodel/calibration/derive/Fits.h"
#include <cstdio>

namespace gpuperf::calibration {
namespace {

/// "time_launch" of Kleimenov and Popova 2021: for each block size in warps a
/// line over the grid size. A line counts if it explains 98 % of the variance,
/// or if the whole curve is level within 5 %.
std::vector<Quantity> launchLines(const DeviceFacts &,
                                  const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const Series &S : All) {
    if (S.Name != "grid_sweep")
      continue;
    double Named = S.param("warps_per_block");
    if (!(Named >= 1 && Named <= 64))
      continue; // no block has so many warps
    LineFit Fit = fitLineRobust(S.Points);
    unsigned Warps = static_cast<unsigned>(Named);
    std::string Key = "time_lines." + std::to_string(Warps) + ".";
    char How[96];
    std::snprintf(
        How, sizeof(How),
        "line through %zu grid sizes, R2 %.4f, off by %.1f %% at most",
        S.Points.size(), Fit.R2, 100 * Fit.WorstRelativeResidual);
    Quantity Slope = quantity(Key + "grid_slope_us", Fit.Slope, Fit.Slope,
                              Fit.Slope, "us", How);
    Quantity Base = quantity(Key + "base_us", Fit.Intercept,
                             Fit.Intercept - Fit.WorstResidual,
                             Fit.Intercept + Fit.WorstResidual, "us", How);
    for (Quantity *Q : {&Slope, &Base}) {
      selfCheck(*Q, S.Points.size() >= 4, "fewer than four grid sizes");
      selfCheck(*Q, Fit.R2 >= 0.98 || Fit.WorstRelativeResidual <= 0.05,
                "the times do not lie on a line: " + Q->How);
      selfCheck(*Q, Fit.Intercept > 0 && Fit.Slope >= 0,
                "a launch cannot take negative time");
      Found.push_back(*Q);
    }
  }
  return Found;
}

/// The median of the single point that the curve has to have.
void single(std::vector<Quantity> &Found, const std::vector<Series> &All,
            const char *Name, const char *Key, const char *How) {
  const Series *S = findSeries(All, Name);
  if (!S || S->Points.empty())
    return;
  const Point &P = S->Points.back();
  Quantity Q = quantity(Key, P.Median, P.Low, P.High, "us", How);
  selfCheck(Q, P.Median > 0, "no time passed");
  selfCheck(Q, P.High <= 2 * P.Median,
            "the samples differ by more than a factor of two");
  Found.push_back(Q);
}

std::vector<Quantity> launchModes(const DeviceFacts &,
                                  const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  single(Found, All, "back_to_back", "back_to_back_us",
         "per launch, in a stream of empty launches");
  single(Found, All, "graph", "graph_us",
         "per kernel node, in a graph of empty kernels");
  single(Found, All, "single", "single_us",
         "between events around one empty launch");
  return Found;
}

/// The time between two blocks of one warp. It must not be negative, which
/// would mean two blocks at once, and must not be less than half as long for
/// larger blocks.
std::vector<Quantity> blockTurnaround(const DeviceFacts &,
                                      const std::vector<Series> &All) {
  const Series *S = findSeries(All, "gap");
  if (!S || S->Points.empty())
    return {};
  const Point &One = S->Points.front();
  Quantity Q =
      quantity("block_turnaround_cycles", One.Median, One.Low, One.High,
               "cycles", "end of a block to the begin of the next one there");
  selfCheck(Q, One.Low >= 0, "blocks overlap: an SM held more than one");
  for (const Point &P : S->Points)
    selfCheck(Q, P.Median >= 0.5 * One.Median,
              "larger blocks follow one another faster");
  return {Q};
}

} // namespace

const NamedRule LaunchRules[] = {
    {"block-turnaround", blockTurnaround},
    {"launch-lines", launchLines},
    {"launch-modes", launchModes},
    {nullptr, nullptr},
};

} // namespace gpuperf::calibration
