//===- WarpWalk.h - One sampled warp through the kernel ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the blocks of a kernel in reverse post order with a weight per lane: 1
// where a lane is known to execute the block, a half on either side of a branch
// that depends on data. Of a loop, only sampled iterations are walked, each of
// which stands for many.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_WARPWALK_H
#define GPUPERF_ANALYSIS_WARP_WARPWALK_H

#include "analysis/symbolic/WarpEvaluator.h"
#include "analysis/warp/RequestMemo.h"
#include "analysis/warp/Sampling.h"
#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// Sums over the warps that were walked, each times what it stands for.
struct AccessSums {
  double Requests = 0, Lanes = 0;
  double SectorsLo = 0, Sectors = 0, SectorsHi = 0, IdealSectors = 0;
  double Lines = 0;
  double PassesLo = 0, Passes = 0, PassesHi = 0;
  bool Unknown = false; ///< an address was not known
};
struct BlockSums {
  double Warps = 0, Lanes = 0;
  double Guessed = 0;  ///< of Warps, left by a branch that had to be guessed
  bool Given = false;  ///< KernelSummary::Given said where lanes go
  bool Passed = false; ///< Block::Passing said where lanes go
};
struct LoopSums {
  double Entries = 0, Iterations = 0, Longest = 0;
  bool Guessed = false; ///< nobody knows how often it runs
  bool Given = false;   ///< nobody did but KernelSummary::Given
};
struct WalkSums {
  std::vector<BlockSums> Blocks;    ///< by BlockId
  std::vector<LoopSums> Loops;      ///< by LoopId
  std::vector<AccessSums> Accesses; ///< by AccessId
  AssumptionSet Why;
};

/// What warps are walked through. All of it outlives the walker.
struct WalkInputs {
  const KernelSummary &Kernel;
  const Launch &TheLaunch;
  const GpuModel &Gpu;
  const ProfileOptions &Options;
  RequestMemo &Costs; ///< of this GPU; several walkers may share it
};

/// One warp that is walked, named by its first thread.
struct SampledWarp {
  Dim3 Ctaid{0, 0, 0};      ///< its block
  uint64_t FirstThread = 0; ///< linear index in the block of lane 0
  double Weight = 1;        ///< warps of the launch that it stands for
};

/// What one warp did.
struct WalkedWarp {
  double Instructions = 0; ///< executed: a measure of the warp's length
  /// By BlockId, both valid until the next walk: executions, and the lanes that
  /// may have come by, as bits.
  llvm::ArrayRef<double> BlockExecutions;
  llvm::ArrayRef<uint64_t> BlockLanes;
};

/// Lanes of a warp of \p Gpu, as far as they can be walked.
unsigned walkedWarpSize(const GpuModel &Gpu);

/// Steps, which are evaluations of expression nodes, that the walks of one
/// launch may take together.
uint64_t walkBudget(const ProfileOptions &Options, const GpuModel &Gpu);

class WarpWalker {
public:
  /// \p Budget: steps for all walks together. Where they are used up, what is
  /// left is walked with few samples and its values are not known.
  WarpWalker(const WalkInputs &Inputs, uint64_t Budget);

  WalkedWarp walk(const SampledWarp &Warp);

  /// What all warps did that were walked so far.
  const WalkSums &sums() const { return Sums; }
  uint64_t stepsTaken() const { return Budget - StepsLeft; }

private:
  /// Weight per lane.
  using Lanes = std::array<float, MaxLanes>;
  struct Edge {
    BlockId To;
    Lanes Mass;
  };
  using Edges = llvm::SmallVector<Edge, 4>;
  /// Blocks of a loop (or of the function) and loops directly inside, in order.
  struct Item {
    bool IsLoop = false;
    uint32_t Id = NoId;
  };

  /// An access of a block and how often the instruction makes it.
  struct Touch {
    AccessId What = NoId;
    unsigned Count = 1;
  };

  /// How often a loop runs that was entered, by lane.
  struct LaneTrips {
    std::array<uint64_t, MaxLanes> OfLane{}; ///< 0: did not enter the loop
    uint64_t Most = 0;
    float MostMass = 0; ///< largest weight of a lane that entered
    bool Guessed = false;
    bool Given = false; ///< guessed, had the user not said it
  };

  void buildRegions();
  bool inLoop(BlockId B, LoopId Loop) const;
  void walkRegion(LoopId Loop, const Lanes &Entry, double Times, Edges &Exits);
  void walkLoop(LoopId Loop, const Lanes &Entry, double Times, Edges &Exits);
  LaneTrips tripsOf(LoopId Id, const Lanes &Entry);
  IndexSamples chooseIterations(const KernelLoop &Loop, const Lanes &Entry,
                                const LaneTrips &Trips) const;
  IndexSamples pickIterations(const KernelLoop &Loop, const Lanes &Entry,
                              llvm::ArrayRef<uint64_t> Trip,
                              unsigned Samples) const;
  void distributeExits(LoopId Loop, const Lanes &Entry, Edges &Seen,
                       Edges &Exits) const;
  void visitBlock(BlockId B, const Lanes &Mass, double Times);
  void visitAccess(AccessId A, const Lanes &Mass, double Requests);
  void addUnknown(const Access &A, double NumLanes, double Requests,
                  AccessSums &Sum);
  void addKnown(const Access &A, const RequestCost &Cost, double Requests,
                bool BaseKnown, AccessSums &Sum) const;
  const LaneValues &condition(BlockId B);
  void leaveBlock(BlockId B, const Lanes &Mass, double Times, Edges &Out);
  void leaveAsGiven(BlockId B, double Mass, unsigned Lane, Edges &Out) const;
  Lanes &edgeTo(BlockId To, Edges &Out) const;
  bool splitLanes(const Block &Blk, const LaneValues &C, const Lanes &Mass,
                  Edges &Out) const;
  const LaneValues &eval(ExprId Id);
  void spend(uint64_t Steps) { StepsLeft -= std::min(StepsLeft, Steps); }
  void setIteration(LoopId Loop, uint64_t Iteration);

  const KernelSummary &Kernel;
  const ProfileOptions &Options;
  unsigned WarpSize;
  RequestMemo &Costs;
  WalkSums Sums;
  uint64_t Budget, StepsLeft;
  /// By LoopId, and at the end the function's own blocks and outermost loops.
  std::vector<std::vector<Item>> Regions;
  /// By BlockId, in order: blocks are visited many times, and few of their
  /// instructions touch memory.
  std::vector<std::vector<Touch>> Touches;
  std::vector<uint64_t> NoIterations;
  /// The lanes' values, and the differences between them where data that all
  /// lanes share counts as zero (WarpContext::UniformDataAsZero).
  WarpEvaluator Values, Relative;
  /// Where rows are taken to be equally long (rowRamps): where they lie, and,
  /// where it is not known which row it is, how long it is.
  WarpEvaluator RowPlaces, RowLengths;
  std::vector<double> Ramps;    ///< by InstrId, or empty
  std::vector<bool> Rounded;    ///< by InstrId: makes an integer of a float
  std::vector<double> PerWarp;  ///< by BlockId, executions of the warp walked
  std::vector<uint64_t> CameBy; ///< by BlockId, its lanes as bits
  /// KernelSummary::Given by id; below 0 where nothing is said.
  std::vector<double> GivenTrip, GivenFirst;
  double WarpWeight = 1;
  WarpContext Ctx;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_WARPWALK_H
