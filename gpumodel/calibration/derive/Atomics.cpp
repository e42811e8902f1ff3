//===- Atomics.cpp - Contention -------------------------------------------===//
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

/// Fails \p Q if the updates of this curve did not leave the right values.
void checkCells(Quantity &Q, const Series &S) {
  double Wrong = S.param("wrong_cells", 0);
  selfCheck(Q, Wrong == 0,
            std::to_string(static_cast<long>(Wrong)) +
                " cells did not hold the right value afterwards");
}

/// Cycles over the number of dependent atomics is a line; its slope is the
/// latency.
std::vector<Quantity> atomicLatency(const DeviceFacts &,
                                    const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const char *Where : {"global", "shared"}) {
    const Series *S = findSeries(All, Where);
    if (!S)
      continue;
    LineFit Fit = fitLineRobust(S->Points);
    char How[96];
    std::snprintf(How, sizeof(How),
                  "slope over %zu lengths of a chain, R2 %.5f, off by %.1f %% "
                  "at most",
                  S->Points.size(), Fit.R2, 100 * Fit.WorstRelativeResidual);
    Quantity Q = quantity(std::string("latency_cycles.atomic_") + Where,
                          Fit.Slope, Fit.Slope, Fit.Slope, "cycles", How);
    selfCheck(Q, S->Points.size() >= 3, "fewer than three lengths");
    selfCheck(Q, Fit.R2 >= 0.999 && Fit.WorstRelativeResidual <= 0.05,
              "the cycles do not lie on a line: " + Q.How);
    selfCheck(Q, Fit.Slope >= 1, "is below one cycle");
    checkCells(Q, *S);
    Found.push_back(Q);
  }
  return Found;
}

Quantity rateAt(const Series &S, const Point &P, const std::string &Key,
                const std::string &How) {
  Quantity Q = quantity(Key, P.Median, P.Low, P.High, S.YName, How);
  selfCheck(Q, P.Median > 0, "no time passed");
  selfCheck(Q, P.High <= 1.5 * P.Low,
            "the samples differ by more than half of them");
  checkCells(Q, S);
  return Q;
}

/// Of a curve over the threads that share an address: without a conflict, all
/// lanes of a warp, all threads of the block.
void contention(std::vector<Quantity> &Found, const DeviceFacts &Device,
                const std::vector<Series> &All, const std::string &Where) {
  double FreePlain = 0;
  if (const Series *Plain = findSeries(All, Where + ".plain_u32"))
    if (!Plain->Points.empty())
      FreePlain = Plain->Points.front().Median;
  for (const Series &S : All) {
    if (S.Name.compare(0, Where.size() + 1, Where + ".") != 0 ||
        S.Points.empty())
      continue;
    std::string Kind = S.Name.substr(Where.size() + 1);
    std::string Key = Where + "_update." + Kind + ".";
    const Point &Free = S.Points.front();
    Quantity Alone = rateAt(S, Free, Key + "conflict_free_per_clk_per_sm",
                            "a cell for each thread");
    selfCheck(Alone, Free.X == 1, "no point without a conflict");
    Found.push_back(Alone);
    for (const Point &P : S.Points)
      if (P.X == Device.WarpSize)
        Found.push_back(rateAt(S, P, Key + "one_per_warp_per_clk_per_sm",
                               "a cell for each warp"));
    Found.push_back(rateAt(S, S.Points.back(),
                           Key + "one_per_block_per_clk_per_sm",
                           "a cell for the block"));
    if (Kind != "add_u32")
      continue;
    // The throughput table is for 32-bit additions without a conflict.
    Quantity Row = Alone;
    Row.Name = "throughput_results_per_clk_per_sm.atomic_" + Where;
    if (Device.Backend == "cuda")
      selfCheck(Row, Row.Value <= 130, "more than four warps a clock");
    Found.push_back(Row);
    if (FreePlain > 0 && Free.Median > 0) {
      Quantity Ratio = Alone;
      Ratio.Name = Where + "_plain_over_atomic_u32";
      Ratio.Unit = "times";
      Ratio.Value = FreePlain / Free.Median;
      Ratio.Low = FreePlain / Free.High;
      Ratio.High = FreePlain / Free.Low;
      Ratio.How = "load, add and store against an atomic addition";
      Found.push_back(Ratio);
    }
  }
}

std::vector<Quantity> sharedAtomics(const DeviceFacts &Device,
                                    const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  contention(Found, Device, All, "shared");
  return Found;
}

/// The same rules as for shared memory, and the rate of the whole GPU on one
/// address with a block on each SM.
std::vector<Quantity> globalAtomics(const DeviceFacts &Device,
                                    const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  contention(Found, Device, All, "global");
  const std::string Prefix = "one_address.";
  for (const Series &S : All) {
    if (S.Name.compare(0, Prefix.size(), Prefix) != 0 || S.Points.empty())
      continue;
    std::string Kind = S.Name.substr(Prefix.size());
    const Point &P = S.Points.back();
    char How[64];
    std::snprintf(How, sizeof(How), "%.0f blocks on one address", P.X);
    Found.push_back(rateAt(
        S, P,
        Kind == "add_u32" ? "atomic_global_all_in_one_per_clk"
                          : "atomic_global_" + Kind + "_all_in_one_per_clk",
        How));
  }
  return Found;
}

} // namespace

const NamedRule AtomicRules[] = {
    {"atomic-latency", atomicLatency},
    {"shared-atomics", sharedAtomics},
    {"global-atomics", globalAtomics},
    {nullptr, nullptr},
};

} // namespace gpuperf::calibration
