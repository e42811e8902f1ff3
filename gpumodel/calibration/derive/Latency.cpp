//===- Latency.cpp - Chases and departures --------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "gpumodel/calibration/derive/Fits.h"
#include <algorithm>
#include <cstdio>

namespace gpuperf::calibration {
namespace {

constexpr double SamePlateau = 0.06; ///< levels this close are one level

std::string range(double FirstX, double LastX) {
  return bytesText(FirstX) +
         (LastX >= Endless ? " on" : " to " + bytesText(LastX));
}

/// A quantity from the points of a curve with x in a range.
Quantity level(const char *Key, const std::vector<Point> &Points, double FirstX,
               double LastX) {
  Plateau P = plateauWithin(Points, FirstX, LastX);
  Quantity Q = quantity(Key, P.Median, P.Low, P.High, "cycles",
                        std::to_string(P.Points) + " footprints from " +
                            range(P.FirstX, P.LastX));
  selfCheck(Q, P.Points >= 2,
            "fewer than two footprints from " + range(FirstX, LastX));
  char Spread[80];
  std::snprintf(Spread, sizeof(Spread), "no level: %.4g to %.4g cycles", P.Low,
                P.High);
  selfCheck(Q, P.High <= 1.35 * P.Low, Spread);
  return Q;
}

/// Adds \p Q, and beside KEY_latency_cycles the same in nanoseconds where the
/// clock is known.
void addWithNs(std::vector<Quantity> &Found, const Quantity &Q,
               double ClockMhz) {
  Found.push_back(Q);
  size_t Unit = Q.Name.rfind("_cycles");
  if (ClockMhz <= 0 || Unit == std::string::npos)
    return;
  double Ns = 1e3 / ClockMhz;
  Quantity Same = Q;
  Same.Name = Q.Name.substr(0, Unit) + "_ns";
  Same.Value *= Ns;
  Same.Low *= Ns;
  Same.High *= Ns;
  Same.Unit = "ns";
  char Clock[48];
  std::snprintf(Clock, sizeof(Clock), ", at %.4g MHz", ClockMhz);
  Same.How += Clock;
  Found.push_back(Same);
}

/// The first level of a chase, which must begin at its smallest footprints.
/// \p Reach is the largest footprint of this level; 0 if there is no level.
Quantity firstLevel(const char *Key, const Series &S, double &Reach) {
  std::vector<Plateau> Steps = findPlateaus(S.Points, SamePlateau, 3);
  Plateau First = Steps.empty() ? Plateau() : Steps.front();
  Reach = First.LastX;
  Quantity Q =
      quantity(Key, First.Median, First.Low, First.High, "cycles",
               "first level of the chase, up to " + bytesText(First.LastX));
  selfCheck(Q, First.Points > 0, "the chase has no level");
  selfCheck(Q, !S.Points.empty() && First.FirstX <= S.Points.front().X,
            "the chase is not level at its start");
  return Q;
}

/// Near L2, far L2 and DRAM, of a chase that bypasses the first cache or
/// exceeds it. Below a third of the size of a partitioned L2 the near half can
/// serve all accesses; above two thirds many come from the far half; beyond
/// twice the size almost nothing is left in the L2.
struct BehindL1 {
  Quantity Near, Far, Dram;
  bool HasFar = false;
};
BehindL1 behindL1(const std::string &Prefix, const std::vector<Point> &Points,
                  const DeviceFacts &Device, double FirstX) {
  double L2 = Device.L2Bytes;
  double DramFrom = 2 * L2;
  // AMD's driver does not report the last cache: the upper half of the curve is
  // taken for DRAM.
  if (Device.Backend == "hip" && !Points.empty())
    DramFrom = std::max(DramFrom, Points.back().X / 2);
  BehindL1 Found;
  Found.Near = level((Prefix + "l2_latency_cycles").c_str(), Points,
                     std::max(FirstX, L2 / 64), 0.36 * L2);
  Found.Far = level((Prefix + "l2_far_latency_cycles").c_str(), Points,
                    0.65 * L2, 0.85 * L2);
  Found.Dram = level((Prefix + "dram_latency_cycles").c_str(), Points, DramFrom,
                     Endless);
  selfCheck(Found.Dram, Found.Dram.Value > 1.2 * Found.Near.Value,
            "is not above the latency of L2");
  // If the L2 is not partitioned, this range is plain L2 and gives no number.
  Found.HasFar = Found.Far.Value > 1.1 * Found.Near.Value &&
                 Found.Far.Value < 0.95 * Found.Dram.Value;
  return Found;
}

/// A random cyclic chase over a rising footprint, in which each level of the
/// memory hierarchy is a step. The first level of loads that may hit in L1 is
/// L1. The other levels are taken from loads that bypass L1, by their place
/// relative to the size of the L2.
std::vector<Quantity> globalLatency(const DeviceFacts &Device,
                                    const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  double L1Cycles = 0;
  if (const Series *S = findSeries(All, "l1")) {
    double Reach = 0;
    Quantity Q = firstLevel("l1_latency_cycles", *S, Reach);
    addWithNs(Found, Q, S->ClockMhz);
    Quantity L1Reach = quantity("l1_reach_bytes", Reach, Reach, Reach, "bytes",
                                "the largest footprint of the first level");
    selfCheck(L1Reach, Q.Ok, Q.Why);
    selfCheck(L1Reach, Reach < S->Points.back().X,
              "no footprint was too large for L1");
    Found.push_back(L1Reach);
    L1Cycles = Q.Value;
  }
  const Series *S = findSeries(All, "l2");
  if (!S || Device.L2Bytes <= 0)
    return Found;
  BehindL1 B = behindL1("", S->Points, Device, 0);
  selfCheck(B.Near, B.Near.Value > L1Cycles, "is not above the latency of L1");
  addWithNs(Found, B.Near, S->ClockMhz);
  if (B.HasFar)
    addWithNs(Found, B.Far, S->ClockMhz);
  addWithNs(Found, B.Dram, S->ClockMhz);
  return Found;
}

/// The same with texture fetches, whose first cache may be the L1.
std::vector<Quantity> textureLatency(const DeviceFacts &Device,
                                     const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *S = findSeries(All, "texture");
  if (!S)
    return Found;
  double Reach = 0;
  Quantity L1 = firstLevel("texture_l1_latency_cycles", *S, Reach);
  addWithNs(Found, L1, S->ClockMhz);
  if (Device.L2Bytes <= 0)
    return Found;
  // From 1.6 times its reach on, nothing is left in the first cache.
  BehindL1 B = behindL1("texture_", S->Points, Device, 1.6 * Reach);
  selfCheck(B.Near, B.Near.Value > 1.2 * L1.Value,
            "is not above the latency of the first cache");
  addWithNs(Found, B.Near, S->ClockMhz);
  addWithNs(Found, B.Dram, S->ClockMhz);
  return Found;
}

/// One level, whatever the size of the buffer; the check is that it is only
/// one.
std::vector<Quantity> sharedLatency(const DeviceFacts &,
                                    const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *S = findSeries(All, "shared");
  if (!S)
    return Found;
  Quantity Q = level("shared_latency_cycles", S->Points, 0, Endless);
  selfCheck(Q, Q.High <= 1.05 * Q.Low, "is not the same for all sizes");
  addWithNs(Found, Q, S->ClockMhz);
  return Found;
}

/// The first level is the first constant cache, the second level the next one;
/// the end of each gives its size. Beyond both, the latency is that of a third
/// level, or of first visits after the array has been written.
std::vector<Quantity> constantLatency(const DeviceFacts &,
                                      const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *S = findSeries(All, "warm");
  if (!S || S->Points.empty())
    return Found;
  double L1Reach = 0;
  Quantity L1 = firstLevel("constant_l1_latency_cycles", *S, L1Reach);
  addWithNs(Found, L1, S->ClockMhz);
  double Last = S->Points.back().X;
  Quantity L1Bytes = quantity("constant_l1_bytes", L1Reach, L1Reach, L1Reach,
                              "bytes", "where the first level ends");
  selfCheck(L1Bytes, L1.Ok, L1.Why);
  selfCheck(L1Bytes, L1Reach < Last, "no footprint was too large for it");
  Found.push_back(L1Bytes);
  std::vector<Plateau> Steps = findPlateaus(S->Points, 2 * SamePlateau, 3);
  if (Steps.size() < 2)
    return Found;
  const Plateau &Second = Steps[1];
  Quantity L15 = quantity("constant_l15_latency_cycles", Second.Median,
                          Second.Low, Second.High, "cycles",
                          "second level of the chase, " +
                              range(Second.FirstX, Second.LastX));
  selfCheck(L15, Second.Median > 1.3 * L1.Value,
            "is not above the first constant cache");
  addWithNs(Found, L15, S->ClockMhz);
  Quantity L15Bytes =
      quantity("constant_l15_bytes", Second.LastX, Second.LastX, Second.LastX,
               "bytes", "where the second level ends");
  selfCheck(L15Bytes, Second.LastX < Last,
            "all constant memory that a kernel may have fits");
  Found.push_back(L15Bytes);
  const Series *Cold = findSeries(All, "cold");
  Quantity L2;
  if (Steps.size() > 2)
    L2 = quantity("constant_l2_latency_cycles", Steps[2].Median, Steps[2].Low,
                  Steps[2].High, "cycles", "third level of the chase");
  else if (Cold && !Cold->Points.empty())
    L2 = quantity("constant_l2_latency_cycles", Cold->Points.back().Median,
                  Cold->Points.back().Low, Cold->Points.back().High, "cycles",
                  "first visits behind a new content");
  else
    return Found;
  selfCheck(L2, L2.Value > 1.2 * Second.Median,
            "is not above the second constant cache");
  addWithNs(Found, L2, S->ClockMhz);
  return Found;
}

/// DRAM alone, then a step for each TLB that the pages exceed. The last level
/// gives the cost of a miss in all TLBs that this much memory can exceed.
std::vector<Quantity> tlbLatency(const DeviceFacts &,
                                 const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *S = findSeries(All, "dram");
  if (!S || S->Points.empty())
    return Found;
  std::vector<Plateau> Levels = findPlateaus(S->Points, 2 * SamePlateau, 2);
  Plateau First = Levels.empty() ? Plateau() : Levels.front();
  // A single last point is a level too, if the step is just before it.
  Plateau Last = plateauWithin(S->Points, S->Points.back().X, Endless);
  if (!Levels.empty() && Levels.back().LastX == Last.LastX)
    Last = Levels.back();
  Quantity Q = quantity(
      "dram_tlb_miss_latency_cycles", Last.Median, Last.Low, Last.High,
      "cycles", "level from " + range(Last.FirstX, Last.LastX) + " of pages");
  selfCheck(Q, First.Points > 0 && First.FirstX <= S->Points.front().X,
            "no level at few pages");
  selfCheck(Q, Last.Median > 1.08 * First.Median,
            "no step up to " + bytesText(Last.LastX) + ": all pages are held");
  addWithNs(Found, Q, S->ClockMhz);
  Quantity Reach =
      quantity("tlb_reach_bytes", First.LastX, First.LastX, First.LastX,
               "bytes", "pages that are visited at the first level");
  selfCheck(Reach, Q.Ok, Q.Why);
  Found.push_back(Reach);
  return Found;
}

/// The line of a curve: slope, and value at x = 1.
Quantity departure(const char *Key, const std::vector<Point> &Points) {
  LineFit Fit = fitLineRobust(Points);
  char How[112];
  std::snprintf(How, sizeof(How),
                "line through %zu points, R2 %.3f, off by %.1f %% at most",
                Points.size(), Fit.R2, 100 * Fit.WorstRelativeResidual);
  double Span = Points.empty() ? 0 : Points.back().X - Points.front().X;
  double SlopeError = Span > 0 ? Fit.WorstResidual / Span : 0;
  Quantity Each = quantity(Key, Fit.Slope, Fit.Slope - SlopeError,
                           Fit.Slope + SlopeError, "cycles", How);
  selfCheck(Each, Points.size() >= 5, "fewer than five points");
  selfCheck(Each, Fit.WorstRelativeResidual <= 0.15 && Fit.R2 >= 0.85,
            std::string("not on a line: ") + How);
  selfCheck(Each, Fit.Slope >= 0.01, "nothing departs later");
  return Each;
}

/// Points are dropped from the front until the rest lies on a line, but at most
/// half of them, because the first points may have another cause than the
/// slope.
std::vector<Point> straightEnd(const std::vector<Point> &Points) {
  std::vector<Point> Left = Points;
  while (Left.size() > Points.size() / 2 && Left.size() > 5 &&
         fitLineRobust(Left).R2 < 0.98)
    Left.erase(Left.begin());
  return Left;
}

/// Hong and Kim 2009: Mem_LD + (k - 1) * Departure_del_uncoal for k lines from
/// DRAM. Mem_LD is the latency of one line. A straight line through all points
/// would begin higher, because with the first few lines the longest of their
/// latencies grows.
std::vector<Quantity> uncoalescedLatency(const DeviceFacts &Device,
                                         const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const Series &S : All) {
    bool IsDram = S.Name == "dram_lines";
    std::string Suffix = "_" + S.Name;
    std::string Each = IsDram ? "departure_del_uncoal_cycles"
                              : "departure_del_uncoal" + Suffix + "_cycles";
    Quantity Departs = departure(Each.c_str(), straightEnd(S.Points));
    if (!IsDram || S.Points.empty()) {
      Found.push_back(Departs);
      continue;
    }
    const Point &One = S.Points.front();
    Quantity First = quantity("mem_ld_cycles", One.Median, One.Low, One.High,
                              "cycles", "one lane loads");
    selfCheck(First, One.X == 1, "one lane alone was not measured");
    selfCheck(First, One.High <= 1.35 * One.Low, "differs between samples");
    Found.push_back(First);
    Found.push_back(Departs);
    const Point &Last = S.Points.back();
    Quantity Whole =
        quantity("uncoalesced_warp_latency_cycles", Last.Median, Last.Low,
                 Last.High, "cycles", "every lane in a line of its own");
    selfCheck(Whole, Last.X == Device.WarpSize, "not all lanes were measured");
    selfCheck(Whole, Last.Median > S.Points.front().Median,
              "is not above the latency of one line");
    Found.push_back(Whole);
  }
  return Found;
}

/// The slope over the warps, where the curve is a line. The first warps, one
/// for each scheduler, may issue at once and are left out.
std::vector<Quantity> warpDeparture(const DeviceFacts &,
                                    const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const Series &S : All) {
    bool IsDram = S.Name == "dram";
    Found.push_back(departure(IsDram ? "departure_del_coal_cycles"
                                     : "departure_del_coal_l2_cycles",
                              straightEnd(S.Points)));
  }
  return Found;
}

} // namespace

const NamedRule LatencyRules[] = {
    {"global-latency", globalLatency},
    {"shared-latency", sharedLatency},
    {"constant-latency", constantLatency},
    {"texture-latency", textureLatency},
    {"tlb-latency", tlbLatency},
    {"uncoalesced-latency", uncoalescedLatency},
    {"warp-departure", warpDeparture},
    {nullptr, nullptr},
};

} // namespace gpuperf::calibration
