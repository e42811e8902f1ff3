//===- GpuModel.h - What a GPU is -------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain values read from devices/*.yaml and arch/*.yaml (see GpuModelYaml.h for
// the file format). Every number keeps its source. A number that nobody has
// published is absent, and code that needs it uses a stated substitute and
// marks its result.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_GPUMODEL_H
#define GPUPERF_GPUMODEL_GPUMODEL_H

#include "gpumodel/OpClass.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

/// How far a number can be trusted, best first.
enum class FactStatus : uint8_t {
  Measured,  ///< measured on this GPU by our own calibrator
  Published, ///< read in a named public source
  Derived,   ///< arithmetic on published numbers
  Proxy,     ///< published, but for a sibling GPU or neighbouring architecture
  Estimated, ///< recalled or assumed; to be calibrated
};
llvm::StringRef factStatusName(FactStatus Status);

/// One number with its provenance.
struct Fact {
  double Value = 0;
  FactStatus Status = FactStatus::Estimated;
  std::string Source; ///< short reference, expanded in gpumodel/SOURCES.md
};
using OptFact = std::optional<Fact>;

enum class Vendor : uint8_t { Nvidia, Amd };

/// What all GPUs of one architecture share. Units are in the names.
struct ArchModel {
  std::string Name; ///< "sm_90", "gfx90a"
  Vendor Maker = Vendor::Nvidia;
  std::string FamilyName;            ///< "Hopper"
  unsigned CcMajor = 0, CcMinor = 0; ///< 0.0 for AMD

  // Occupancy limits (cuda_occupancy.h for NVIDIA). Counts, bytes.
  Fact WarpSize, SchedulersPerSm, IssueWidthPerScheduler;
  Fact MaxThreadsPerSm, MaxWarpsPerSm, MaxBlocksPerSm, MaxThreadsPerBlock;
  OptFact RegistersPerSm, RegistersPerBlock, MaxRegistersPerThread;
  OptFact RegisterAllocationUnit, WarpAllocationGranularity;
  /// Registers that a whole warp shares (SGPRs); absent: they limit no launch.
  OptFact ScalarRegistersPerScheduler;
  /// Registers are rounded to the unit per block, not per warp (sm_1x).
  bool RegistersAllocatedPerBlock = false;
  OptFact SharedPerSmBytes, SharedPerBlockDefaultBytes,
      SharedPerBlockOptinBytes;
  OptFact SharedAllocationUnitBytes, ReservedSharedPerBlockBytes;
  OptFact SharedBanks, SharedBankWidthBytes;
  OptFact NamedBarriersPerBlock; ///< barriers a block may name
  OptFact BarriersPerSm; ///< hardware barriers that resident blocks share
  /// Empty: shared memory is separate.
  std::vector<unsigned> SharedCarveoutsKib;
  // Grid and block dimension limits.
  Fact MaxGridX, MaxGridY, MaxGridZ, MaxBlockX, MaxBlockY, MaxBlockZ;

  // Functional units per SM.
  OptFact Fp32Lanes, Int32Lanes, Fp64Lanes, SfuLanes, LoadStoreLanes;
  // Whether a plain global load may be held in L1 without being read-only.
  bool L1CachesPlainGlobalLoads = true;

  /// Results per clock per SM; absent where multi-instruction or unpublished.
  std::array<OptFact, NumThroughputRows> ThroughputPerClkPerSm;
  /// Dependent-issue latency in cycles.
  std::array<OptFact, NumOpClasses> LatencyCycles;
};

/// One line of measured launch times: launch time for blocks of that many warps
/// is GridSlopeUs * gridSize + BaseUs ("time_launch" of
/// Kleimenov and Popova 2021).
struct LaunchTimeLine {
  unsigned WarpsPerBlock = 0;
  double GridSlopeUs = 0, BaseUs = 0;
  FactStatus Status = FactStatus::Estimated;
  std::string Source;
};

/// Parameters of a GPU for the model of Hong and Kim 2009, in cycles. Files of
/// AMD GPUs have them, and files of GPUs that they were published for; for all
/// other GPUs they are derived.
struct HongKimParameters {
  OptFact MemLdCycles, DepartureDelCoalCycles, DepartureDelUncoalCycles;
  /// Work items x operations per clock per compute unit, by op class key.
  std::array<OptFact, NumOpClasses> ThroughputPerClkPerCu;
};

/// The figures of a device's own file that replace those of its architecture.
/// GpuModel::Arch already contains them; this struct says which they are.
struct ArchOverrides {
  std::array<OptFact, NumThroughputRows> ThroughputPerClkPerSm;
  std::array<OptFact, NumOpClasses> LatencyCycles;
};

/// One GPU.
struct GpuModel {
  std::string Name;     ///< "h200-sxm": lower case, hyphens
  std::string FullName; ///< "NVIDIA H200 SXM"
  std::string Die;
  ArchModel Arch; ///< with Overrides applied
  ArchOverrides Overrides;

  Fact SmCount;
  OptFact BaseClockMhz, BoostClockMhz, MemoryClockMhz;
  /// What the SMs hold under the power limit while all of the board computes.
  OptFact SustainedClockMhz;

  /// Memory of the board, bytes: no launch touches more.
  OptFact DramBytes;
  // Caches, bytes.
  OptFact UnifiedL1SharedBytes, L1BytesMax, L1LineBytes, SectorBytes,
      L2LineBytes, L2Bytes, ConstantL1Bytes, ConstantL15Bytes;
  /// Chiplets that have an L2 of their own, of which L2Bytes is the sum. Blocks
  /// are dealt to them one after the other. Absent: one.
  OptFact L2Dies;
  /// Of a cache between all L2s and the memory.
  OptFact InfinityCacheBytes;
  // Latency in SM cycles of a dependent access served there.
  OptFact L1LatencyCycles, L2LatencyCycles, L2FarLatencyCycles,
      DramLatencyCycles, DramTlbMissLatencyCycles, SharedLatencyCycles,
      ConstantL1LatencyCycles, ConstantL15LatencyCycles,
      ConstantL2LatencyCycles, TextureL1LatencyCycles;
  /// Latency of one warp whose 32 lanes each need a DRAM sector of their own.
  OptFact UncoalescedWarpLatencyCycles;
  /// From the end of a block to the first instruction of the block that takes
  /// its place.
  OptFact BlockTurnaroundCycles;
  /// Time that an SM needs for each line that misses in L1 and comes from L2.
  OptFact L1MissCyclesPerLine;
  // Bandwidths.
  OptFact L1BytesPerClkPerSm, SharedBytesPerClkPerSm, L2BytesPerClkTotal,
      L2PeakBytesPerClkTotal, L2FarGbps, DramTheoreticalGbps,
      DramAchievableReadGbps, DramAchievableCopyGbps, DramScatteredGbps;
  /// What a memory-side cache gives all L2s together: all that misses them
  /// comes through it, whether it has the data or not.
  OptFact InfinityCacheGbps;
  // Launch.
  OptFact LaunchBackToBackUs, LaunchGraphUs, LaunchSingleUs;
  std::vector<LaunchTimeLine> LaunchTimeLines; ///< empty: never measured
  HongKimParameters HongKim;
};

/// Copies the overrides into Gpu.Arch. Calling it twice changes nothing.
void applyOverrides(GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_GPUMODEL_H
