//===- LaunchTime.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/LaunchTime.h"
#include "analysis/models/ShortNumber.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;

namespace {
// Proxies for GPUs that nobody has measured. An empty kernel shows as 1 to 1.5
// us in profilers on every NVIDIA GPU since Pascal; events around one launch as
// 4 to 9 us, most of it the driver's.
constexpr double EmptyKernelUs = 1.2;
constexpr double SingleLaunchUs = 6.0;
constexpr double BackToBackUs = 2.5;
constexpr double ProxyFactor = 1.6;

struct Line {
  double SlopeUs = 0, BaseUs = 0;
  bool OfThisGpu = true; ///< not a sibling's
};

/// Between the lines measured for the next smaller and larger block.
Line interpolate(llvm::ArrayRef<LaunchTimeLine> Lines, double Warps) {
  const LaunchTimeLine *Below = nullptr, *Above = nullptr;
  for (const LaunchTimeLine &L : Lines) {
    if (L.WarpsPerBlock <= Warps &&
        (!Below || L.WarpsPerBlock > Below->WarpsPerBlock))
      Below = &L;
    if (L.WarpsPerBlock >= Warps &&
        (!Above || L.WarpsPerBlock < Above->WarpsPerBlock))
      Above = &L;
  }
  if (!Below)
    Below = Above;
  if (!Above)
    Above = Below;
  double Span = double(Above->WarpsPerBlock) - Below->WarpsPerBlock;
  double At = Span > 0 ? (Warps - Below->WarpsPerBlock) / Span : 0;
  auto Mix = [At](double A, double B) { return A + At * (B - A); };
  return {std::max(Mix(Below->GridSlopeUs, Above->GridSlopeUs), 0.0),
          std::max(Mix(Below->BaseUs, Above->BaseUs), 0.0),
          std::max(Below->Status, Above->Status) <= FactStatus::Derived};
}

/// The larger of the two; near a tie they get in each other's way, and of two
/// executions below the floor the shorter one stays the shorter.
double atLeast(double Us, double FloorUs) {
  if (!(FloorUs > 0))
    return Us;
  const double X = Us / FloorUs, Y = std::pow(X, 4);
  return X < 1e-3 || X > 1e3 ? std::max(Us, FloorUs)
                             : FloorUs * std::pow(1 + Y, 0.25);
}
} // namespace

Estimate LaunchTime::total(const Estimate &ExecUs) const {
  Estimate Sum = ExecUs + AddedUs;
  return {atLeast(Sum.Lo, FloorUs / ProxyFactor), atLeast(Sum.Value, FloorUs),
          atLeast(Sum.Hi, FloorUs * ProxyFactor), Sum.Why};
}

std::optional<double> gpuperf::blockDispatchUs(const GpuModel &Gpu,
                                               const Launch &L) {
  if (Gpu.LaunchTimeLines.empty())
    return std::nullopt;
  Line At =
      interpolate(Gpu.LaunchTimeLines,
                  L.warpsPerBlock(std::max(Gpu.Arch.WarpSize.Value, 1.0)));
  // A level line says that its grids were too small to tell.
  if (!At.OfThisGpu || At.SlopeUs <= 0)
    return std::nullopt;
  return At.SlopeUs;
}

LaunchTime gpuperf::launchTime(const GpuModel &Gpu, const Launch &L,
                               bool BlocksOverlap) {
  LaunchTime T;
  double OnGpu = Gpu.LaunchGraphUs ? Gpu.LaunchGraphUs->Value : EmptyKernelUs;
  double Slope = 0, Single = 0;
  bool Measured = false;
  if (!Gpu.LaunchTimeLines.empty()) {
    double WarpSize = std::max(Gpu.Arch.WarpSize.Value, 1.0);
    Line At = interpolate(Gpu.LaunchTimeLines, L.warpsPerBlock(WarpSize));
    Measured = At.OfThisGpu;
    Slope = BlocksOverlap ? 0 : At.SlopeUs;
    Single = At.BaseUs;
    OnGpu = std::min(OnGpu, Single);
  } else if (Gpu.LaunchSingleUs) {
    Single = Gpu.LaunchSingleUs->Value;
  } else {
    Single =
        std::max(SingleLaunchUs,
                 Gpu.LaunchBackToBackUs ? Gpu.LaunchBackToBackUs->Value : 0.0);
  }
  double Fixed = L.Conditions.How == Timing::Single ? Single : OnGpu;
  if (L.Conditions.How == Timing::BackToBack)
    T.FloorUs =
        Gpu.LaunchBackToBackUs ? Gpu.LaunchBackToBackUs->Value : BackToBackUs;
  double Added = Fixed + Slope * static_cast<double>(L.Grid.count());
  if (Measured) {
    T.AddedUs = Estimate::exact(Added);
    T.Source = "measured: " + shortNumber(Fixed) + " us";
    if (Slope > 0)
      T.Source += " + " + shortNumber(Slope) + " us per block";
  } else {
    T.AddedUs =
        Estimate::within(Added, ProxyFactor, AssumptionKind::LaunchTimeAssumed);
    bool FromFile = L.Conditions.How == Timing::Single
                        ? Gpu.LaunchSingleUs.has_value()
                        : Gpu.LaunchGraphUs.has_value();
    T.Source = llvm::formatv("{0} us, {1}", shortNumber(Fixed),
                             FromFile ? "from the GPU's file"
                                      : "what GPUs usually need");
  }
  return T;
}
