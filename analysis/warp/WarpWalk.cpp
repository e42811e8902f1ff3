//===- WarpWalk.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/WarpWalk.h"
#include "analysis/warp/Gather.h"
#include "analysis/warp/Sampling.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

namespace {
/// Loops of up to this many iterations are walked whole, by nesting depth from
/// 1 on: enough for the log2 steps of a reduction, not for a matrix's columns.
constexpr unsigned WholeLoop[] = {16, 8, 4};
/// A trip count of this or more is an expression that wrapped around, for so
/// many iterations would take seconds: the count is then not known.
constexpr int64_t MaxTrip = int64_t(1) << 31;
/// Limit of the executions that nested loops multiply to, so that sums of them
/// stay finite.
constexpr double MostTimes = 1e15;
/// Weights of a lane are sums of floats: what is left of one is nothing if it
/// is not more than this.
constexpr float Rounding = 1e-5f;
/// Steps that are charged for visiting a block, beside those of evaluating its
/// expressions.
constexpr uint64_t BlockSteps = 4;
} // namespace

unsigned gpuperf::walkedWarpSize(const GpuModel &Gpu) {
  return std::clamp(static_cast<unsigned>(Gpu.Arch.WarpSize.Value), 1u,
                    MaxLanes);
}

uint64_t gpuperf::walkBudget(const ProfileOptions &Options,
                             const GpuModel &Gpu) {
  // A step evaluates a node for all lanes.
  return Options.Everything ? ~uint64_t(0)
                            : Options.StepBudget / walkedWarpSize(Gpu);
}

WarpWalker::WarpWalker(const WalkInputs &Inputs, uint64_t Budget)
    : Kernel(Inputs.Kernel), Options(Inputs.Options),
      WarpSize(walkedWarpSize(Inputs.Gpu)), Costs(Inputs.Costs), Budget(Budget),
      StepsLeft(Budget), Values(Kernel.Exprs), Relative(Kernel.Exprs),
      RowPlaces(Kernel.Exprs), RowLengths(Kernel.Exprs),
      Ramps(rowRamps(Kernel, Inputs.TheLaunch)) {
  Sums.Blocks.resize(Kernel.Blocks.size());
  Sums.Loops.resize(Kernel.Loops.size());
  Sums.Accesses.resize(Kernel.Accesses.size());
  NoIterations.resize(Kernel.Loops.size(), 0);
  GivenTrip.resize(Kernel.Loops.size(), -1);
  GivenFirst.resize(Kernel.Blocks.size(), -1);
  for (const GivenTrips &G : Kernel.Given.Trips)
    GivenTrip[G.Loop] = G.Mean;
  for (const GivenShare &G : Kernel.Given.Shares)
    GivenFirst[G.Block] = G.First;
  Rounded.resize(Kernel.Instrs.size());
  Touches.resize(Kernel.Blocks.size());
  for (BlockId B = 0; B < Kernel.Blocks.size(); ++B)
    for (InstrId I : Kernel.Blocks[B].Instrs) {
      const Instr &In = Kernel.Instrs[I];
      Rounded[I] =
          In.Class == OpClass::Convert32 || In.Class == OpClass::Convert64;
      if (In.Mem != NoId)
        Touches[B].push_back({In.Mem, In.Count});
    }
  Ctx.LoopIter = NoIterations;
  Ctx.L = &Inputs.TheLaunch;
  Ctx.WarpSize = WarpSize;
  buildRegions();
}

void WarpWalker::buildRegions() {
  Regions.resize(Kernel.Loops.size() + 1);
  auto RegionOf = [&](LoopId Loop) -> std::vector<Item> & {
    return Regions[Loop == NoId ? Kernel.Loops.size() : Loop];
  };
  for (BlockId B = 0; B < Kernel.Blocks.size(); ++B) {
    LoopId Loop = Kernel.Blocks[B].InnermostLoop;
    if (Loop != NoId && Kernel.Loops[Loop].Header == B)
      RegionOf(Kernel.Loops[Loop].Parent).push_back({true, Loop});
    RegionOf(Loop).push_back({false, B});
  }
}

bool WarpWalker::inLoop(BlockId B, LoopId Loop) const {
  assert(B < Kernel.Blocks.size() && "not a block of this kernel");
  if (Loop == NoId)
    return true;
  for (LoopId At = Kernel.Blocks[B].InnermostLoop; At != NoId;
       At = Kernel.Loops[At].Parent)
    if (At == Loop)
      return true;
  return false;
}

const LaneValues &WarpWalker::eval(ExprId Id) {
  if (StepsLeft == 0)
    Sums.Why |= AssumptionKind::BudgetExhausted;
  return Values.value(Id, StepsLeft);
}

void WarpWalker::setIteration(LoopId Loop, uint64_t Iteration) {
  Values.setLoopIter(Loop, Iteration);
  Relative.setLoopIter(Loop, Iteration);
  if (Ramps.empty())
    return;
  RowPlaces.setLoopIter(Loop, Iteration);
  RowLengths.setLoopIter(Loop, Iteration);
}

WalkedWarp WarpWalker::walk(const SampledWarp &Warp) {
  assert(Warp.Weight >= 0 && "a warp cannot stand for fewer than no warps");
  PerWarp.assign(Kernel.Blocks.size(), 0);
  CameBy.assign(Kernel.Blocks.size(), 0);
  if (Kernel.Blocks.empty())
    return {};
  WarpWeight = Warp.Weight;
  Ctx.Ctaid = Warp.Ctaid;
  Ctx.FirstThread = Warp.FirstThread;
  Values.setWarp(Ctx);
  WarpContext Differences = Ctx;
  Differences.UniformDataAsZero = true;
  Differences.Displacements = &Rounded;
  Relative.setWarp(Differences);
  if (!Ramps.empty()) {
    WarpContext Rows = Ctx;
    Rows.Ramps = &Ramps;
    RowPlaces.setWarp(Rows);
    Rows.OtherDataAsZero = true;
    RowLengths.setWarp(Rows);
  }
  uint64_t Threads = Ctx.L->Block.count();
  Lanes Entry{};
  for (unsigned I = 0; I < WarpSize; ++I)
    Entry[I] = Warp.FirstThread + I < Threads ? 1 : 0;
  Edges Exits;
  walkRegion(NoId, Entry, 1, Exits);
  WalkedWarp Walked;
  for (BlockId B = 0; B < Kernel.Blocks.size(); ++B)
    Walked.Instructions +=
        PerWarp[B] * static_cast<double>(Kernel.Blocks[B].Instrs.size());
  Walked.BlockExecutions = PerWarp;
  Walked.BlockLanes = CameBy;
  return Walked;
}

void WarpWalker::walkRegion(LoopId Loop, const Lanes &Entry, double Times,
                            Edges &Exits) {
  llvm::SmallDenseMap<BlockId, Lanes, 8> Incoming;
  BlockId First = Loop == NoId ? 0 : Kernel.Loops[Loop].Header;
  Incoming[First] = Entry;
  auto Deliver = [&](const Edges &Out) {
    for (const Edge &E : Out) {
      if (Loop != NoId && E.To == First)
        continue; // the back edge: counted by the trip count
      if (!inLoop(E.To, Loop)) {
        Exits.push_back(E);
        continue;
      }
      auto [It, New] = Incoming.try_emplace(E.To, E.Mass);
      if (!New)
        for (unsigned I = 0; I < WarpSize; ++I)
          It->second[I] = std::min(It->second[I] + E.Mass[I], 1.0f);
    }
  };
  for (const Item &It : Regions[Loop == NoId ? Kernel.Loops.size() : Loop]) {
    BlockId At = It.IsLoop ? Kernel.Loops[It.Id].Header : It.Id;
    auto In = Incoming.find(At);
    if (In == Incoming.end())
      continue;
    Lanes Mass = In->second;
    if (std::all_of(Mass.begin(), Mass.begin() + WarpSize,
                    [](float M) { return M <= 0; }))
      continue;
    Edges Out;
    if (It.IsLoop) {
      walkLoop(It.Id, Mass, Times, Out);
    } else {
      visitBlock(At, Mass, Times);
      leaveBlock(At, Mass, Times, Out);
    }
    Deliver(Out);
  }
}

/// A few iterations of a loop whose iterations differ little. Empty where they
/// may differ in any way, so that no few of them stand for all.
IndexSamples WarpWalker::pickIterations(const KernelLoop &Loop,
                                        const Lanes &Entry,
                                        llvm::ArrayRef<uint64_t> Trip,
                                        unsigned Samples) const {
  // Where lanes leave at different times, the iterations up to each of these
  // times are a part of their own.
  constexpr unsigned FewParts = 4, AllParts = MaxLanes;
  if (Loop.Iterations == IterationKind::Any)
    return {};
  llvm::SmallVector<uint64_t, MaxLanes> Ends;
  for (unsigned I = 0; I < WarpSize; ++I)
    // Mostly all lanes leave at once.
    if (Entry[I] > 0 && (Ends.empty() || Ends.back() != Trip[I]))
      Ends.push_back(Trip[I]);
  std::sort(Ends.begin(), Ends.end());
  Ends.erase(std::unique(Ends.begin(), Ends.end()), Ends.end());
  bool IsCheap =
      Loop.Depth == 1 && llvm::all_of(Loop.Blocks, [&](BlockId B) {
        return Kernel.Loops[Kernel.Blocks[B].InnermostLoop].Depth == 1;
      });
  return sampleIterations(
      Ends,
      Loop.Iterations == IterationKind::Same ? std::min(Samples, 2u) : Samples,
      IsCheap ? AllParts : FewParts);
}

IndexSamples WarpWalker::chooseIterations(const KernelLoop &Loop,
                                          const Lanes &Entry,
                                          const LaneTrips &Trips) const {
  unsigned Whole = WholeLoop[std::min<unsigned>(Loop.Depth ? Loop.Depth - 1 : 0,
                                                std::size(WholeLoop) - 1)];
  unsigned Samples = std::max(Options.SampledIterations, 1u);
  if (StepsLeft == 0)
    Whole = Samples = 1;
  IndexSamples Picked = pickIterations(Loop, Entry, Trips.OfLane, Samples);
  if (Picked.empty())
    Picked = sampleRange(Trips.Most, Trips.Most <= Whole ? Whole : Samples);
  return Picked;
}

/// The trip counts of the lanes that enter loop \p Id, whose counter must be 0.
WarpWalker::LaneTrips WarpWalker::tripsOf(LoopId Id, const Lanes &Entry) {
  const KernelLoop &Loop = Kernel.Loops[Id];
  LaneValues Early;
  if (Loop.EarlyExit != NoExpr)
    Early = eval(Loop.EarlyExit);
  const bool IsGiven = GivenTrip[Id] >= 0;
  LaneValues IfShared;
  if (!IsGiven && Loop.TakenIfShared != NoExpr)
    IfShared = eval(Loop.TakenIfShared);
  const LaneValues &Taken = eval(Loop.BackedgeTaken);
  LaneValues ByRows;
  if (!IsGiven && Loop.TakenOfData != NoExpr && !Ramps.empty())
    ByRows = RowLengths.value(Loop.TakenOfData, StepsLeft);
  const double Body = IsGiven           ? std::round(GivenTrip[Id])
                      : Loop.LeavesSoon ? std::max(1.0, Options.SoonTrip)
                                        : std::max(1.0, Options.DefaultTrip);
  const auto Guess = static_cast<uint64_t>(
      std::max(1.0, std::floor(Body) + (Loop.TestsBeforeBody ? 1 : 0)));
  LaneTrips Trips;
  const bool LimitOnly = Loop.UpperBoundOnly && Loop.EarlyExit == NoExpr;
  Trips.Guessed = LimitOnly;
  for (unsigned I = 0; I < WarpSize; ++I) {
    if (Entry[I] <= 0)
      continue;
    uint64_t &Trip = Trips.OfLane[I];
    Trips.MostMass = std::max(Trips.MostMass, Entry[I]);
    bool Known = Taken.Known.test(I) && Taken.V[I] >= 0 && Taken.V[I] < MaxTrip;
    Trip = Known ? static_cast<uint64_t>(Taken.V[I]) + 1 : Guess;
    if (!Known && ByRows.Known.test(I) && ByRows.V[I] >= 0 &&
        ByRows.V[I] < MaxTrip)
      Trip = static_cast<uint64_t>(ByRows.V[I]) + 1;
    if (!Known && IfShared.Known.test(I) && IfShared.V[I] >= 0 &&
        IfShared.V[I] < MaxTrip)
      Trip = static_cast<uint64_t>(IfShared.V[I]) + 1;
    if (Early.Known.test(I)) {
      auto Last = static_cast<uint64_t>(Early.V[I]) + 1;
      Trip = Known ? std::min(Trip, Last) : Last;
      Known = true;
    }
    // Of what is looked for, it is not known how often it is there. The warp
    // goes on until the last of its lanes has found some.
    if ((IsGiven || Loop.LeavesSoon || Loop.Searches) && LimitOnly)
      Trip = std::min(Trip, Guess);
    Trips.Guessed |= !Known;
    Trips.Most = std::max(Trips.Most, Trip);
  }
  Trips.Given = IsGiven && Trips.Guessed;
  Trips.Guessed &= !IsGiven;
  return Trips;
}

void WarpWalker::walkLoop(LoopId Id, const Lanes &Entry, double Times,
                          Edges &Exits) {
  assert(Id < Kernel.Loops.size() && "not a loop of this kernel");
  const KernelLoop &Loop = Kernel.Loops[Id];
  setIteration(Id, 0);
  const LaneTrips Trips = tripsOf(Id, Entry);
  if (Trips.Guessed)
    Sums.Why |= AssumptionKind::TripCountGuessed;
  Sums.Loops[Id].Guessed |= Trips.Guessed;
  Sums.Loops[Id].Given |= Trips.Given;

  Edges Seen;
  // What has left each lane through an exit that it was seen to take.
  Lanes Gone{};
  auto Iterate = [&](uint64_t Index, double Weight) {
    Lanes Mass{};
    for (unsigned I = 0; I < WarpSize; ++I) {
      float Left = Entry[I] - Gone[I];
      Mass[I] = Index < Trips.OfLane[I] && Left > Rounding ? Left : 0;
    }
    setIteration(Id, Index);
    size_t Before = Seen.size();
    walkRegion(Id, Mass, std::min(Times * Weight, MostTimes), Seen);
    for (const Edge &E : llvm::drop_begin(Seen, Before))
      for (unsigned I = 0; I < WarpSize; ++I)
        Gone[I] += E.Mass[I];
  };
  if (Options.Everything)
    for (uint64_t Index = 0; Index < Trips.Most; ++Index)
      Iterate(Index, 1);
  else
    for (const IndexSample &S : chooseIterations(Loop, Entry, Trips))
      Iterate(S.Index, S.Weight);
  setIteration(Id, 0);

  LoopSums &Sum = Sums.Loops[Id];
  double Body = static_cast<double>(Trips.Most) -
                (Loop.TestsBeforeBody && Trips.Most > 0 ? 1 : 0);
  Sum.Entries += WarpWeight * Times * Trips.MostMass;
  Sum.Iterations += WarpWeight * Times * Trips.MostMass * Body;
  Sum.Longest = std::max(Sum.Longest, Body);
  distributeExits(Id, Entry, Seen, Exits);
}

/// Every lane that entered the loop leaves it: through the exits that it was
/// seen to take, else through those that the other lanes took, else through all
/// exits alike.
void WarpWalker::distributeExits(LoopId Id, const Lanes &Entry, Edges &Seen,
                                 Edges &Exits) const {
  Edges Merged;
  for (const Edge &E : Seen) {
    auto It = std::find_if(Merged.begin(), Merged.end(),
                           [&](const Edge &M) { return M.To == E.To; });
    if (It == Merged.end())
      Merged.push_back(E);
    else
      for (unsigned I = 0; I < WarpSize; ++I)
        It->Mass[I] += E.Mass[I];
  }
  // Exits that stay in the loop around this one come first: if there are any,
  // those that leave both loops are not taken.
  for (bool Within : {true, false})
    if (Merged.empty())
      for (BlockId B : Kernel.Loops[Id].Exiting)
        for (BlockId To : Kernel.Blocks[B].Succs)
          if (!inLoop(To, Id) &&
              (!Within || inLoop(To, Kernel.Loops[Id].Parent)) &&
              std::none_of(Merged.begin(), Merged.end(),
                           [&](const Edge &M) { return M.To == To; }))
            Merged.push_back({To, {}});
  llvm::SmallVector<float, 4> Share(Merged.size(), 0);
  float All = 0;
  for (size_t E = 0; E < Merged.size(); ++E)
    for (unsigned I = 0; I < WarpSize; ++I)
      Share[E] += Merged[E].Mass[I], All += Merged[E].Mass[I];
  for (unsigned I = 0; I < WarpSize; ++I) {
    float Total = 0;
    for (const Edge &E : Merged)
      Total += E.Mass[I];
    for (size_t E = 0; E < Merged.size(); ++E) {
      float Part = Total > 0 ? Merged[E].Mass[I] / Total
                   : All > 0 ? Share[E] / All
                             : 1.0f / static_cast<float>(Merged.size());
      Merged[E].Mass[I] = Entry[I] * Part;
    }
  }
  Exits.append(Merged.begin(), Merged.end());
}

void WarpWalker::visitBlock(BlockId B, const Lanes &Mass, double Times) {
  spend(BlockSteps);
  // Mostly the lanes' weights are 1 or 0, and it is enough to count them.
  uint32_t Whole = 0, Parts = 0;
  static_assert(MaxLanes <= 64, "a bit for each lane");
  uint64_t Bits = 0;
  for (unsigned I = 0; I < WarpSize; ++I) {
    Whole += Mass[I] == 1.0f;
    Parts += Mass[I] != 1.0f && Mass[I] != 0.0f;
    Bits |= uint64_t(Mass[I] > 0) << I;
  }
  CameBy[B] |= Bits;
  double Most = Whole > 0 ? 1 : 0, Sum = Whole;
  if (Parts > 0) {
    Most = Sum = 0;
    for (unsigned I = 0; I < WarpSize; ++I)
      Most = std::max<double>(Most, Mass[I]), Sum += Mass[I];
  }
  PerWarp[B] += Times * Most;
  Sums.Blocks[B].Warps += WarpWeight * Times * Most;
  Sums.Blocks[B].Lanes += WarpWeight * Times * Sum;
  for (const Touch &Each : Touches[B])
    visitAccess(Each.What, Mass, WarpWeight * Times * Most * Each.Count);
}

/// The common case of leaveBlock: there are two successors, and it is known of
/// every lane which one it goes to. False where that is not so.
bool WarpWalker::splitLanes(const Block &Blk, const LaneValues &C,
                            const Lanes &Mass, Edges &Out) const {
  // Without a branch per lane: this is done for every block that splits.
  int64_t Ones = 0, Zeros = 0, Unknown = 0;
  for (unsigned I = 0; I < WarpSize; ++I) {
    const int64_t Here = -int64_t(Mass[I] > 0);
    Ones |= Here & C.V[I];
    Zeros |= Here & ~C.V[I];
    Unknown |= Here & ~-int64_t(C.Known[I]);
  }
  if (Unknown)
    return false;
  const bool Taken[2] = {(Ones & 1) != 0, (Zeros & 1) != 0};
  if (Taken[0] && Taken[1] && Blk.Succs[0] == Blk.Succs[1]) {
    Out.push_back({Blk.Succs[0], Mass});
    return true;
  }
  for (unsigned Way = 0; Way < 2; ++Way) {
    if (!Taken[Way])
      continue;
    Edge &E = Out.emplace_back();
    E.To = Blk.Succs[Way];
    E.Mass = {};
    const bool Both = Taken[1 - Way];
    for (unsigned I = 0; I < WarpSize; ++I) {
      const bool Here = !Both || (C.V[I] & 1) != Way;
      E.Mass[I] = Here && Mass[I] > 0 ? Mass[I] : 0;
    }
  }
  return true;
}

/// The condition on which the lanes leave \p Blk. Where it compares the begins
/// of rows, which mostly asks whether a row is empty, it is the answer for rows
/// of mean length. A guard with data for a bound lets them pass.
const LaneValues &WarpWalker::condition(BlockId B) {
  const Block &Blk = Kernel.Blocks[B];
  const LaneValues &C = eval(Blk.Condition);
  if (Blk.Passing != NoExpr && GivenFirst[B] < 0 && !C.Known.test(0)) {
    Sums.Why |= AssumptionKind::GuardPassed;
    Sums.Blocks[B].Passed = true;
    return eval(Blk.Passing);
  }
  if (!Blk.ComparesRows || Ramps.empty() || C.Known.test(0) ||
      GivenFirst[B] >= 0)
    return C;
  Sums.Why |= AssumptionKind::BranchGuessed;
  return RowLengths.value(Blk.Condition, StepsLeft);
}

WarpWalker::Lanes &WarpWalker::edgeTo(BlockId To, Edges &Out) const {
  for (Edge &E : Out)
    if (E.To == To)
      return E.Mass;
  Out.push_back({To, {}});
  return Out.back().Mass;
}

/// Sends one lane of which it is not known where it goes to the successors of
/// \p B, to each as the user says.
void WarpWalker::leaveAsGiven(BlockId B, double Mass, unsigned Lane,
                              Edges &Out) const {
  const auto &Succs = Kernel.Blocks[B].Succs;
  const double Other =
      (1 - GivenFirst[B]) / static_cast<double>(Succs.size() - 1);
  for (size_t I = 0; I < Succs.size(); ++I)
    edgeTo(Succs[I], Out)[Lane] +=
        static_cast<float>(Mass * (I == 0 ? GivenFirst[B] : Other));
}

void WarpWalker::leaveBlock(BlockId B, const Lanes &Mass, double Times,
                            Edges &Out) {
  const Block &Blk = Kernel.Blocks[B];
  if (Blk.Succs.empty())
    return;
  if (Blk.Succs.size() == 1) {
    Out.push_back({Blk.Succs[0], Mass});
    return;
  }
  const LaneValues &C = condition(B);
  if (Blk.Terminator == TerminatorKind::Conditional && Blk.Succs.size() == 2 &&
      splitLanes(Blk, C, Mass, Out))
    return;
  // Lanes of which it is not known where they go are spread over the likely
  // successors alike. A successor outside the loop is not likely, because the
  // trip count says when the loop is left, nor is a trap.
  llvm::SmallVector<BlockId, 4> Likely;
  for (size_t I = 0; I < Blk.Succs.size(); ++I) {
    BlockId S = Blk.Succs[I];
    bool Dead = Kernel.Blocks[S].Terminator == TerminatorKind::Unreachable ||
                I == Blk.UnlikelySucc;
    if (!Dead && inLoop(S, Blk.InnermostLoop) &&
        std::find(Likely.begin(), Likely.end(), S) == Likely.end())
      Likely.push_back(S);
  }
  // A loop that hardly anything enters is left at once.
  if (Likely.empty())
    for (size_t I = 0; I < Blk.Succs.size(); ++I)
      if (I != Blk.UnlikelySucc || Blk.Succs.size() == 1)
        Likely.push_back(Blk.Succs[I]);
  float MostGuessed = 0;
  for (unsigned I = 0; I < WarpSize; ++I) {
    if (Mass[I] <= 0)
      continue;
    if (!C.Known.test(I)) {
      if (GivenFirst[B] >= 0) {
        Sums.Blocks[B].Given = true;
        leaveAsGiven(B, Mass[I], I, Out);
        continue;
      }
      if (Likely.size() > 1 || Blk.UnlikelyIfRandom)
        MostGuessed = std::max(MostGuessed, Mass[I]);
      for (BlockId S : Likely)
        edgeTo(S, Out)[I] += Mass[I] / static_cast<float>(Likely.size());
      continue;
    }
    BlockId To = Blk.Succs[0];
    if (Blk.Terminator == TerminatorKind::Conditional) {
      To = C.V[I] & 1 ? Blk.Succs[0] : Blk.Succs[1];
    } else {
      for (size_t V = 0; V < Blk.SwitchValues.size(); ++V)
        if (Blk.SwitchValues[V] == C.V[I] && V + 1 < Blk.Succs.size())
          To = Blk.Succs[V + 1];
    }
    edgeTo(To, Out)[I] += Mass[I];
  }
  if (MostGuessed > 0) {
    Sums.Why |= AssumptionKind::BranchGuessed;
    Sums.Blocks[B].Guessed += WarpWeight * Times * MostGuessed;
  }
}
