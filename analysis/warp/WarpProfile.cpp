//===- WarpProfile.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/WarpProfile.h"
#include "analysis/warp/CacheTraffic.h"
#include "analysis/warp/Sampling.h"
#include "analysis/warp/WarpWalk.h"
#include <cmath>
#include <numeric>

using namespace gpuperf;

/// Warps of an NVIDIA block at most: such blocks are walked whole.
static constexpr unsigned WholeBlock = 32;

/// A block that stands for a quarter of the grid or more.
static bool isHeavy(const BlockSample &B, const Dim3 &Grid) {
  return B.Weight * 4 >= static_cast<double>(Grid.count());
}

namespace {
struct SamplePlan {
  ProfileOptions Options;
  /// Every block and warp of the launch.
  bool WholeGrid = false;
  /// Warps looked at in a block that stands for many, and in another one.
  unsigned HeavyWarps = 1, LightWarps = 1;
};
} // namespace

/// Fewer samples where one warp alone is expensive, so that all of them fit the
/// budget: iterations first, then warps, then blocks. More where they are
/// cheap.
static SamplePlan fitBudget(const KernelSummary &K, const Launch &L,
                            const GpuModel &Gpu, ProfileOptions Options,
                            uint64_t WarpsPerBlock, RequestMemo &Costs) {
  Options.SampledIterations = std::clamp(Options.SampledIterations, 1u, 64u);
  Options.SampledBlocks = std::clamp(Options.SampledBlocks, 1u, 64u);
  Options.SampledWarps = std::clamp(Options.SampledWarps, 1u, 64u);
  Dim3 Middle{L.Grid.X / 2, L.Grid.Y / 2, L.Grid.Z / 2};
  for (;; Options.SampledIterations /= 2) {
    WarpWalker Trial(K, L, Gpu, Options, Costs);
    uint64_t All = Trial.StepsLeft;
    Trial.walk(Middle, 0, 1);
    double Cost = static_cast<double>(All - Trial.StepsLeft);
    double Affordable = static_cast<double>(All) / std::max(Cost, 1.0);
    if (Affordable < 6 && Options.SampledIterations > 1)
      continue;
    // What a launch may take where nothing forces it to take more.
    double Cheap = Affordable / 3;
    auto PerBlock = static_cast<double>(WarpsPerBlock);
    SamplePlan Plan;
    if (PerBlock * static_cast<double>(L.Grid.count()) <= Cheap) {
      Plan.Options = Options;
      Plan.WholeGrid = true;
      return Plan;
    }
    auto CountBlocks = [&](unsigned Most) {
      return static_cast<double>(sampleBlocks(L.Grid, Most).size());
    };
    double Warps = std::min<double>(Options.SampledWarps, PerBlock);
    constexpr unsigned Cube = 7; // first, middle and last in all dimensions
    if (Options.SampledBlocks > 1 && Options.SampledBlocks < Cube &&
        L.Grid.Z > 1 && CountBlocks(Cube) * Warps <= Cheap)
      Options.SampledBlocks = Cube;
    double Blocks = CountBlocks(Options.SampledBlocks);
    if (Affordable < Blocks) {
      Options.SampledBlocks =
          std::min(Options.SampledBlocks, Affordable < 3 ? 1u : 2u);
      Blocks = CountBlocks(Options.SampledBlocks);
    }
    // Which warps are active is often a step function (a reduction), which few
    // samples miss: all of them if that is cheap. Else the blocks that stand
    // for many (at most two) get more of what there is than those at the edges.
    double Heavy = 0;
    for (const BlockSample &B : sampleBlocks(L.Grid, Options.SampledBlocks))
      Heavy += isHeavy(B, L.Grid);
    double Most = std::min<double>(WholeBlock, PerBlock);
    double Light = std::min(Most, Cheap / Blocks);
    if (Light < Most)
      Light = std::min(Warps, Affordable / (Heavy > 0 ? 2.5 : 1.0) / Blocks);
    Light = std::max(1.0, std::floor(Light));
    double Left = Affordable - Light * (Blocks - Heavy);
    if (Heavy > 0)
      Most = std::clamp(std::floor(0.9 * Left / Heavy), Light, Most);
    Plan.LightWarps = static_cast<unsigned>(Light);
    Plan.HeavyWarps = static_cast<unsigned>(Most);
    Plan.Options = Options;
    return Plan;
  }
}

static AccessProfile finishAccess(const AccessSums &S, const Access &A) {
  AccessProfile P;
  P.Requests = S.Requests;
  if (S.Requests <= 0)
    return P;
  auto Mean = [&](double V) { return V / S.Requests; };
  P.ActiveLanes = Mean(S.Lanes);
  if (S.Unknown)
    P.Why |= AssumptionKind::IndexUnknown;
  P.SectorsPerRequest = {Mean(S.SectorsLo), Mean(S.Sectors), Mean(S.SectorsHi),
                         P.Why};
  P.IdealSectors = Mean(S.IdealSectors);
  P.LinesPerRequest = {Mean(S.Lines), Mean(S.Lines), Mean(S.Lines), P.Why};
  if (S.Unknown)
    P.LinesPerRequest.Lo = std::min(1.0, P.LinesPerRequest.Value);
  P.PassesPerRequest = {Mean(S.PassesLo), Mean(S.Passes), Mean(S.PassesHi),
                        P.Why};
  // One sector more than consecutive is an offset, not a pattern.
  bool Sectored = A.Space == MemSpace::Global || A.Space == MemSpace::Unknown;
  P.Uncoalesced = Sectored && !S.Unknown &&
                  Mean(S.Sectors) > Mean(S.IdealSectors) + 1.0 + 1e-9;
  if (Sectored && S.Unknown)
    P.Uncoalesced = Mean(S.Sectors) > Mean(S.IdealSectors) + 1.0;
  return P;
}

/// The loops whose trip count is not computable.
static AssumptionSet guessedLoops(const KernelSummary &K, double DefaultTrip) {
  std::vector<Assumption> Out;
  for (const Loop &Lp : K.Loops)
    if (Lp.BackedgeTaken == NoExpr && Lp.Where.Line != 0)
      Out.push_back(
          {AssumptionKind::TripCountGuessed, "", DefaultTrip, Lp.Where.Line});
  return AssumptionSet(std::move(Out));
}

WarpProfile gpuperf::profileWarps(const KernelSummary &K, const Launch &L,
                                  const GpuModel &Gpu,
                                  unsigned ResidentBlocksPerSm,
                                  const ProfileOptions &Requested) {
  WarpProfile P;
  P.Blocks.resize(K.Blocks.size());
  P.Loops.resize(K.Loops.size());
  P.Accesses.resize(K.Accesses.size());
  auto WarpSize =
      std::clamp(static_cast<unsigned>(Gpu.Arch.WarpSize.Value), 1u, MaxLanes);
  uint64_t PerBlock = L.warpsPerBlock(WarpSize);
  uint64_t Blocks = L.Grid.count();
  P.WarpsPerBlock = static_cast<double>(PerBlock);
  P.Warps = static_cast<double>(PerBlock) * static_cast<double>(Blocks);
  P.Why = K.Why | L.Why;
  // A block beyond any GPU's limits is refused elsewhere; do not walk it.
  if (P.Warps <= 0 || PerBlock > (uint64_t(1) << 16))
    return P;

  RequestMemo Costs(Gpu);
  SamplePlan Plan;
  if (Requested.Everything)
    Plan.Options = Requested;
  else
    Plan = fitBudget(K, L, Gpu, Requested, PerBlock, Costs);
  const ProfileOptions &Options = Plan.Options;
  WarpWalker Walker(K, L, Gpu, Options, Costs);
  // What the samples cost was judged by one warp.
  if (!Requested.Everything)
    Walker.StepsLeft *= 2;
  double MostInstructions = -1;
  auto Walk = [&](const Dim3 &Ctaid, uint64_t Warp, double Weight) {
    double Instructions = Walker.walk(Ctaid, Warp * WarpSize, Weight);
    if (Instructions <= MostInstructions)
      return;
    MostInstructions = Instructions;
    for (BlockId Id = 0; Id < K.Blocks.size(); ++Id)
      P.Blocks[Id].LongestExecutions = Walker.lastWarp()[Id];
  };
  if (Requested.Everything || Plan.WholeGrid) {
    for (uint64_t Z = 0; Z < L.Grid.Z; ++Z)
      for (uint64_t Y = 0; Y < L.Grid.Y; ++Y)
        for (uint64_t X = 0; X < L.Grid.X; ++X)
          for (uint64_t Warp = 0; Warp < PerBlock; ++Warp)
            Walk({X, Y, Z}, Warp, 1);
  } else {
    // After that many warps, rows (or planes) of threads and warps are in step.
    uint64_t Row = L.Block.Z > 1 ? L.Block.X * L.Block.Y : L.Block.X;
    uint64_t Period = Row < L.Block.count()
                          ? std::lcm(Row, uint64_t(WarpSize)) / WarpSize
                          : 1;
    for (const BlockSample &B : sampleBlocks(L.Grid, Options.SampledBlocks)) {
      unsigned Most = isHeavy(B, L.Grid) ? Plan.HeavyWarps : Plan.LightWarps;
      for (const IndexSample &W : sampleWarps(PerBlock, Most, Period))
        Walk(B.Ctaid, W.Index, B.Weight * W.Weight);
    }
  }
  const WalkSums &S = Walker.Sums;
  P.Why |= S.Why;
  if (P.Why.contains(AssumptionKind::TripCountGuessed))
    P.Why |= guessedLoops(K, Requested.DefaultTrip);

  OpCounts AsWritten{};
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id) {
    P.Blocks[Id].WarpExecutions = S.Blocks[Id].Warps / P.Warps;
    P.Blocks[Id].LaneExecutions = S.Blocks[Id].Lanes / P.Warps;
    OpCounts Once{};
    for (InstrId I : K.Blocks[Id].Instrs)
      Once[static_cast<unsigned>(K.Instrs[I].Class)] += K.Instrs[I].Count;
    for (unsigned C = 0; C < NumOpClasses; ++C)
      AsWritten[C] += S.Blocks[Id].Warps * Once[C];
    const bool HasText = !K.MachineCounts.empty();
    if (Id < K.MachineSharedBytes.size())
      P.SharedLaneBytes = std::max(P.SharedLaneBytes, 0.0) +
                          S.Blocks[Id].Warps * K.MachineSharedBytes[Id];
    const OpCounts &Issued = HasText ? K.MachineCounts[Id] : Once;
    const OpCounts &Executed = HasText ? K.MachineLaneCounts[Id] : Once;
    for (unsigned C = 0; C < NumOpClasses; ++C) {
      P.WarpInstructions[C] += S.Blocks[Id].Warps * Issued[C];
      P.LaneInstructions[C] += S.Blocks[Id].Lanes * Executed[C];
    }
  }
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id) {
    const LoopSums &Lp = S.Loops[Id];
    P.Loops[Id].MeanTrip = Lp.Entries > 0 ? Lp.Iterations / Lp.Entries : 0;
    P.Loops[Id].LongestTrip = Lp.Longest;
  }
  // Loads that unrolled iterations share are done once.
  auto ShareLeft = [&](const Access &A) {
    auto C = static_cast<unsigned>(K.Instrs[A.Instr].Class);
    return AsWritten[C] > 0
               ? std::clamp(P.WarpInstructions[C] / AsWritten[C], 0.0, 1.0)
               : 1.0;
  };
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    P.Accesses[Id] = finishAccess(S.Accesses[Id], K.Accesses[Id]);
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    P.Accesses[Id].Requests *= ShareLeft(K.Accesses[Id]);
  P.BarriersPerWarp =
      P.WarpInstructions[static_cast<unsigned>(OpClass::Barrier)] / P.Warps;
  uint64_t Steps = std::max<uint64_t>(Requested.StepBudget / WarpSize, 1000);
  computeCacheTraffic(K, L, Gpu, ResidentBlocksPerSm, P, Steps);
  return P;
}
