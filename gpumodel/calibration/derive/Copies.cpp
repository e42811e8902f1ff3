//===- Copies.cpp - Matrix loads, asynchronous copies, clusters -----------===//
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

/// \p Form with a number: "R2 %.4f".
std::string withNumber(const char *Form, double Value) {
  char Text[128];
  std::snprintf(Text, sizeof(Text), Form, Value);
  return Text;
}

/// Cycles of one load over the passes that its rows take: of those without a
/// conflict, the least; the slope of the line is what each further pass costs.
/// Checks: eight passes take at least six times as long as one, or the banks
/// were not what the load waited for; rows of 144 bytes, which have no
/// conflict, take as long as those next to each other.
std::vector<Quantity> matrixLoads(const DeviceFacts &Device,
                                  const std::vector<Series> &All) {
  const Series *S = findSeries(All, "passes");
  if (!S)
    return {};
  Point Apart;
  double Eight = 0;
  for (const Point &P : S->Points) {
    if (P.X == 1)
      Apart = P;
    Eight = P.X == 8 ? P.Median : Eight;
  }
  const double Least = Apart.Median;
  Quantity Free = quantity("matrix_load_cycles", Least, Apart.Low, Apart.High,
                           "cycles", "rows side by side, four matrices");
  selfCheck(Free, Least > 0, "rows without a conflict were not measured");
  const Series *Padded = findSeries(All, "padded");
  selfCheck(Free,
            Padded && Padded->Points.front().Median <= 1.1 * Least &&
                Padded->Points.front().Median >= 0.9 * Least,
            "rows of 144 bytes do not take as long as rows of 16");
  LineFit Fit = fitLineRobust(S->Points);
  Quantity Pass =
      quantity("matrix_load_cycles_per_pass", Fit.Slope, Fit.Slope, Fit.Slope,
               "cycles", withNumber("line over the passes, R2 %.4f", Fit.R2));
  for (Quantity *Q : {&Free, &Pass}) {
    selfCheck(*Q, S->Points.size() >= 4, "fewer than four distances of rows");
    if (Device.Backend == "cuda")
      selfCheck(*Q, Eight >= 6 * Least && Eight <= 10 * Least,
                withNumber("eight rows to a bank take %.3g times as long as "
                           "one, not eight",
                           Least > 0 ? Eight / Least : 0));
  }
  return {Free, Pass};
}

/// One group's cycles are the latency of a copy; the slope over the groups is
/// what each further one adds. The same through registers. Check: a line, and
/// later groups do not wait for the first.
std::vector<Quantity> asyncCopies(const DeviceFacts &Device,
                                  const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const std::pair<const char *, const char *> Ways[] = {
      {"copies", "async_copy"}, {"loads", "register_copy"}};
  for (const auto &[Curve, Name] : Ways) {
    const Series *S = findSeries(All, Curve);
    if (!S)
      continue;
    LineFit Fit = fitLine(S->Points);
    const Point &One = S->Points.front();
    Quantity Latency =
        quantity(std::string(Name) + "_latency_cycles", One.Median, One.Low,
                 One.High, "cycles", "one group of 512 bytes, held by L2");
    Quantity Each = quantity(
        std::string(Name) + "_group_cycles", Fit.Slope, Fit.Slope, Fit.Slope,
        "cycles", withNumber("line over the groups, R2 %.4f", Fit.R2));
    for (Quantity *Q : {&Latency, &Each}) {
      selfCheck(*Q, S->Points.size() >= 4, "fewer than four numbers of groups");
      selfCheck(*Q, Q->Value > 0, "takes no time");
      // The emulation does one copy after the other.
      if (Device.Backend == "cuda")
        selfCheck(*Q, Fit.Slope < One.Median / 2,
                  "a copy waits for the one before it");
    }
    Found.push_back(Latency);
    Found.push_back(Each);
  }
  return Found;
}

/// Cycles over bytes are a line: bytes per cycle and latency. Check: the line
/// explains all but a hundredth of the variance, and rises.
std::vector<Quantity> bulkCopies(const DeviceFacts &,
                                 const std::vector<Series> &All) {
  const Series *S = findSeries(All, "copies");
  if (!S)
    return {};
  LineFit Fit = fitLine(S->Points);
  const std::string How = withNumber("line over the bytes, R2 %.5f", Fit.R2);
  const double Rate = Fit.Slope > 0 ? 1 / Fit.Slope : 0;
  std::vector<Quantity> Found = {
      quantity("bulk_copy_bytes_per_clk_per_sm", Rate, Rate, Rate,
               "bytes/clk/SM", How),
      quantity("bulk_copy_latency_cycles", Fit.Intercept, Fit.Intercept,
               Fit.Intercept, "cycles", How)};
  for (Quantity &Q : Found) {
    selfCheck(Q, S->Points.size() >= 4, "fewer than four sizes");
    selfCheck(Q, Fit.Slope > 0 && Fit.R2 >= 0.99,
              "the cycles do not lie on a line: " + How);
  }
  return Found;
}

/// The mean over the sizes of the cluster; they must not differ by a quarter.
std::vector<Quantity> clusterShared(const DeviceFacts &,
                                    const std::vector<Series> &All) {
  const Series *S = findSeries(All, "cluster");
  if (!S)
    return {};
  Plateau P = plateauWithin(S->Points, 0, 1e9);
  Quantity Q = quantity("cluster_shared_latency_cycles", P.Median, P.Low,
                        P.High, "cycles", "clusters of 2 to 8 blocks");
  selfCheck(Q, P.Points >= 2, "fewer than two sizes of clusters");
  selfCheck(Q, P.High <= 1.25 * P.Low, "is not the same for all clusters");
  return {Q};
}

} // namespace

const NamedRule CopyRules[] = {
    {"matrix-loads", matrixLoads},
    {"async-copies", asyncCopies},
    {"bulk-copies", bulkCopies},
    {"cluster-shared", clusterShared},
    {nullptr, nullptr},
};

} // namespace gpuperf::calibration
