//===- WarpWalk.h - One sampled warp through the kernel ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the blocks of a kernel in reverse post order with a weight per lane: 1
// where a lane is known to come by, a half on either side of a branch that data
// decides. Loops are entered for sampled iterations, each standing for many.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_WARPWALK_H
#define GPUPERF_ANALYSIS_WARP_WARPWALK_H

#include "analysis/symbolic/WarpEvaluator.h"
#include "analysis/warp/RequestMemo.h"
#include "analysis/warp/Sampling.h"
#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// Sums over sampled warps, each times what it stands for.
struct AccessSums {
  double Requests = 0, Lanes = 0;
  double SectorsLo = 0, Sectors = 0, SectorsHi = 0, IdealSectors = 0;
  double Lines = 0;
  double PassesLo = 0, Passes = 0, PassesHi = 0;
  bool Unknown = false; ///< an address was not known
};
struct BlockSums {
  double Warps = 0, Lanes = 0;
};
struct LoopSums {
  double Entries = 0, Iterations = 0, Longest = 0;
};
struct WalkSums {
  std::vector<BlockSums> Blocks;
  std::vector<LoopSums> Loops;
  std::vector<AccessSums> Accesses;
  AssumptionSet Why;
};

class WarpWalker {
public:
  /// \p Costs: of this GPU; outlives the walker, and may serve others.
  WarpWalker(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
             const ProfileOptions &Options, RequestMemo &Costs);

  /// Walks the warp whose lane 0 is thread \p FirstThread of block \p Ctaid,
  /// which stands for \p Weight warps. Returns its number of executed
  /// instructions, a measure of its length.
  double walk(const Dim3 &Ctaid, uint64_t FirstThread, double Weight);

  WalkSums Sums;
  uint64_t StepsLeft; ///< node evaluations

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

  void buildRegions();
  bool inLoop(BlockId B, LoopId Loop) const;
  void walkRegion(LoopId Loop, const Lanes &Entry, double Times, Edges &Exits);
  void walkLoop(LoopId Loop, const Lanes &Entry, double Times, Edges &Exits);
  IndexSamples pickIterations(const Loop &Lp, const Lanes &Entry,
                              llvm::ArrayRef<uint64_t> Trip,
                              unsigned Samples) const;
  void distributeExits(LoopId Loop, const Lanes &Entry, Edges &Seen,
                       Edges &Exits) const;
  void visitBlock(BlockId B, const Lanes &Mass, double Times);
  void visitAccess(AccessId A, const Lanes &Mass, double Requests);
  void leaveBlock(BlockId B, const Lanes &Mass, Edges &Out);
  bool splitLanes(const Block &Blk, const LaneValues &C, const Lanes &Mass,
                  Edges &Out) const;
  const LaneValues &eval(ExprId Id);
  void spend(uint64_t Steps) { StepsLeft -= std::min(StepsLeft, Steps); }
  void setIteration(LoopId Loop, uint64_t Iteration);

  const KernelSummary &K;
  const ProfileOptions &Options;
  unsigned WarpSize;
  RequestMemo &Costs;
  std::vector<std::vector<Item>> Regions; ///< by loop id; last: the function
  std::vector<uint64_t> NoIterations;
  /// Values, and lane differences where data is uniform.
  WarpEvaluator Values, Relative;
  std::vector<bool> Rounded;   ///< by InstrId: a float made an integer
  std::vector<double> PerWarp; ///< executions by block, of the warp walked
  double WarpWeight = 1;
  WarpContext Ctx;

public:
  /// Executions by block of the warp that was walked last.
  const std::vector<double> &lastWarp() const { return PerWarp; }
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_WARPWALK_H
