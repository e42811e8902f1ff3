//===- Tuples.h - The paper's GPU tuple and kernel tuple --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the method of Kleimenov and Popova 2021 works on, filled from a GPU
// file, a kernel summary and its profile. Times are SM cycles, sizes bytes.
// Where the paper leaves a number open, the choice is said here:
//
//  - mem counts what lanes ask of global and local memory. What a level has to
//    carry (its bandwidth's load) is counted in the sectors that move; with
//    l1pct/l2pct from the user it is their share of mem, as in the paper.
//  - The bandwidth of uncoalesced requests is one sector per delay_dep and SM:
//    delay_dep is the time between two departures.
//  - A warp's delays are those of all that the warp issues; of diverging lanes,
//    both sides. They are counted in the mix of the unrolled text, while the
//    critical path walks the loops as they stand in the source.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_TUPLES_H
#define GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_TUPLES_H

#include "analysis/models/IssueTime.h"
#include "analysis/models/MemoryDemand.h"
#include "analysis/models/path/CriticalPath.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

/// The levels whose latency Figs. 4 and 5 raise, in that order.
enum class KpLevel : uint8_t { L1, L2, Dram, Uncoalesced };
inline constexpr KpLevel KpLevels[] = {KpLevel::L1, KpLevel::L2, KpLevel::Dram,
                                       KpLevel::Uncoalesced};
llvm::StringRef kpLevelName(KpLevel L);

/// A number for each level.
struct KpPerLevel {
  std::array<double, std::size(KpLevels)> ByLevel{};
  double &operator[](KpLevel L) { return ByLevel[static_cast<unsigned>(L)]; }
  double operator[](KpLevel L) const {
    return ByLevel[static_cast<unsigned>(L)];
  }
};

struct KpGpu {
  double SmCount = 1, SchedulersPerSm = 1, WarpSize = 32, ClockMhz = 0;
  KpPerLevel Latency{}; ///< cycles, unloaded
  /// Bytes per cycle: L1 of one SM, the others of the GPU.
  KpPerLevel Bandwidth{};
  double SharedPassCycles = 1; ///< a data-phase pass, one SM's shared memory
  double SectorBytes = 32;
  double DelayDep = 0; ///< cycles between two departures
  AssumptionSet Why;
};

/// \p WriteShare of the DRAM traffic, 0 to 1: mixed traffic has less bandwidth.
/// An error if the file has no DRAM bandwidth or no clock.
llvm::Expected<KpGpu> makeKpGpu(const GpuModel &Gpu, double WriteShare);

class KpKernel {
public:
  KpKernel(const KernelSummary &Kernel, const WarpProfile &Profile,
           const GpuModel &Gpu, const KpGpu &Tuple, const ModelArgs &Args);

  /// Cycles of the main thread alone on the GPU, with \p Latency as the average
  /// latency of a load.
  double threadCycles(double Latency);
  /// Share of an access's latency that each level contributes; they sum to 1.
  KpPerLevel LatencyWeight{};
  /// What each level carries, per launch, bytes.
  KpPerLevel Bytes{};
  MemoryDemand Memory;
  double SyncCycles = 0;     ///< time_syncs of one warp
  IssueTime Delays;          ///< of a mean warp
  double UnrolledCopies = 1; ///< of the loops' work, mean
  double WarpsPerBlock = 1;

  const PathGraph &graph() const { return Graph; }
  /// Costs of the last threadCycles().
  const PathCosts<double> &costs() const { return Costs; }

private:
  PathGraph Graph;
  PathCosts<double> Costs;
  std::vector<InstrId> Loads;
  /// (latency, cycles) that were computed: waves ask for the same ones.
  llvm::SmallVector<std::pair<double, double>, 32> Known;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_TUPLES_H
