//===- WarpProfile.h - What the warps of one launch execute -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A KernelSummary walked for sampled warps of a concrete launch: 32 lanes at
// once, conditions, trip counts and addresses evaluated where they are known
// functions of thread, block, loop and arguments, and both ways weighted where
// they are not. All counts are per launch unless the name says otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_WARPPROFILE_H
#define GPUPERF_ANALYSIS_WARP_WARPPROFILE_H

#include "analysis/kernel/KernelSummary.h"
#include "analysis/warp/ActiveThreads.h"
#include "gpumodel/GpuModel.h"
#include "llvm/Support/Compiler.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace gpuperf {

/// Bytes per lane that a request of \p A moves: those of the machine's access
/// that it is part of, in shared memory.
inline double phaseBytes(const Access &A) {
  if (A.RowLanes)
    return A.BytesPerLane * A.RowLanes / 32.0;
  return std::max(A.BytesPerLane, A.JoinedBytes);
}

/// One access of the kernel, over the launch.
struct AccessProfile {
  double Requests = 0;    ///< warp instructions executed
  double ActiveLanes = 0; ///< mean lanes per request
  /// Sectors per request (global, local, constant, texture). Lo/Hi: best and
  /// worst base alignment, or 1..lanes where the address depends on data.
  Estimate SectorsPerRequest;
  /// Lines of the first cache: of 128 bytes, of 64 where an AMD GPU's are.
  Estimate LinesPerRequest;
  /// Sectors per request of the same lanes on consecutive aligned elements.
  double IdealSectors = 0;
  /// Shared memory: data-phase passes per phase of a request (1: conflict free,
  /// 0.5: a wide one whose lanes share addresses, see bankPasses); a request
  /// has phaseBytes / 4 phases, at least one. Constant: distinct words.
  /// Atomics, any space: lanes on the same address.
  Estimate PassesPerRequest;
  /// Distinct bytes, in whole sectors, that are touched by one warp over its
  /// life, by one block, by one wave of blocks, by the launch. Of global and
  /// constant memory; below 0 where the number cannot be derived.
  double WarpBytes = -1, BlockBytes = -1, WaveBytes = -1, LaunchBytes = -1;
  /// Share of the sectors of global memory asked for that miss L1, and that
  /// miss L1 and L2. A store always misses L1.
  double L1Misses = 1, L2Misses = 1;
  /// Share of the requests that wait for L2 or beyond, and for DRAM. They are
  /// more than those that miss, because a hit on data that another warp is
  /// waiting for waits as long as that warp.
  double L2Waits = 1, DramWaits = 1;
  /// A request touches more sectors than the same lanes would need for
  /// consecutive elements, by more than the one sector that a start in the
  /// middle of a sector costs.
  bool Uncoalesced = false;
  AssumptionSet Why;
};

/// Execution of one basic block, means over all warps of the launch.
struct BlockProfile {
  double WarpExecutions = 0;    ///< per warp
  double LaneExecutions = 0;    ///< per warp: sum of active lanes
  double LongestExecutions = 0; ///< of the longest sampled warp
  /// Of the longest sampled warp of a thread block, mean over the thread
  /// blocks: less than LongestExecutions where a guard lets whole blocks go.
  double MeanExecutions = 0;
  /// Per warp: executions at whose end it was guessed where the lanes go.
  double GuessedExecutions = 0;
  /// KernelSummary::Given said where lanes go that would have been guessed.
  bool Given = false;
  /// The threads were taken to pass its guard, whose bound is data.
  bool Passed = false;
  /// The threads that may execute it.
  ActiveThreads Active;
};

struct LoopProfile {
  double MeanTrip = 0;    ///< body iterations per entry, mean over warps
  double LongestTrip = 0; ///< body iterations per entry, longest thread
  bool Guessed = false;   ///< nobody knows how often it runs
  bool Given = false;     ///< nobody did but KernelSummary::Given
};

struct WarpProfile {
  std::vector<BlockProfile> Blocks;    ///< by BlockId
  std::vector<LoopProfile> Loops;      ///< by LoopId
  std::vector<AccessProfile> Accesses; ///< by AccessId

  double Warps = 0; ///< of the launch
  double WarpsPerBlock = 0;
  OpCounts WarpInstructions{}; ///< per launch, by class
  OpCounts LaneInstructions{}; ///< per launch, by class: active lanes counted
  /// By class, the share of WarpInstructions all of whose lanes are off by a
  /// predicate: they are issued, and no pipe works for them.
  OpCounts IdleShares{};
  /// Warp instructions of the thread block that issues the most of the sampled
  /// ones, by class; all 0 where no block was walked.
  OpCounts LongestBlock{};
  double BarriersPerWarp = 0;
  /// Shares of the bytes that global accesses ask for which L1, L2 and DRAM
  /// serve; they sum to 1.
  double L1Share = 0, L2Share = 0, DramShare = 1;
  /// Bytes per launch: as the lanes ask for them, moved between L1 and L2, read
  /// from DRAM, written to DRAM.
  double RequestedBytes = 0, L2Bytes = 0, DramReadBytes = 0, DramWriteBytes = 0;
  /// Bytes per launch that pass the L2s of a GPU that has several, each of
  /// which fetches its own copy of what its blocks touch; 0 where there is one.
  double FabricBytes = 0;
  /// A row of a bank of GDDR6 has 2 KB (JESD250), one of HBM2 1 KB (JESD235).
  /// The smaller one is taken for all, which opens at most twice as many pages
  /// where data are in order, far from what limits the bandwidth there.
  static constexpr double DramPageBytes = 1024;
  /// What one group of accesses moves from and to DRAM, and the pages that are
  /// opened for it: one for neighbours that are accessed at about the same
  /// time, one for each sector that is alone.
  struct DramStream {
    double Bytes, Pages;
    std::vector<AccessId> Accesses = {}; ///< that the group consists of
  };
  std::vector<DramStream> DramStreams;
  /// Bytes per lane that warps move to and from shared memory, summed over the
  /// warps of the launch; below 0 where KernelSummary::MachineSharedBytes is
  /// not there.
  double SharedLaneBytes = -1;
  /// Requests for 64 bytes of a line, or for a part of them, that reach L2.
  /// Each slice of the L2 looks one up per clock.
  double L2Requests = 0;
  /// Of these, the requests for one line at about the same time, which one
  /// slice serves one after the other; of the group of accesses that has the
  /// most.
  double HotLineRequests = 0;
  AssumptionSet Why;
};

struct ProfileOptions {
  /// Steps of evaluation the profile may take before it extrapolates.
  uint64_t StepBudget = 4'000'000;
  unsigned SampledBlocks = 5, SampledWarps = 4, SampledIterations = 4;
  /// Trip count given to a loop whose count is not computable.
  double DefaultTrip = DefaultTripCount;
  /// That of a loop with KernelLoop::LeavesSoon, which goes on as long as two
  /// sequences of data are equal. In random data the first pair mostly differs:
  /// one trip that ends at once, and one more for those that begin alike.
  double SoonTrip = 2;
  /// Walk every block, warp and iteration, however long it takes. Tests compare
  /// the samples with it.
  bool Everything = false;
};

/// \p ResidentBlocksPerSm: from computeOccupancy; 0 is taken as 1.
WarpProfile profileWarps(const KernelSummary &Kernel, const Launch &L,
                         const GpuModel &Gpu, unsigned ResidentBlocksPerSm,
                         const ProfileOptions &Options = {});

/// Writes a text for developers: totals of the launch, then loops, blocks and
/// accesses by the names that print() of the kernel's summary uses (L0, B0,
/// A0).
void print(const WarpProfile &Profile, llvm::raw_ostream &OS);
/// print() to standard error, for use in a debugger.
LLVM_DUMP_METHOD void dump(const WarpProfile &Profile);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_WARPPROFILE_H
