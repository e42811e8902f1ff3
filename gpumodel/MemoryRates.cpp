//===- MemoryRates.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/MemoryRates.h"
#include "gpumodel/Throughput.h"
#include <cmath>

using namespace gpuperf;

namespace {
// Used where a GPU file lacks the number: the middle of what is published for
// NVIDIA GPUs from Pascal to Hopper.
constexpr double L1Latency = 35, L2Latency = 250, DramLatency = 550;
constexpr double DepartureCycles = 2, UncoalescedSectors = 32;
constexpr double L1BytesPerClk = 64, L2BytesPerClkPerSm = 32;
constexpr double SharedBytesPerClk = 128, SharedBytesPerPass = 128;
constexpr double AchievableOfTheoretical = 0.85, CopyOfRead = 0.92;

Estimate substitute(double Value) {
  Estimate E = Estimate::exact(Value);
  E.Why |= AssumptionKind::GpuFactMissing;
  return E;
}

bool isKnown(const OptFact &F) { return F && F->Value > 0; }

Estimate valueOr(const OptFact &F, double Substitute) {
  return isKnown(F) ? Estimate::exact(F->Value) : substitute(Substitute);
}

/// GB/s that DRAM gives when it is only read; nothing if the file does not say.
std::optional<Estimate> dramReadGbps(const GpuModel &Gpu) {
  if (isKnown(Gpu.DramAchievableReadGbps))
    return Estimate::exact(Gpu.DramAchievableReadGbps->Value);
  if (isKnown(Gpu.DramTheoreticalGbps))
    return substitute(Gpu.DramTheoreticalGbps->Value * AchievableOfTheoretical);
  return std::nullopt;
}

/// A copy is half writes: the bus turns most often. Writes alone are as fast as
/// reads (H100: 2016 and 1942 GB/s beside a copy's 1704, gpu-benches).
double mixedGbps(const GpuModel &Gpu, double Read, double WriteShare) {
  const double Copy = isKnown(Gpu.DramAchievableCopyGbps)
                          ? Gpu.DramAchievableCopyGbps->Value
                          : Read * CopyOfRead;
  const double Mixed = std::clamp(1 - std::fabs(2 * WriteShare - 1), 0.0, 1.0);
  return Read + Mixed * (Copy - Read);
}
} // namespace

double MemoryRates::sharedPassCycles() const {
  return std::max(SharedBytesPerPass / SharedBytesPerClkPerSm.Value, 1.0);
}

AssumptionSet MemoryRates::why() const {
  return L1LatencyCycles.Why | L2LatencyCycles.Why | DramLatencyCycles.Why |
         UncoalescedLatencyCycles.Why | L1BytesPerClkPerSm.Why |
         L2BytesPerClk.Why | DramBytesPerClk.Why;
}

llvm::Expected<MemoryRates> gpuperf::memoryRates(const GpuModel &Gpu,
                                                 double DramWriteShare) {
  MemoryRates R;
  R.ClockMhz = clockMhz(Gpu);
  if (!(R.ClockMhz > 0))
    return llvm::createStringError(
        "GPU '%s' has no clock: its file needs boost_clock_mhz",
        Gpu.Name.c_str());
  const std::optional<Estimate> Read = dramReadGbps(Gpu);
  if (!Read)
    return llvm::createStringError(
        "GPU '%s' has no DRAM bandwidth: its file needs "
        "dram_achievable_read_gbps or dram_theoretical_gbps",
        Gpu.Name.c_str());

  R.L1LatencyCycles = valueOr(Gpu.L1LatencyCycles, L1Latency);
  R.L2LatencyCycles = valueOr(Gpu.L2LatencyCycles, L2Latency);
  R.DramLatencyCycles = valueOr(Gpu.DramLatencyCycles, DramLatency);
  const double Dram = R.DramLatencyCycles.Value;
  R.UncoalescedLatencyCycles =
      valueOr(Gpu.UncoalescedWarpLatencyCycles,
              Dram + (UncoalescedSectors - 1) * DepartureCycles);
  R.UncoalescedLatencyCycles =
      max(R.UncoalescedLatencyCycles, Estimate::exact(Dram));

  R.L1BytesPerClkPerSm = valueOr(Gpu.L1BytesPerClkPerSm, L1BytesPerClk);
  R.SharedBytesPerClkPerSm =
      valueOr(Gpu.SharedBytesPerClkPerSm, SharedBytesPerClk);
  R.L2BytesPerClk =
      valueOr(Gpu.L2BytesPerClkTotal, L2BytesPerClkPerSm * smCount(Gpu));
  const double Gbps = mixedGbps(Gpu, Read->Value, DramWriteShare);
  R.DramBytesPerClk = Estimate::exact(Gbps * 1e3 / R.ClockMhz);
  R.DramBytesPerClk.Why = Read->Why;
  if (Gpu.SectorBytes)
    R.SectorBytes = Gpu.SectorBytes->Value;
  return R;
}
