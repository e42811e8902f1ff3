//===- Bandwidth.cpp - Bytes over time ------------------------------------===//
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

std::string text(const char *Format, double A, double B = 0) {
  char Text[112];
  std::snprintf(Text, sizeof(Text), Format, A, B);
  return Text;
}

bool startsWith(const std::string &Text, const std::string &Start) {
  return Text.compare(0, Start.size(), Start) == 0;
}

/// The highest point of a curve.
Quantity ceiling(const std::string &Key, const Series &S, const char *Unit) {
  Point P = highest(S.Points);
  Quantity Q = quantity(Key, P.Median, P.Low, P.High, Unit,
                        "highest point of " + S.Name + ", at " + S.XName +
                            text(" %.6g", P.X));
  selfCheck(Q, P.Median > 0, "nothing was moved");
  selfCheck(Q, P.High <= 1.25 * P.Low, "the samples differ by more than 25 %");
  return Q;
}

/// What the memory bus can carry, GB/s; 0 if not known. Two transfers a clock,
/// as NVIDIA's driver counts clocks for every kind of memory; AMD's does not.
double busGbps(const DeviceFacts &Device) {
  if (Device.Backend == "hip")
    return 0;
  return 2 * Device.MemoryClockMhz * 1e6 * Device.MemoryBusBits / 8 / 1e9;
}

/// The curve with the highest point among those whose names begin with a
/// prefix.
const Series *bestOf(const std::vector<Series> &All, const std::string &Start) {
  const Series *Best = nullptr;
  for (const Series &S : All)
    if (startsWith(S.Name, Start) &&
        (!Best || highest(S.Points).Median > highest(Best->Points).Median))
      Best = &S;
  return Best;
}

/// The highest bandwidth over all occupancies and numbers of accesses in
/// flight. It must not be more than the bus carries, as then a cache has served
/// it.
std::vector<Quantity> dramBandwidth(const DeviceFacts &Device,
                                    const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const char *Kind : {"read", "copy"}) {
    std::string Start = std::string(Kind) + "_";
    const Series *Best = bestOf(All, Start);
    if (!Best)
      continue;
    Quantity Q = ceiling(std::string("dram_achievable_") + Kind + "_gbps",
                         *Best, "GB/s");
    selfCheck(Q, Best->Points.size() >= 2, "fewer than two occupancies");
    double Bus = busGbps(Device);
    selfCheck(
        Q, Bus <= 0 || Q.Value <= 1.03 * Bus,
        text("%.5g GB/s is more than the bus carries, %.5g", Q.Value, Bus));
    selfCheck(Q, Best->param("buffer_bytes") >= 2 * Device.L2Bytes,
              "the buffer is not far larger than L2");
    Found.push_back(Q);
  }
  return Found;
}

/// All SMs read the same data. Up to a third of the size of a partitioned L2,
/// both of its halves hold the data; from two thirds on, much of it crosses
/// between the halves; from twice the size on, DRAM serves it.
std::vector<Quantity> l2Bandwidth(const DeviceFacts &Device,
                                  const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *S = findSeries(All, "read");
  double L2 = Device.L2Bytes;
  if (!S || L2 <= 0)
    return Found;
  Plateau Near = plateauWithin(S->Points, L2 / 16, 0.36 * L2);
  Plateau Far = plateauWithin(S->Points, 0.65 * L2, 0.9 * L2);
  Plateau Dram = plateauWithin(S->Points, 2 * L2, Endless);
  double PerClk = S->ClockMhz > 0 ? 1e3 / S->ClockMhz : 0;
  Quantity Total =
      quantity("l2_bytes_per_clk_total", Near.Median * PerClk,
               Near.Low * PerClk, Near.High * PerClk, "bytes/clk",
               "sets of " + bytesText(Near.FirstX) + " to " +
                   bytesText(Near.LastX) + text(", at %.4g MHz", S->ClockMhz));
  Quantity Gbps =
      quantity("l2_gbps", Near.Median, Near.Low, Near.High, "GB/s", Total.How);
  selfCheck(Total, S->ClockMhz > 0, "the clock is not known");
  for (Quantity *Q : {&Total, &Gbps}) {
    selfCheck(*Q, Near.Points >= 2, "fewer than two sets that fit into L2");
    selfCheck(*Q, Near.High <= 1.4 * Near.Low, "no level");
    selfCheck(*Q, Dram.Points == 0 || Near.Median > 1.1 * Dram.Median,
              "is not above DRAM");
    Found.push_back(*Q);
  }
  // An L2 that is not partitioned has no level between L2 and DRAM.
  if (Far.Points >= 2 && Far.Median < 0.93 * Near.Median &&
      (Dram.Points == 0 || Far.Median > 1.07 * Dram.Median)) {
    Quantity Q = quantity("l2_far_gbps", Far.Median, Far.Low, Far.High, "GB/s",
                          "sets of " + bytesText(Far.FirstX) + " to " +
                              bytesText(Far.LastX));
    selfCheck(Q, Far.High <= 1.4 * Far.Low, "no level");
    Found.push_back(Q);
  }
  return Found;
}

/// The highest bandwidth over the buffer's size while all SMs read. An SM alone
/// must not get much more or less, as each has its own L1.
std::vector<Quantity> l1Bandwidth(const DeviceFacts &,
                                  const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *AllSms = bestOf(All, "all_sms_");
  const Series *One = bestOf(All, "one_sm_");
  if (!AllSms)
    return Found;
  Quantity Q = ceiling("l1_bytes_per_clk_per_sm", *AllSms, "bytes/clk/SM");
  double Alone = One ? highest(One->Points).Median : 0;
  selfCheck(Q, Alone > 0, "one SM alone was not measured");
  selfCheck(
      Q, std::abs(Alone - Q.Value) <= 0.1 * Q.Value,
      text("one SM alone reads %.4g bytes/clk, all %.4g each", Alone, Q.Value));
  Found.push_back(Q);
  return Found;
}

/// Reads without conflicts at the best width and number of threads. Two lanes
/// per bank must take about twice as long; otherwise something other than the
/// banks was measured.
std::vector<Quantity> sharedBandwidth(const DeviceFacts &,
                                      const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *Free = nullptr;
  for (const Series &S : All)
    if (S.Name == "read" && S.param("ways") == 1)
      Free = &S;
  const Series *Ways = findSeries(All, "read_ways");
  if (!Free || !Ways)
    return Found;
  Quantity Q = ceiling("shared_bytes_per_clk_per_sm", *Free, "bytes/clk/SM");
  const Series *Width = findSeries(All, "width");
  if (Width && highest(Width->Points).Median > Q.Value)
    Q = ceiling("shared_bytes_per_clk_per_sm", *Width, "bytes/clk/SM");
  double One = 0, Two = 0;
  for (const Point &P : Ways->Points) {
    One = P.X == 1 ? P.Median : One;
    Two = P.X == 2 ? P.Median : Two;
  }
  double Ratio = One > 0 ? Two / One : 0;
  selfCheck(
      Q, Ratio >= 1.7 && Ratio <= 2.3,
      text("two lanes to a bank take %.3g times as long, not twice", Ratio));
  Found.push_back(Q);
  LineFit Fit = fitLineRobust(Ways->Points);
  Quantity Slope =
      quantity("shared_cycles_per_way", Fit.Slope, Fit.Slope, Fit.Slope,
               "cycles", "line of read_ways" + text(", R2 %.4f", Fit.R2));
  selfCheck(Slope, Ways->Points.size() >= 4 && Fit.R2 >= 0.98,
            "cycles do not grow with the ways on a line");
  Found.push_back(Slope);
  return Found;
}

/// The bandwidth at both ends and in the middle of the mix of reads and writes.
std::vector<Quantity> readWriteMix(const DeviceFacts &,
                                   const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *S = findSeries(All, "mix");
  if (!S)
    return Found;
  for (const Point &P : S->Points) {
    const char *Key = P.X == 50    ? "dram_half_writes_gbps"
                      : P.X == 100 ? "dram_write_gbps"
                                   : nullptr;
    if (!Key)
      continue;
    Quantity Q = quantity(Key, P.Median, P.Low, P.High, "GB/s",
                          text("%.0f %% of the accesses are writes", P.X));
    selfCheck(Q, P.Median > 0 && P.High <= 1.25 * P.Low,
              "the samples differ by more than 25 %");
    Found.push_back(Q);
  }
  return Found;
}

/// The bandwidth of random accesses of four bytes, counted in whole sectors,
/// and the threads that a sequential read needs for nine tenths of its highest
/// point.
std::vector<Quantity> globalBandwidth(const DeviceFacts &,
                                      const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  if (const Series *S = findSeries(All, "read_random_4")) {
    Quantity Q = ceiling("dram_random_sectors_gbps", *S, "GB/s");
    double Moved = S->param("moved_per_requested", 0);
    Q.Value *= Moved;
    Q.Low *= Moved;
    Q.High *= Moved;
    selfCheck(Q, Moved >= 1, "it is not known what the accesses move");
    Found.push_back(Q);
  }
  if (const Series *S = findSeries(All, "read_sequential_4")) {
    Point Top = highest(S->Points);
    double Threads = Top.X;
    for (const Point &P : S->Points)
      if (P.Median >= 0.9 * Top.Median)
        Threads = std::min(Threads, P.X);
    Quantity Q =
        quantity("threads_for_dram", Threads, Threads, Top.X, "threads",
                 text("for 90 %% of %.5g GB/s, 4 bytes, %g in flight",
                      Top.Median, S->param("in_flight_per_thread")));
    selfCheck(Q, S->Points.size() >= 3, "fewer than three grids");
    selfCheck(Q, Threads < S->Points.back().X,
              "bandwidth still grows at full occupancy");
    Found.push_back(Q);
  }
  return Found;
}

/// Of elements of four bytes, for which the difference is largest.
std::vector<Quantity> permutation(const DeviceFacts &,
                                  const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const char *Name : {"copy", "scatter", "gather"}) {
    const Series *S = findSeries(All, Name);
    if (!S || S->Points.empty())
      continue;
    const Point &P = S->Points.front();
    Quantity Q = quantity(
        std::string("permute_") + Name + "_gbps", P.Median, P.Low, P.High,
        "GB/s", text("elements of %.0f bytes, read plus written", P.X));
    selfCheck(Q, P.Median > 0 && P.High <= 1.25 * P.Low,
              "the samples differ by more than 25 %");
    Found.push_back(Q);
  }
  return Found;
}

std::vector<Quantity> textureBandwidth(const DeviceFacts &,
                                       const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  for (const char *Name : {"read_sequential_4", "read_sequential_16"})
    if (const Series *S = findSeries(All, Name))
      Found.push_back(ceiling("texture_" + S->Name + "_gbps", *S, "GB/s"));
  return Found;
}

} // namespace

const NamedRule BandwidthRules[] = {
    {"dram-bandwidth", dramBandwidth},
    {"l2-bandwidth", l2Bandwidth},
    {"l1-bandwidth", l1Bandwidth},
    {"shared-bandwidth", sharedBandwidth},
    {"read-write-mix", readWriteMix},
    {"global-bandwidth", globalBandwidth},
    {"permutation", permutation},
    {"texture-bandwidth", textureBandwidth},
    {nullptr, nullptr},
};

} // namespace gpuperf::calibration
