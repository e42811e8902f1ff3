//===- Patterns.cpp - Lines, coherence, copies ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "gpumodel/calibration/derive/Fits.h"
#include <algorithm>
#include <cmath>
#include <tuple>

namespace gpuperf::calibration {
namespace {

bool isPowerOfTwo(double Value) {
  return Value >= 1 && std::exp2(std::round(std::log2(Value))) == Value;
}

/// The smallest distance at which the second load is no longer a hit, which is
/// what one miss fetches. The first three points lie in the first 16 bytes.
Quantity fetchBytes(const char *Key, const Series &S) {
  double Hit = quantile(
      {S.Points[0].Median, S.Points[1].Median, S.Points[2].Median}, 0.5);
  double Miss = S.Points.back().Median;
  double Fetch = 0, Before = 0;
  for (const Point &P : S.Points) {
    if (P.Median > 1.5 * Hit) {
      Fetch = P.X;
      break;
    }
    Before = P.X;
  }
  Quantity Q = quantity(Key, Fetch, Before, Fetch, "bytes",
                        "a second load costs more from this distance on");
  selfCheck(Q, Miss > 1.5 * Hit, "no distance costs more than a hit");
  selfCheck(Q, isPowerOfTwo(Fetch), "is no power of two");
  return Q;
}

std::vector<Quantity> cacheLine(const DeviceFacts &,
                                const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *L1 = findSeries(All, "second_load_l1");
  const Series *L2 = findSeries(All, "second_load_l2");
  if (L1 && L1->Points.size() >= 8)
    Found.push_back(fetchBytes("sector_bytes", *L1));
  if (L2 && L2->Points.size() >= 8)
    Found.push_back(fetchBytes("l2_fetch_bytes", *L2));
  if (const Series *S = findSeries(All, "nodes_in_l1")) {
    // Up to the line size, every node lies in a line that it shares or fills.
    Plateau P;
    std::vector<Point> Spans;
    for (const Point &N : S->Points)
      if (N.X <= 128)
        Spans.push_back({N.X, N.Median * N.X, N.Low * N.X, N.High * N.X, 1});
    P = plateauWithin(Spans, 0, 128);
    Quantity Q = quantity("l1_held_bytes", P.Median, P.Low, P.High, "bytes",
                          "nodes that L1 holds, by their distance");
    selfCheck(Q, P.Points >= 2, "too few strides");
    selfCheck(Q, P.High <= 1.3 * P.Low, "differs between strides");
    Found.push_back(Q);
  }
  return Found;
}

/// The first distance at which a cache holds only half as many pairs. Checks:
/// there are shorter and longer distances; all shorter ones hold the same
/// number, and all longer ones half of it.
Quantity lineBytes(const char *Key, const Series &S) {
  const Point &Near = S.Points.front();
  double Line = 0, Before = 0;
  bool Alike = true, Halves = true;
  for (const Point &P : S.Points) {
    double Share = P.Median / Near.Median;
    if (Line == 0 && Share > 0.75) {
      Before = P.X;
      Alike &= std::abs(Share - 1) <= 0.15;
      continue;
    }
    Line = Line == 0 ? P.X : Line;
    Halves &= Share >= 0.35 && Share <= 0.65;
  }
  Quantity Q = quantity(Key, Line, Before, Line, "bytes",
                        "half as many pairs are held from this distance on");
  selfCheck(Q, S.Points.size() >= 4, "too few distances");
  selfCheck(Q, Line > 0, "no distance holds fewer pairs");
  selfCheck(Q, Alike, "the shorter distances are not alike");
  selfCheck(Q, Halves, "the longer distances do not hold the half");
  selfCheck(Q, isPowerOfTwo(Line), "is no power of two");
  return Q;
}

std::vector<Quantity> lineSize(const DeviceFacts &,
                               const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (auto [Name, Key] :
       {std::pair("l1", "l1_line_bytes"), std::pair("l2", "l2_line_bytes")})
    if (const Series *S = findSeries(All, Name); S && !S->Points.empty())
      Found.push_back(lineBytes(Key, *S));
  return Found;
}

/// The best and the worst point of a surface, and their ratio.
std::vector<Quantity> coherence(const DeviceFacts &,
                                const std::vector<Series> &All) {
  Point Best, Worst;
  for (const Series &S : All)
    if (S.Name == "surface")
      for (const Point &P : S.Points) {
        if (Best.Samples == 0 || P.Median > Best.Median)
          Best = P;
        if (Worst.Samples == 0 || P.Median < Worst.Median)
          Worst = P;
      }
  if (Best.Samples == 0)
    return {};
  std::vector<Quantity> Found = {
      quantity("coherence_best_gbps", Best.Median, Best.Low, Best.High, "GB/s",
               "highest place of the surface, four bytes per thread"),
      quantity("coherence_worst_gbps", Worst.Median, Worst.Low, Worst.High,
               "GB/s", "lowest place of the surface"),
      quantity("coherence_gain", Best.Median / Worst.Median,
               Best.Low / Worst.High, Best.High / Worst.Low, "",
               "their ratio")};
  for (Quantity &Q : Found)
    selfCheck(Q, Worst.Median > 0, "a place of the surface has no bandwidth");
  return Found;
}

std::vector<Quantity> apexMap(const DeviceFacts &,
                              const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const char *Name : {"sequential", "parallel"}) {
    Point Best;
    for (const Series &S : All)
      if (S.Name == Name && highest(S.Points).Median > Best.Median)
        Best = highest(S.Points);
    if (Best.Samples == 0)
      continue;
    Found.push_back(quantity("apex_map_" + std::string(Name) + "_best_gbps",
                             Best.Median, Best.Low, Best.High, "GB/s",
                             "highest over locality and block length"));
  }
  return Found;
}

/// Both curves fall while there is latency to hide and then stay level. The
/// level is the lowest point, if the last doubling of the load gained little.
std::vector<Quantity> missPath(const DeviceFacts &,
                               const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (auto [Name, Key, How] :
       {std::tuple("miss_path", "l1_miss_cycles_per_line",
                   "one SM, every lane a line of its own, from L2"),
        std::tuple("hot_line", "hot_line_cycles_per_request",
                   "all SMs load one line, past L1")}) {
    const Series *S = findSeries(All, Name);
    if (!S || S->Points.size() < 3)
      continue;
    Point Level = S->Points.front();
    for (const Point &P : S->Points)
      if (P.Median < Level.Median)
        Level = P;
    Quantity Q =
        quantity(Key, Level.Median, Level.Low, Level.High, "cycles", How);
    // The last step, to all SMs that there are, may be smaller than a doubling.
    const Point &Last = S->Points.back();
    Point Half = S->Points.front();
    for (const Point &P : S->Points)
      if (P.X <= Last.X / 2)
        Half = P;
    selfCheck(Q, Half.Median <= 1.25 * Last.Median,
              "still falls with the last doubling: latency, not rate");
    selfCheck(Q, Level.Median > 0, "no time passed");
    Found.push_back(Q);
  }
  return Found;
}

/// The time of copies is a line over the bytes, but small copies are staged
/// differently. Therefore the bandwidth is that of the largest copy and the
/// latency that of the smallest.
std::vector<Quantity> transfer(const DeviceFacts &,
                               const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const Series &S : All) {
    if (S.Points.size() < 3)
      continue;
    const Point &Small = S.Points.front(), &Large = S.Points.back();
    auto Gbps = [&](double Us) { return Large.X / (Us * 1e3); };
    Quantity Rate =
        quantity(S.Name + "_gbps", Gbps(Large.Median), Gbps(Large.High),
                 Gbps(Large.Low), "GB/s", "copies of " + bytesText(Large.X));
    selfCheck(Rate, Large.Median > Small.Median,
              "a large copy is no slower than a small one");
    Found.push_back(Rate);
    Found.push_back(quantity(S.Name + "_us", Small.Median, Small.Low,
                             Small.High, "us",
                             "copies of " + bytesText(Small.X)));
  }
  return Found;
}

} // namespace

const NamedRule PatternRules[] = {
    {"cache-line", cacheLine}, {"line-size", lineSize}, {"miss-path", missPath},
    {"coherence", coherence},  {"apex-map", apexMap},   {"transfer", transfer},
    {nullptr, nullptr},
};

} // namespace gpuperf::calibration
