//===- ProgramTotals.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/program/ProgramTotals.h"
#include "analysis/models/LaunchTime.h"
#include "gpumodel/MemoryRates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <map>

using namespace gpuperf;

/// An empty kernel in a stream of its like takes the time from one to the next;
/// without what it takes by itself, which is part of each kernel's time, this
/// is the gap.
static Estimate gapUs(const GpuModel &Gpu) {
  Launch Empty;
  const double AloneUs =
      launchTime(Gpu, Empty, /*BlocksOverlap=*/true).AddedUs.Value;
  Empty.Conditions.How = Timing::BackToBack;
  const double Us = std::max(
      launchTime(Gpu, Empty, /*BlocksOverlap=*/true).FloorUs - AloneUs, 0.0);
  constexpr double Factor = 1.6; // as for the other times of a launch
  return Estimate::within(Us, Factor, AssumptionKind::LaunchTimeAssumed);
}

RunCosts gpuperf::runCosts(const GpuModel &Gpu, std::optional<double> BusGbs) {
  RunCosts Costs;
  Costs.GapUs = gapUs(Gpu);
  // The lanes themselves carry 31.5 GB/s; pageable memory is first copied by
  // the host and comes to 10 or so.
  Costs.BusGbs = BusGbs ? Estimate::within(*BusGbs, 1.2, {})
                        : Estimate::between(10, DefaultBusGbs, 31.5, {});
  // What profilers show of a copy of a few bytes.
  Costs.CopyUs = Estimate::within(1, 1.6, {});
  if (auto Rates = memoryRates(Gpu, /*DramWriteShare=*/0.5)) {
    const double PerSecond = Rates->ClockMhz * 1e-3;
    Costs.DeviceCopyGbs = Rates->DramBytesPerClk * (PerSecond / 2);
  } else {
    llvm::consumeError(Rates.takeError());
  }
  return Costs;
}

Estimate gpuperf::sumOf(llvm::ArrayRef<Estimate> Parts, double Correlation) {
  Estimate Sum;
  for (const Estimate &P : Parts) {
    Sum.Value += P.Value;
    Sum.Why |= P.Why;
  }
  // The logarithms of the factors on one side of the value.
  struct Side {
    double Total = 0, Squares = 0;
    void add(double X) {
      Total += X;
      Squares += X * X;
    }
    double factor(double Correlation) const {
      return std::exp(
          std::sqrt(Correlation * Total * Total + (1 - Correlation) * Squares));
    }
  } Below, Above;
  for (const Estimate &P : Parts) {
    if (!(P.Value > 0))
      continue;
    const double Share = P.Value / Sum.Value;
    const double Lo = std::max(P.Lo, P.Value * 1e-6);
    Below.add(Share * std::log(P.Value / Lo));
    Above.add(Share * std::log(P.Hi / P.Value));
  }
  Sum.Lo = Sum.Value / Below.factor(Correlation);
  Sum.Hi = Sum.Value * Above.factor(Correlation);
  return Sum;
}

std::optional<KernelOrder> gpuperf::kernelOrderFromName(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<KernelOrder>>(Name)
      .Case("time", KernelOrder::Time)
      .Case("calls", KernelOrder::Calls)
      .Case("mean", KernelOrder::Mean)
      .Case("name", KernelOrder::Name)
      .Case("first", KernelOrder::First)
      .Default(std::nullopt);
}

/// The row of the launches \p Of one kernel, at least one.
static KernelTotal kernelTotal(llvm::ArrayRef<const RunLaunch *> Of) {
  KernelTotal Row;
  Row.Name = Of.front()->Kernel;
  Row.Order = Of.front()->Order;
  Row.MinUs = Row.MaxUs = Of.front()->TimeUs->Value;
  std::map<Bound, double> ByBound;
  using Shape = std::array<uint64_t, 6>;
  std::map<Shape, uint64_t> ByShape;
  uint64_t MostCalls = 0;
  for (const RunLaunch *L : Of) {
    const Estimate Us = *L->TimeUs * static_cast<double>(L->Count);
    Row.Calls += L->Count;
    Row.TimeUs = Row.TimeUs + Us;
    Row.MinUs = std::min(Row.MinUs, L->TimeUs->Value);
    Row.MaxUs = std::max(Row.MaxUs, L->TimeUs->Value);
    Row.Order = std::min(Row.Order, L->Order);
    ByBound[L->BoundBy] += Us.Value;
    uint64_t &Calls = ByShape[{L->Grid.X, L->Grid.Y, L->Grid.Z, L->Block.X,
                               L->Block.Y, L->Block.Z}];
    Calls += L->Count;
    if (Calls > MostCalls) {
      MostCalls = Calls;
      Row.Grid = L->Grid;
      Row.Block = L->Block;
    }
    for (const std::string &Clause : L->Assumptions)
      if (!llvm::is_contained(Row.Assumptions, Clause))
        Row.Assumptions.push_back(Clause);
  }
  Row.Shapes = ByShape.size();
  Row.BoundBy = llvm::max_element(ByBound, [](const auto &A, const auto &B) {
                  return A.second < B.second;
                })->first;
  return Row;
}

static void sortKernels(std::vector<KernelTotal> &Kernels, KernelOrder Order) {
  llvm::stable_sort(Kernels, [&](const KernelTotal &A, const KernelTotal &B) {
    switch (Order) {
    case KernelOrder::Time:
      return A.TimeUs.Value > B.TimeUs.Value;
    case KernelOrder::Calls:
      return A.Calls > B.Calls;
    case KernelOrder::Mean:
      return A.meanUs() > B.meanUs();
    case KernelOrder::Name:
      return A.Name < B.Name;
    case KernelOrder::First:
      return A.Order < B.Order;
    }
    llvm_unreachable("an order without a comparison");
  });
}

static std::vector<CopyTotal> copyTotals(llvm::ArrayRef<CopyFact> Copies,
                                         const RunCosts &Costs) {
  std::vector<CopyTotal> Out;
  for (auto Where :
       {CopyFact::Direction::HostToDevice, CopyFact::Direction::DeviceToHost,
        CopyFact::Direction::DeviceToDevice}) {
    CopyTotal Row;
    Row.Where = Where;
    for (const CopyFact &C : Copies)
      if (C.Where == Where) {
        Row.Calls += C.Count;
        Row.Bytes += C.Count * C.Bytes;
      }
    if (!Row.Calls)
      continue;
    const Estimate &Gbs = Where == CopyFact::Direction::DeviceToDevice
                              ? Costs.DeviceCopyGbs
                              : Costs.BusGbs;
    Row.TimeUs = Costs.CopyUs * static_cast<double>(Row.Calls);
    const double Kilobytes = static_cast<double>(Row.Bytes) * 1e-3;
    if (Gbs.Lo > 0) // GB/s are kilobytes a microsecond
      Row.TimeUs = Row.TimeUs + Estimate::between(Kilobytes / Gbs.Hi,
                                                  Kilobytes / Gbs.Value,
                                                  Kilobytes / Gbs.Lo, Gbs.Why);
    Out.push_back(std::move(Row));
  }
  return Out;
}

static std::vector<TimelineBar>
timelineOf(std::vector<const RunLaunch *> Timed,
           llvm::ArrayRef<KernelTotal> Kernels) {
  llvm::stable_sort(Timed, [](const RunLaunch *A, const RunLaunch *B) {
    return A->Order < B->Order;
  });
  std::map<std::string, size_t> Row;
  for (size_t K = 0; K < Kernels.size(); ++K)
    Row[Kernels[K].Name] = K;
  std::vector<TimelineBar> Out;
  double NowUs = 0;
  for (const RunLaunch *L : Timed) {
    const size_t Kernel = Row.at(L->Kernel);
    const double Us = L->TimeUs->Value * static_cast<double>(L->Count);
    if (Out.empty() || Out.back().Kernel != Kernel)
      Out.push_back({Kernel, 0, NowUs, 0});
    Out.back().Count += L->Count;
    Out.back().TimeUs += Us;
    NowUs += Us;
  }
  return Out;
}

ProgramTotals gpuperf::totalOf(llvm::ArrayRef<RunLaunch> Launches,
                               llvm::ArrayRef<CopyFact> Copies,
                               const RunCosts &Costs, KernelOrder Order) {
  ProgramTotals Out;
  std::vector<const RunLaunch *> Timed;
  std::map<std::string, std::vector<const RunLaunch *>> ByKernel;
  std::map<std::pair<std::string, std::string>, uint64_t> Untimed;
  for (const RunLaunch &L : Launches) {
    if (!L.TimeUs) {
      Untimed[{L.Kernel, L.WhyNot}] += L.Count;
      Out.UntimedLaunches += L.Count;
      continue;
    }
    Timed.push_back(&L);
    ByKernel[L.Kernel].push_back(&L);
    Out.Launches += L.Count;
  }
  for (const auto &[What, Calls] : Untimed)
    Out.Untimed.push_back({What.first, Calls, What.second});
  llvm::stable_sort(Out.Untimed,
                    [](const UntimedTotal &A, const UntimedTotal &B) {
                      return A.Calls > B.Calls;
                    });

  std::vector<Estimate> Parts;
  for (const auto &Entry : ByKernel) {
    Out.Kernels.push_back(kernelTotal(Entry.second));
    Parts.push_back(Out.Kernels.back().TimeUs);
  }
  Out.KernelsUs = sumOf(Parts, KernelCorrelation);
  for (KernelTotal &K : Out.Kernels)
    K.Share = K.TimeUs.Value / Out.KernelsUs.Value;
  sortKernels(Out.Kernels, Order);
  Out.Timeline = timelineOf(std::move(Timed), Out.Kernels);

  const uint64_t All = Out.Launches + Out.UntimedLaunches;
  Out.GapsUs = Costs.GapUs * static_cast<double>(All > 0 ? All - 1 : 0);
  Parts = {Out.KernelsUs, Out.GapsUs};
  Out.Copies = copyTotals(Copies, Costs);
  for (const CopyTotal &C : Out.Copies)
    Parts.push_back(C.TimeUs);
  Out.InAllUs = sumOf(Parts, /*Correlation=*/0);
  return Out;
}
