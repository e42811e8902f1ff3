//===- GpuModelCheck.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuModelCheck.h"
#include "gpumodel/files/YamlError.h"

using namespace gpuperf;
using llvm::StringRef;

namespace {

/// "Key is V, it must be at most Limit (OtherKey)" if both numbers are there
/// and the first is larger.
std::optional<Contradiction> atMost(StringRef Key, const OptFact &F,
                                    StringRef OtherKey, const OptFact &Limit,
                                    double Slack = 1.0) {
  if (!F || !Limit || F->Value <= Limit->Value * Slack)
    return std::nullopt;
  return Contradiction{Key.str(),
                       ("value of '" + Key + "' is " + numberText(F->Value) +
                        ", it must be at most " + numberText(Limit->Value) +
                        ", the value of '" + OtherKey + "'")
                           .str()};
}

std::optional<Contradiction> checkCarveouts(const ArchModel &Arch) {
  unsigned Previous = 0;
  bool First = true;
  for (unsigned Kib : Arch.SharedCarveoutsKib) {
    if (!First && Kib <= Previous)
      return Contradiction{"shared_carveouts_kib",
                           "'shared_carveouts_kib' must be rising"};
    Previous = Kib;
    First = false;
  }
  if (!Arch.SharedCarveoutsKib.empty() &&
      (!Arch.SharedPerSmBytes ||
       Previous * 1024.0 != Arch.SharedPerSmBytes->Value))
    return Contradiction{"shared_carveouts_kib",
                         "the last of 'shared_carveouts_kib' must be the "
                         "value of 'shared_per_sm_bytes' in KiB"};
  return std::nullopt;
}

} // namespace

std::optional<Contradiction> gpuperf::findContradiction(const ArchModel &Arch) {
  Fact WarpThreads = Arch.MaxWarpsPerSm;
  WarpThreads.Value *= Arch.WarpSize.Value;
  if (WarpThreads.Value != Arch.MaxThreadsPerSm.Value)
    return Contradiction{"max_threads_per_sm",
                         "value of 'max_threads_per_sm' is " +
                             numberText(Arch.MaxThreadsPerSm.Value) +
                             ", it must be " + numberText(WarpThreads.Value) +
                             ", 'max_warps_per_sm' x 'warp_size'"};
  if (auto C = atMost("max_threads_per_block", Arch.MaxThreadsPerBlock,
                      "max_threads_per_sm", Arch.MaxThreadsPerSm))
    return C;
  if (auto C = atMost("registers_per_block", Arch.RegistersPerBlock,
                      "registers_per_sm", Arch.RegistersPerSm))
    return C;
  if (auto C = atMost(
          "shared_per_block_default_bytes", Arch.SharedPerBlockDefaultBytes,
          "shared_per_block_optin_bytes", Arch.SharedPerBlockOptinBytes))
    return C;
  if (auto C =
          atMost("shared_per_block_optin_bytes", Arch.SharedPerBlockOptinBytes,
                 "shared_per_sm_bytes", Arch.SharedPerSmBytes))
    return C;
  return checkCarveouts(Arch);
}

std::optional<Contradiction> gpuperf::findContradiction(const GpuModel &Gpu) {
  if (!Gpu.BaseClockMhz && !Gpu.BoostClockMhz)
    return Contradiction{"clocks", "missing required key 'boost_clock_mhz' or "
                                   "'base_clock_mhz'"};
  if (auto C = atMost("base_clock_mhz", Gpu.BaseClockMhz, "boost_clock_mhz",
                      Gpu.BoostClockMhz))
    return C;
  if (auto C = atMost("sustained_clock_mhz", Gpu.SustainedClockMhz,
                      "boost_clock_mhz", Gpu.BoostClockMhz))
    return C;
  // Two sources may round differently, so 5 % are allowed.
  if (auto C = atMost("dram_achievable_read_gbps", Gpu.DramAchievableReadGbps,
                      "dram_theoretical_gbps", Gpu.DramTheoreticalGbps, 1.05))
    return C;
  if (auto C = atMost("dram_achievable_copy_gbps", Gpu.DramAchievableCopyGbps,
                      "dram_theoretical_gbps", Gpu.DramTheoreticalGbps, 1.05))
    return C;
  if (auto C = atMost("sector_bytes", Gpu.SectorBytes, "l1_line_bytes",
                      Gpu.L1LineBytes))
    return C;
  unsigned Previous = 0;
  for (const LaunchTimeLine &Line : Gpu.LaunchTimeLines) {
    if (Line.WarpsPerBlock <= Previous)
      return Contradiction{"time_lines",
                           "'warps_per_block' of 'time_lines' must be rising"};
    Previous = Line.WarpsPerBlock;
  }
  return std::nullopt;
}
