//===- GpuAtClock.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/GpuAtClock.h"
#include "gpumodel/Throughput.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;

double gpuperf::clockMhz(const GpuModel &Gpu, const Clock &At) {
  switch (At.K) {
  case Clock::Kind::Boost:
    return clockMhz(Gpu);
  case Clock::Kind::Base:
    return Gpu.BaseClockMhz ? Gpu.BaseClockMhz->Value : 0;
  case Clock::Kind::Sustained:
    return Gpu.SustainedClockMhz ? Gpu.SustainedClockMhz->Value : 0;
  case Clock::Kind::Mhz:
    return At.Mhz;
  }
  llvm_unreachable("a clock of no kind");
}

llvm::Expected<GpuModel> gpuperf::gpuAtClock(const GpuModel &Gpu,
                                             const Clock &At) {
  GpuModel Out = Gpu;
  if (At.K == Clock::Kind::Boost)
    return Out;
  const double Mhz = clockMhz(Gpu, At);
  if (Mhz <= 0)
    return llvm::createStringError(llvm::formatv(
        "the file of '{0}' has no {1}_clock_mhz: give the clock "
        "in MHz",
        Gpu.Name, At.K == Clock::Kind::Base ? "base" : "sustained"));
  Fact Runs;
  Runs.Value = Mhz;
  Runs.Status = FactStatus::Derived;
  Runs.Source = "the clock that was asked for";
  Out.BoostClockMhz = Runs;
  return Out;
}

std::string gpuperf::clockText(const GpuModel &Gpu, const Clock &At) {
  if (At.K == Clock::Kind::Boost)
    return "";
  const std::string Mhz = llvm::formatv("{0:F0} MHz", clockMhz(Gpu, At));
  switch (At.K) {
  case Clock::Kind::Base:
    return "at the base clock, " + Mhz;
  case Clock::Kind::Sustained:
    return "at the clock that its power limit sustains, " + Mhz;
  default:
    return "at " + Mhz;
  }
}
