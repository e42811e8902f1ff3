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
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include <cmath>
#include <numeric>

#define DEBUG_TYPE "gpuperf-warp"

using namespace gpuperf;

/// The most warps that a block of an NVIDIA GPU has; so many may be walked.
static constexpr unsigned WholeBlock = 32;

/// Whether a sampled block stands for a quarter of the grid or more.
static bool isHeavy(const BlockSample &B, const Dim3 &Grid) {
  return B.Weight * 4 >= static_cast<double>(Grid.count());
}

namespace {
struct SamplePlan {
  ProfileOptions Options;
  /// Walk every block and warp of the launch.
  bool WholeGrid = false;
  /// Warps to walk in a block that stands for many (isHeavy), and in others.
  unsigned HeavyWarps = 1, LightWarps = 1;
};
} // namespace

/// Chooses the samples by what the walk of one warp of the middle block costs.
/// Where that is much, there are fewer samples, so that all of them fit the
/// budget: fewer iterations first, then fewer warps, then fewer blocks. Where
/// it is little, there are more than were asked for.
static SamplePlan fitBudget(const KernelSummary &K, const Launch &L,
                            const GpuModel &Gpu, ProfileOptions Options,
                            RequestMemo &Costs) {
  const uint64_t WarpsPerBlock = L.warpsPerBlock(walkedWarpSize(Gpu));
  Options.SampledIterations = std::clamp(Options.SampledIterations, 1u, 64u);
  Options.SampledBlocks = std::clamp(Options.SampledBlocks, 1u, 64u);
  Options.SampledWarps = std::clamp(Options.SampledWarps, 1u, 64u);
  Dim3 Middle{L.Grid.X / 2, L.Grid.Y / 2, L.Grid.Z / 2};
  for (;; Options.SampledIterations /= 2) {
    const uint64_t Budget = walkBudget(Options, Gpu);
    WarpWalker Trial({K, L, Gpu, Options, Costs}, Budget);
    Trial.walk({Middle, 0, 1});
    double Cost = static_cast<double>(Trial.stepsTaken());
    double Affordable = static_cast<double>(Budget) / std::max(Cost, 1.0);
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
    // Which warps are active is often a step function of their number, as in a
    // reduction, and a few samples may miss the step: so all warps are walked
    // if that is cheap. Otherwise the blocks that stand for many (there are at
    // most two) get a larger share of the budget than those at the edges of the
    // grid.
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

/// The part of a machine's access that \p A is, where it is joined with its
/// neighbours. Rows of matrices are not.
static double partOfAccess(const Access &A) {
  return A.RowLanes ? 1 : A.BytesPerLane / std::max(phaseBytes(A), 1.0);
}

/// Machine instructions that an instruction stands for.
static double timesIssued(const KernelSummary &K, const Instr &I) {
  return I.Mem == NoId || !K.Accesses[I.Mem].JoinedBytes
             ? I.Count
             : I.Count * partOfAccess(K.Accesses[I.Mem]);
}

/// Warp instructions that are issued when a warp executes each basic block.
static std::vector<double> issuedOfBlocks(const KernelSummary &K) {
  std::vector<double> Out(K.Blocks.size());
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id)
    if (!K.MachineCounts.empty())
      for (double Count : K.MachineCounts[Id])
        Out[Id] += Count;
    else
      for (InstrId I : K.Blocks[Id].Instrs)
        if (K.Instrs[I].Class != OpClass::Free)
          Out[Id] += timesIssued(K, K.Instrs[I]);
  return Out;
}

namespace {
class TrialWalks;

/// Walks the samples of one launch and makes a profile of what they did.
class Profiler {
public:
  Profiler(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
           WarpProfile &P)
      : K(K), L(L), Gpu(Gpu), P(P), WarpSize(walkedWarpSize(Gpu)),
        WarpsPerBlock(L.warpsPerBlock(WarpSize)), Issued(issuedOfBlocks(K)) {}

  /// Fills what the walk tells: all but what the caches do.
  void fillFromSamples(const ProfileOptions &Requested);

private:
  /// \p WrittenCounts: of each class, executions of the text as it is written.
  void fillBlocks(const WalkSums &Sums, OpCounts &WrittenCounts);
  void fillLoops(const WalkSums &Sums);
  void fillAccesses(const WalkSums &Sums, const OpCounts &WrittenCounts);
  void walkBlock(WarpWalker &Walker, const BlockSample &Sample,
                 llvm::ArrayRef<IndexSample> Warps);
  /// Notes which threads a warp shows to be active, and those of the warps and
  /// blocks that it stands for.
  void noteActive(const WalkedWarp &Walked, const IndexSample &Warp,
                  const Box3 &Blocks);
  void walkWholeGrid(WarpWalker &Walker);
  void walkPlan(WarpWalker &Walker, const SamplePlan &Plan);
  IndexSamples splitAtStep(const GridLines &Lines, unsigned D, unsigned Most,
                           TrialWalks &Trial) const;
  BlockSamples blocksToWalk(const SamplePlan &Plan, TrialWalks &Trial) const;
  IndexSamples warpsToWalk(const Dim3 &Ctaid, unsigned Most,
                           TrialWalks &Trial) const;

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  WarpProfile &P;
  const unsigned WarpSize;
  const uint64_t WarpsPerBlock;
  const std::vector<double> Issued;
  double MostInstructions = -1; ///< of the warps that were walked so far
  /// Of the thread block that has issued the most so far: how much that is, and
  /// the executions of each basic block by all of its warps.
  double MostOfBlock = -1;
  std::vector<double> OfLongestBlock;
};
} // namespace

void Profiler::noteActive(const WalkedWarp &Walked, const IndexSample &Warp,
                          const Box3 &Blocks) {
  const Box3 WholeBlock = {Interval{0, L.Block.X}, Interval{0, L.Block.Y},
                           Interval{0, L.Block.Z}};
  // Mostly all basic blocks have the same lanes.
  uint64_t Last = 0;
  Box3 Threads;
  for (BlockId B = 0; B < K.Blocks.size(); ++B) {
    const uint64_t Lanes = Walked.BlockLanes[B];
    if (Lanes == 0)
      continue;
    if (Lanes != Last) {
      Threads = boxAroundLanes(Lanes, Warp.Index * WarpSize, L.Block);
      // Of the other warps that it stands for, nothing is known but that they
      // lie on x as it does where a warp is made of whole rows.
      if (Warp.Weight > 1) {
        const Interval Row = Threads[0];
        Threads = WholeBlock;
        if (WarpSize % L.Block.X == 0)
          Threads[0] = Row;
      }
    }
    Last = Lanes;
    P.Blocks[B].Active.add(Threads, Blocks, L.Block);
  }
}

void Profiler::walkBlock(WarpWalker &Walker, const BlockSample &Sample,
                         llvm::ArrayRef<IndexSample> Warps) {
  const double Weight = Sample.Weight;
  double Most = -1;
  std::vector<double> Longest, OfBlock(K.Blocks.size());
  for (const IndexSample &W : Warps) {
    WalkedWarp Walked =
        Walker.walk({Sample.Ctaid, W.Index * WarpSize, Weight * W.Weight});
    noteActive(Walked, W, Sample.StandsFor);
    for (BlockId B = 0; B < K.Blocks.size(); ++B)
      OfBlock[B] += W.Weight * Walked.BlockExecutions[B];
    if (Walked.Instructions <= Most)
      continue;
    Most = Walked.Instructions;
    Longest = Walked.BlockExecutions.vec();
  }
  const double Share = Weight / static_cast<double>(L.Grid.count());
  for (auto [Block, Executions] : llvm::zip(P.Blocks, Longest)) {
    Block.MeanExecutions += Share * Executions;
    if (Most > MostInstructions)
      Block.LongestExecutions = Executions;
  }
  MostInstructions = std::max(MostInstructions, Most);
  const double IssuedByBlock =
      std::inner_product(OfBlock.begin(), OfBlock.end(), Issued.begin(), 0.0);
  if (IssuedByBlock > MostOfBlock)
    MostOfBlock = IssuedByBlock, OfLongestBlock = std::move(OfBlock);
}

void Profiler::walkWholeGrid(WarpWalker &Walker) {
  IndexSamples Warps;
  for (uint64_t Warp = 0; Warp < WarpsPerBlock; ++Warp)
    Warps.push_back({Warp, 1});
  for (uint64_t Z = 0; Z < L.Grid.Z; ++Z)
    for (uint64_t Y = 0; Y < L.Grid.Y; ++Y)
      for (uint64_t X = 0; X < L.Grid.X; ++X)
        walkBlock(
            Walker,
            {{X, Y, Z},
             1,
             {Interval{X, X + 1}, Interval{Y, Y + 1}, Interval{Z, Z + 1}}},
            Warps);
}

namespace {
/// Walks of one iteration of each loop, which tell how much a warp has to do
/// beside others, and count for nothing.
class TrialWalks {
public:
  TrialWalks(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
             const ProfileOptions &Options)
      : Quick(oneIteration(Options)), Costs(Gpu),
        Walker({K, L, Gpu, Quick, Costs}, MostWalks * walkBudget(Quick, Gpu)),
        WarpSize(walkedWarpSize(Gpu)) {
    for (const Block &B : K.Blocks) {
      double &Work = WorkOfBlocks.emplace_back(B.Instrs.size());
      for (InstrId I : B.Instrs)
        Work += K.Instrs[I].Mem != NoId ? WorkOfAccess : 0;
    }
  }
  double work(const Dim3 &Ctaid, uint64_t Warp) {
    const WalkedWarp Walked = Walker.walk({Ctaid, Warp * WarpSize, 1});
    double Sum = 0;
    for (BlockId B = 0; B < WorkOfBlocks.size(); ++B)
      Sum += Walked.BlockExecutions[B] * WorkOfBlocks[B];
    return Sum;
  }

private:
  /// Instructions that an access counts as: with it, a guard is seen as a step
  /// in a kernel of few instructions too, for it is mostly the accesses that it
  /// guards.
  static constexpr double WorkOfAccess = 16;
  /// Of a kernel whose single walk takes all of the budget; most of the warps
  /// that a search for a step looks at leave at once.
  static constexpr uint64_t MostWalks = 4;

  static ProfileOptions oneIteration(ProfileOptions Options) {
    Options.SampledIterations = 1;
    return Options;
  }
  const ProfileOptions Quick;
  RequestMemo Costs;
  WarpWalker Walker;
  const unsigned WarpSize;
  std::vector<double> WorkOfBlocks; ///< by BlockId, each time it is executed
};
} // namespace

/// The indices of blocks to walk along dimension \p D, of \p Lines that were
/// meant for it.
IndexSamples Profiler::splitAtStep(const GridLines &Lines, unsigned D,
                                   unsigned Most, TrialWalks &Trial) const {
  const std::array<uint64_t, 3> Extents = {L.Grid.X, L.Grid.Y, L.Grid.Z};
  if (Extents[D] <= Lines[D].size())
    return Lines[D]; // all of them
  // Beside the first block along the other dimensions, which may be an edge, or
  // the middle one, which may be beyond the data.
  auto Work = [&](uint64_t At) {
    std::array<uint64_t, 3> First = {0, 0, 0};
    std::array<uint64_t, 3> Middle = {Extents[0] / 2, Extents[1] / 2,
                                      Extents[2] / 2};
    First[D] = Middle[D] = At;
    const double BesideFirst = Trial.work({First[0], First[1], First[2]}, 0);
    if (Middle == First)
      return BesideFirst;
    return std::max(BesideFirst,
                    Trial.work({Middle[0], Middle[1], Middle[2]}, 0));
  };
  std::optional<uint64_t> Step = findStep(Lines[D], Work);
  if (!Step)
    return Lines[D];
  if (L.Grid.count() == Extents[D])
    return sampleSides(Extents[D], *Step, Most, Most);
  // In a plane, all samples of the other dimensions are walked beside these: so
  // the side that does little has one.
  const bool FirstWorks = Work(*Step - 1) > Work(*Step);
  return sampleSides(Extents[D], *Step, FirstWorks ? Most : 1,
                     FirstWorks ? 1 : Most);
}

/// The blocks of a launch to walk. A guard against the end of the data may let
/// most blocks of a line go at once, and the samples then either miss the few
/// that work or make them many: where two neighbouring samples differ by much,
/// the blocks on both sides of the step are sampled by themselves.
BlockSamples Profiler::blocksToWalk(const SamplePlan &Plan,
                                    TrialWalks &Trial) const {
  const unsigned Most = Plan.Options.SampledBlocks;
  if (Most < 2)
    return sampleBlocks(L.Grid, Most);
  const GridLines Lines = sampleLines(L.Grid, Most);
  GridLines Split;
  for (unsigned D = 0; D < 3; ++D)
    Split[D] = splitAtStep(Lines, D, Lines[D].size(), Trial);
  return blocksAt(Split);
}

/// The warps of a block to walk, about \p Most. A guard may let a part of them
/// go as well, and a single sample then tells of no work, or of too much.
IndexSamples Profiler::warpsToWalk(const Dim3 &Ctaid, unsigned Most,
                                   TrialWalks &Trial) const {
  // After Period warps, a warp starts again at the start of a row of threads
  // (of a plane, if the block has several).
  const uint64_t Row =
      L.Block.Z > 1 ? L.Block.X * L.Block.Y : uint64_t(L.Block.X);
  const uint64_t Period =
      Row < L.Block.count() ? std::lcm(Row, uint64_t(WarpSize)) / WarpSize : 1;
  if (Period == 1 && WarpsPerBlock > Most) {
    auto Work = [&](uint64_t Warp) { return Trial.work(Ctaid, Warp); };
    if (auto Step = findStep(sampleRange(WarpsPerBlock, 3), Work))
      return sampleSides(WarpsPerBlock, *Step, (Most + 1) / 2, (Most + 1) / 2);
  }
  return sampleWarps(WarpsPerBlock, Most, Period);
}

void Profiler::walkPlan(WarpWalker &Walker, const SamplePlan &Plan) {
  TrialWalks Trial(K, L, Gpu, Plan.Options);
  for (const BlockSample &B : blocksToWalk(Plan, Trial)) {
    unsigned Most = isHeavy(B, L.Grid) ? Plan.HeavyWarps : Plan.LightWarps;
    walkBlock(Walker, B, warpsToWalk(B.Ctaid, Most, Trial));
  }
}

void Profiler::fillFromSamples(const ProfileOptions &Requested) {
  RequestMemo Costs(Gpu);
  SamplePlan Plan;
  if (Requested.Everything)
    Plan.Options = Requested;
  else
    Plan = fitBudget(K, L, Gpu, Requested, Costs);
  uint64_t Budget = walkBudget(Plan.Options, Gpu);
  // The samples were chosen by what one warp costs, and others may cost more.
  if (!Requested.Everything)
    Budget *= 2;
  WarpWalker Walker({K, L, Gpu, Plan.Options, Costs}, Budget);
  if (Requested.Everything || Plan.WholeGrid)
    walkWholeGrid(Walker);
  else
    walkPlan(Walker, Plan);
  const WalkSums &S = Walker.sums();
  P.Why |= S.Why;
  OpCounts WrittenCounts{};
  fillBlocks(S, WrittenCounts);
  fillLoops(S);
  fillAccesses(S, WrittenCounts);
}

void Profiler::fillBlocks(const WalkSums &Sums, OpCounts &WrittenCounts) {
  OpCounts Working{}; // with lanes that are not off
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id) {
    const BlockSums &Sum = Sums.Blocks[Id];
    P.Blocks[Id].WarpExecutions = Sum.Warps / P.Warps;
    P.Blocks[Id].LaneExecutions = Sum.Lanes / P.Warps;
    P.Blocks[Id].GuessedExecutions = Sum.Guessed / P.Warps;
    P.Blocks[Id].Given = Sum.Given;
    P.Blocks[Id].Passed = Sum.Passed;
    OpCounts Once{};
    for (InstrId I : K.Blocks[Id].Instrs)
      Once[static_cast<unsigned>(K.Instrs[I].Class)] +=
          timesIssued(K, K.Instrs[I]);
    for (unsigned C = 0; C < NumOpClasses; ++C)
      WrittenCounts[C] += Sum.Warps * Once[C];
    const bool HasText = !K.MachineCounts.empty();
    if (Id < K.MachineSharedBytes.size())
      P.SharedLaneBytes = std::max(P.SharedLaneBytes, 0.0) +
                          Sum.Warps * K.MachineSharedBytes[Id];
    const OpCounts &Issued = HasText ? K.MachineCounts[Id] : Once;
    const OpCounts &Executed = HasText ? K.MachineLaneCounts[Id] : Once;
    for (unsigned C = 0; C < NumOpClasses; ++C) {
      P.WarpInstructions[C] += Sum.Warps * Issued[C];
      Working[C] += Sum.Warps * Executed[C];
      P.LaneInstructions[C] += Sum.Lanes * Executed[C];
      if (!OfLongestBlock.empty())
        P.LongestBlock[C] += OfLongestBlock[Id] * Issued[C];
    }
  }
  for (unsigned C = 0; C < NumOpClasses; ++C)
    if (Working[C] < P.WarpInstructions[C])
      P.IdleShares[C] = 1 - Working[C] / P.WarpInstructions[C];
}

void Profiler::fillLoops(const WalkSums &Sums) {
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id) {
    const LoopSums &Sum = Sums.Loops[Id];
    P.Loops[Id].MeanTrip = Sum.Entries > 0 ? Sum.Iterations / Sum.Entries : 0;
    P.Loops[Id].LongestTrip = Sum.Longest;
    P.Loops[Id].Guessed = Sum.Guessed;
    P.Loops[Id].Given = Sum.Given;
  }
}

void Profiler::fillAccesses(const WalkSums &Sums,
                            const OpCounts &WrittenCounts) {
  // Loads that unrolled iterations share are done once.
  auto ShareLeft = [&](const Access &A) {
    auto C = static_cast<unsigned>(K.Instrs[A.Instr].Class);
    return WrittenCounts[C] > 0
               ? std::clamp(P.WarpInstructions[C] / WrittenCounts[C], 0.0, 1.0)
               : 1.0;
  };
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    P.Accesses[Id] = finishAccess(Sums.Accesses[Id], K.Accesses[Id]);
    const Access &A = K.Accesses[Id];
    P.Accesses[Id].Requests *= ShareLeft(A) * partOfAccess(A);
  }
}

/// Whether the code leaves a trip count open of which the user says nothing.
static bool hasGuessedTrips(const KernelSummary &K) {
  std::vector<bool> IsGiven(K.Loops.size());
  for (const GivenTrips &G : K.Given.Trips)
    IsGiven[G.Loop] = true;
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
    if (isTripOfData(K.Loops[Id]) && !IsGiven[Id])
      return true;
  return false;
}

WarpProfile gpuperf::profileWarps(const KernelSummary &K, const Launch &L,
                                  const GpuModel &Gpu,
                                  unsigned ResidentBlocksPerSm,
                                  const ProfileOptions &Requested) {
  WarpProfile P;
  P.Blocks.resize(K.Blocks.size());
  P.Loops.resize(K.Loops.size());
  P.Accesses.resize(K.Accesses.size());
  const unsigned WarpSize = walkedWarpSize(Gpu);
  uint64_t PerBlock = L.warpsPerBlock(WarpSize);
  uint64_t Blocks = L.Grid.count();
  P.WarpsPerBlock = static_cast<double>(PerBlock);
  P.Warps = static_cast<double>(PerBlock) * static_cast<double>(Blocks);
  P.Why = K.Why | L.Why;
  if (hasGuessedTrips(K))
    P.Why |= AssumptionKind::TripCountGuessed;
  // A block beyond any GPU's limits is refused elsewhere; do not walk it.
  if (P.Warps <= 0 || PerBlock > (uint64_t(1) << 16))
    return P;

  Profiler(K, L, Gpu, P).fillFromSamples(Requested);
  P.BarriersPerWarp =
      P.WarpInstructions[static_cast<unsigned>(OpClass::Barrier)] / P.Warps;
  uint64_t Steps = std::max<uint64_t>(Requested.StepBudget / WarpSize, 1000);
  computeCacheTraffic(K, L, Gpu, ResidentBlocksPerSm, P, Steps);
  LLVM_DEBUG(print(P, llvm::dbgs()));
  return P;
}
