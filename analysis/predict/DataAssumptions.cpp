//===- DataAssumptions.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/DataAssumptions.h"
#include "analysis/kernel/Dominance.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

/// Instructions that the warps execute in a block, per warp.
static double workOf(const KernelSummary &K, const WarpProfile &P, BlockId B) {
  double Instructions = 0;
  for (InstrId I : K.Blocks[B].Instrs)
    Instructions += K.Instrs[I].Count;
  return Instructions * P.Blocks[B].WarpExecutions;
}

static void addGuessedLoops(const KernelSummary &K, const WarpProfile &P,
                            double DefaultTrip, std::vector<Assumption> &To) {
  std::vector<std::pair<double, Assumption>> Found;
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id) {
    const KernelLoop &Loop = K.Loops[Id];
    const LoopProfile &Runs = P.Loops[Id];
    const bool IsGiven = llvm::any_of(
        K.Given.Trips, [&](const GivenTrips &G) { return G.Loop == Id; });
    const bool IsOpen = Loop.BackedgeTaken == NoExpr && !IsGiven;
    if ((!Runs.Guessed && !IsOpen) || Loop.Where.Line == 0)
      continue;
    double Work = 0;
    for (BlockId B : Loop.Blocks)
      Work += workOf(K, P, B);
    const SourceLine At = lineToName(Loop.Where, Loop.Inner);
    Found.push_back(
        {Work,
         {AssumptionKind::TripCountGuessed, headerOf(K, At).str(),
          Runs.MeanTrip > 0 ? std::round(Runs.MeanTrip) : DefaultTrip,
          At.Line}});
  }
  llvm::stable_sort(
      Found, [](const auto &A, const auto &B) { return A.first > B.first; });
  for (auto &Loop : Found)
    To.push_back(std::move(Loop.second));
}

/// The branch whose ways, as far as only one of them leads there, have most
/// instructions.
static void addGuessedBranch(const KernelSummary &K, const WarpProfile &P,
                             std::vector<Assumption> &To) {
  const std::vector<BlockId> Idom = immediateDominators(K);
  std::vector<double> OfWay(K.Blocks.size());
  for (BlockId B = 0; B < K.Blocks.size(); ++B)
    OfWay[B] = workOf(K, P, B);
  OfWay = sumOverDominated<double>(Idom, std::move(OfWay));
  double Most = -1;
  SourceLine Line;
  for (BlockId B = 0; B < K.Blocks.size(); ++B) {
    const Block &Blk = K.Blocks[B];
    if (P.Blocks[B].GuessedExecutions <= 0 || Blk.Instrs.empty())
      continue;
    const Instr &End = K.Instrs[Blk.Instrs.back()];
    const SourceLine Here = lineToName(End.Where, End.Inner);
    if (Here.Line == 0)
      continue;
    double Work = 0;
    for (BlockId Way : Blk.Succs)
      if (Idom[Way] == B && K.Blocks[Way].Preds.size() == 1)
        Work += OfWay[Way];
    if (Work > Most) {
      Most = Work;
      Line = Here;
    }
  }
  if (Line.Line)
    To.push_back({AssumptionKind::BranchGuessed,
                  headerOf(K, Line).str(),
                  {},
                  Line.Line});
}

static void addPassedGuards(const KernelSummary &K, const WarpProfile &P,
                            std::vector<Assumption> &To) {
  for (BlockId B = 0; B < K.Blocks.size(); ++B) {
    if (!P.Blocks[B].Passed || K.Blocks[B].Instrs.empty())
      continue;
    const Instr &End = K.Instrs[K.Blocks[B].Instrs.back()];
    const SourceLine Here = lineToName(End.Where, End.Inner);
    if (Here.Line != 0)
      To.push_back({AssumptionKind::GuardPassed,
                    headerOf(K, Here).str(),
                    {},
                    Here.Line});
  }
}

AssumptionSet gpuperf::dataAssumptions(const KernelSummary &K,
                                       const WarpProfile &P,
                                       const AssumptionSet &Why,
                                       double DefaultTrip) {
  std::vector<Assumption> Out;
  if (P.Loops.size() != K.Loops.size() || P.Blocks.size() != K.Blocks.size())
    return {};
  if (Why.contains(AssumptionKind::TripCountGuessed))
    addGuessedLoops(K, P, DefaultTrip, Out);
  if (Why.contains(AssumptionKind::BranchGuessed))
    addGuessedBranch(K, P, Out);
  if (Why.contains(AssumptionKind::GuardPassed))
    addPassedGuards(K, P, Out);
  for (const GivenTrips &G : K.Given.Trips)
    if (P.Loops[G.Loop].Given)
      Out.push_back({AssumptionKind::TripCountGiven, headerOf(K, G.Where).str(),
                     G.Mean, G.Where.Line});
  for (const GivenShare &G : K.Given.Shares)
    if (P.Blocks[G.Block].Given && G.Enters == NoId)
      Out.push_back({AssumptionKind::BranchShareGiven,
                     headerOf(K, G.Where).str(), G.Said, G.Where.Line});
  return AssumptionSet(std::move(Out));
}
