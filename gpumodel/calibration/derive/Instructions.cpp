//===- Instructions.cpp - Chains and streams of operations ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "gpumodel/calibration/derive/Fits.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gpuperf::calibration {
namespace {

bool isOpClass(const std::string &Name) {
  for (const char *Key : {
#define OP(Enumerator, Key, Row) Key,
#include "gpumodel/OpClass.def"
       })
    if (Name == Key)
      return true;
  return false;
}

/// What follows \p Prefix in \p Name, or "".
std::string behind(const std::string &Name, const std::string &Prefix) {
  return Name.compare(0, Prefix.size(), Prefix) == 0
             ? Name.substr(Prefix.size())
             : "";
}

/// The slope of a curve that has to be a line. Checks: it has at least three
/// points; the line explains all but a thousandth of the variance; no point is
/// off by more than 3 % (a chain of double length takes double the time); it
/// rises.
Quantity slopeOf(const std::string &Key, const Series &S, double Divisor,
                 const char *Of) {
  LineFit Fit = fitLine(S.Points);
  double Low = Fit.Slope, High = Fit.Slope;
  for (size_t I = 1; I < S.Points.size(); ++I) {
    const Point &A = S.Points[I - 1], &B = S.Points[I];
    if (B.X == A.X)
      continue;
    double Step = (B.Median - A.Median) / (B.X - A.X);
    Low = std::min(Low, Step);
    High = std::max(High, Step);
  }
  char How[128];
  std::snprintf(How, sizeof(How),
                "slope over %zu %s, R2 %.5f, off by %.1f %% at most",
                S.Points.size(), Of, Fit.R2, 100 * Fit.WorstRelativeResidual);
  Quantity Q = quantity(Key, Fit.Slope / Divisor, Low / Divisor, High / Divisor,
                        "cycles", How);
  selfCheck(Q, S.Points.size() >= 3, "fewer than three points");
  selfCheck(Q, Fit.R2 >= 0.999 && Fit.WorstRelativeResidual <= 0.03,
            "the cycles do not lie on a line: " + Q.How);
  selfCheck(Q, High <= 1.05 * Low,
            "a chain of double length does not take double the time");
  return Q;
}

/// Subtracts the other operations that a link of the chain contains.
void takeOff(Quantity &Q, const Quantity &Other, const std::string &What) {
  Q.Value -= Other.Value;
  Q.Low -= Other.High;
  Q.High -= Other.Low;
  Q.How += "; less " + What;
  selfCheck(Q, Other.Ok, What + ": " + Other.Why);
}

Quantity latencyOf(const Series &S) {
  std::string Name = behind(S.Name, "latency.");
  std::string Key =
      isOpClass(Name) ? "latency_cycles." + Name : Name + "_latency_cycles";
  Quantity Q =
      slopeOf(Key, S, S.param("steps_per_link", 1), "lengths of a chain");
  // Less than one cycle means that the compiler has folded the chain.
  selfCheck(Q, Q.Value >= 1, "is below one cycle");
  return Q;
}

/// The most results per clock over the numbers of warps. Checks: the last
/// doubling of the warps gains less than 10 %; the rate is not more than four
/// warps a clock, which no SM of NVIDIA exceeds.
Quantity rateOf(const DeviceFacts &Device, const Series &S) {
  Point Best = highest(S.Points);
  char How[64];
  std::snprintf(How, sizeof(How), "most over %zu numbers of warps, at %.0f",
                S.Points.size(), Best.X);
  Quantity Q =
      quantity("results_per_clk_per_sm." + behind(S.Name, "throughput."),
               Best.Median, Best.Low, Best.High, "results/clk/SM", How);
  selfCheck(Q, S.Points.size() >= 2, "fewer than two numbers of warps");
  selfCheck(Q, Q.Value > 0, "no results");
  if (S.Points.size() >= 2) {
    const Point &Last = S.Points.back(), &Half = S.Points[S.Points.size() - 2];
    // Threads of the emulation share no units, so that its rates have no limit.
    if (Device.Backend != "emulated")
      selfCheck(Q, Last.Median <= 1.1 * Half.Median,
                "still rises at the largest number of warps");
  }
  if (Device.Backend == "cuda")
    selfCheck(Q, Q.Value <= 1.02 * 4 * 32 * S.param("results_per_step", 1),
              "more than four warps of results a clock: part of the operations "
              "is missing");
  return Q;
}

/// Of chains, the slope of cycles over links is the latency of a link. Of
/// streams, the most results per clock are the throughput; a row of the
/// throughput table gets the figure of the slowest of its operations.
std::vector<Quantity> operations(const DeviceFacts &Device,
                                 const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const Series &S : All)
    if (!behind(S.Name, "latency.").empty())
      Found.push_back(latencyOf(S));
  std::vector<Quantity> Rows;
  for (const Series &S : All) {
    if (behind(S.Name, "throughput.").empty())
      continue;
    Quantity Rate = rateOf(Device, S);
    Found.push_back(Rate);
    for (const auto &[Param, One] : S.Params) {
      std::string Row = behind(Param, "row.");
      if (Row.empty())
        continue;
      Quantity OfRow = Rate;
      OfRow.Name = "throughput_results_per_clk_per_sm." + Row;
      OfRow.How = behind(S.Name, "throughput.") + ": " + Rate.How;
      auto Same =
          std::find_if(Rows.begin(), Rows.end(),
                       [&](const Quantity &Q) { return Q.Name == OfRow.Name; });
      if (Same == Rows.end())
        Rows.push_back(OfRow);
      else if (!OfRow.Ok || (Same->Ok && OfRow.Value < Same->Value))
        *Same = OfRow;
    }
  }
  Found.insert(Found.end(), Rows.begin(), Rows.end());
  return Found;
}

Quantity *findQuantity(std::vector<Quantity> &All, const std::string &Name) {
  for (Quantity &Q : All)
    if (Q.Name == Name)
      return &Q;
  return nullptr;
}

/// As operations(); the class of conversions within 32 bits is the mean of its
/// two directions.
std::vector<Quantity> conversions(const DeviceFacts &Device,
                                  const std::vector<Series> &All) {
  std::vector<Quantity> Found = operations(Device, All);
  const Quantity *To = findQuantity(Found, "float_to_int_latency_cycles");
  const Quantity *Back = findQuantity(Found, "int_to_float_latency_cycles");
  if (!To || !Back)
    return Found;
  Quantity Mean =
      quantity("latency_cycles.convert_32", (To->Value + Back->Value) / 2,
               std::min(To->Low, Back->Low), std::max(To->High, Back->High),
               "cycles", "mean of float to integer and back");
  selfCheck(Mean, To->Ok, "float to integer: " + To->Why);
  selfCheck(Mean, Back->Ok, "integer to float: " + Back->Why);
  Found.push_back(Mean);
  return Found;
}

/// The difference between links with 8 and with 4 votes is due to votes alone.
/// In chains it gives the latency of a predicate, in streams the rate.
void votesAlone(std::vector<Quantity> &Found) {
  auto perLink = [&Found](const char *Name, double Votes, bool IsRate) {
    Quantity Q = *findQuantity(Found, Name);
    for (double *Each : {&Q.Value, &Q.Low, &Q.High})
      *Each = IsRate ? Votes / *Each : Votes * *Each;
    if (IsRate)
      std::swap(Q.Low, Q.High);
    return Q;
  };
  struct {
    const char *Short, *Long, *Name, *Unit;
    bool IsRate;
  } const Kinds[] = {
      {"vote_4_latency_cycles", "vote_8_latency_cycles",
       "vote_predicate_latency_cycles", "cycles", false},
      {"results_per_clk_per_sm.vote_4", "results_per_clk_per_sm.vote_8",
       "throughput_results_per_clk_per_sm.warp_vote", "results/clk/SM", true}};
  for (const auto &K : Kinds) {
    if (!findQuantity(Found, K.Short) || !findQuantity(Found, K.Long))
      continue;
    Quantity Short = perLink(K.Short, 4, K.IsRate),
             Long = perLink(K.Long, 8, K.IsRate), Own = Long;
    Own.Name = K.Name;
    Own.How = "links of 8 votes less links of 4; " + Long.How;
    takeOff(Own, Short, "links of 4 votes");
    selfCheck(Own, Own.Low > 0, "four votes more take no more time");
    for (double *Each : {&Own.Value, &Own.Low, &Own.High})
      *Each = K.IsRate ? 4 / *Each : *Each / 4;
    if (K.IsRate)
      std::swap(Own.Low, Own.High);
    Found.push_back(Own);
  }
  // The time of a whole link is not a figure by itself.
  Found.erase(
      std::remove_if(Found.begin(), Found.end(),
                     [](const Quantity &Q) {
                       return Q.Name.find("vote_4") != std::string::npos ||
                              Q.Name.find("vote_8") != std::string::npos;
                     }),
      Found.end());
}

/// As operations(). A vote and a special register need a comparison in each
/// link, whose chain is in the same file and is subtracted. A comparison that
/// gives a predicate may take longer than one that gives a number; this
/// difference remains in the figures.
std::vector<Quantity> warpOperations(const DeviceFacts &Device,
                                     const std::vector<Series> &All) {
  std::vector<Quantity> Found = operations(Device, All);
  votesAlone(Found);
  Quantity *Compare = findQuantity(Found, "latency_cycles.compare_min_max");
  Quantity Own = Compare ? *Compare : Quantity();
  for (const char *Name :
       {"latency_cycles.vote", "latency_cycles.special_register"})
    if (Quantity *Q = findQuantity(Found, Name)) {
      selfCheck(*Q, Compare, "the comparison of its links was not measured");
      if (Compare)
        takeOff(*Q, Own, "a comparison");
      selfCheck(*Q, Q->Value >= 1, "is below one cycle");
    }
  // The figure of a comparison comes from the benchmark integer-operations.
  Found.erase(std::remove_if(Found.begin(), Found.end(),
                             [](const Quantity &Q) {
                               return Q.Name ==
                                      "latency_cycles.compare_min_max";
                             }),
              Found.end());
  return Found;
}

/// One iteration of the shortest loop, minus its addition and its comparison.
std::vector<Quantity> loopBranch(const DeviceFacts &,
                                 const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *Loop = findSeries(All, "loop");
  if (!Loop)
    return Found;
  Quantity Pass = slopeOf("loop_pass_cycles", *Loop, 1, "numbers of passes");
  selfCheck(Pass, Pass.Value >= 1, "is below one cycle");
  Found.push_back(Pass);
  const Series *Add = findSeries(All, "latency.int32_add");
  const Series *Compare = findSeries(All, "latency.compare_min_max");
  if (!Add || !Compare)
    return Found;
  Quantity Branch = Pass;
  Branch.Name = "latency_cycles.branch";
  takeOff(Branch, latencyOf(*Add), "an addition");
  takeOff(Branch, latencyOf(*Compare), "a comparison");
  selfCheck(Branch, Branch.Value >= 1, "is below one cycle");
  Found.push_back(Branch);
  return Found;
}

/// Threads per clock that pass barriers on an SM; the most over all block
/// sizes.
std::vector<Quantity> barrierRate(const DeviceFacts &Device,
                                  const std::vector<Series> &All) {
  const Series *S = findSeries(All, "blocks");
  if (!S || S->Points.empty())
    return {};
  Point Best = highest(S->Points);
  char How[64];
  std::snprintf(How, sizeof(How), "most over %zu block sizes, at %.0f blocks",
                S->Points.size(), Best.X);
  Quantity Q =
      quantity("throughput_results_per_clk_per_sm.syncthreads_ops", Best.Median,
               Best.Low, Best.High, "results/clk/SM", How);
  selfCheck(Q, S->Points.size() >= 3, "fewer than three block sizes");
  selfCheck(Q, Q.Value > 0, "no barriers were passed");
  if (Device.Backend == "cuda")
    selfCheck(Q, Q.Value <= 1.02 * 4 * 32,
              "more than four warps a clock: some barriers are missing");
  return {Q};
}

} // namespace

const NamedRule InstructionRules[] = {
    {"float-operations", operations},  {"double-operations", operations},
    {"special-functions", operations}, {"integer-operations", operations},
    {"conversions", conversions},      {"warp-operations", warpOperations},
    {"tensor-product", operations},    {"loop-branch", loopBranch},
    {"barrier-rate", barrierRate},     {nullptr, nullptr},
};

} // namespace gpuperf::calibration
