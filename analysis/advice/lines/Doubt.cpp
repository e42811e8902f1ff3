//===- Doubt.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Doubt.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/kernel/Dominance.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

static bool isDecidedByData(const KernelSummary &K, const Block &B) {
  return B.Condition == NoExpr ||
         (K.Exprs.dependsOnData(B.Condition) && B.Passing == NoExpr);
}

/// Blocks that lead past the target although no data decided so: the other ways
/// out of guards that hold, for the threads that come to the target.
static std::vector<bool> skippedByGuards(const KernelSummary &K,
                                         BlockId Target) {
  const std::vector<BlockId> Idom = immediateDominators(K);
  std::vector<bool> Skips(K.Blocks.size(), false);
  for (BlockId At = Target; Idom[At] != NoId; At = Idom[At]) {
    const Block &Guard = K.Blocks[Idom[At]];
    if (Guard.Succs.size() < 2 || isDecidedByData(K, Guard) ||
        !llvm::is_contained(Guard.Succs, At))
      continue;
    // A loop is left by its test in the end, whatever its iterations did.
    const LoopId Loop = Guard.InnermostLoop;
    Skips[Idom[At]] = Loop == NoId || !isInLoop(K, Target, Loop) ||
                      llvm::all_of(Guard.Succs, [&](BlockId S) {
                        return isInLoop(K, S, Loop);
                      });
  }
  return Skips;
}

/// The blocks from which a path comes to one of \p Ends; without passing
/// \p Around, and without passing it by at a guard. Without \p Around, only
/// paths that do not begin another iteration of a loop.
static std::vector<bool> leadingTo(const KernelSummary &K,
                                   llvm::SmallVector<BlockId, 16> Ends,
                                   BlockId Around = NoId) {
  std::vector<bool> Skips(K.Blocks.size(), false);
  if (Around != NoId)
    Skips = skippedByGuards(K, Around);
  std::vector<bool> Leads(K.Blocks.size(), false);
  for (BlockId B : Ends)
    Leads[B] = true;
  while (!Ends.empty()) {
    const BlockId To = Ends.pop_back_val();
    for (BlockId Pred : K.Blocks[To].Preds)
      if (Pred != Around && !Skips[Pred] && !Leads[Pred] &&
          (Around != NoId || Pred < To)) {
        Leads[Pred] = true;
        Ends.push_back(Pred);
      }
  }
  return Leads;
}

/// The value of condition \p Id that is rare as far as data decide: of a test
/// for equality the one for equal values, since a mark is one that most data do
/// not bear. Nothing where no such test decides alone.
static std::optional<bool> rareValue(const KernelSummary &K, ExprId Id) {
  const ExprNode &N = K.Exprs[Id];
  switch (N.Kind) {
  case ExprKind::Eq:
    return true;
  case ExprKind::Ne:
    return false;
  case ExprKind::And:
  case ExprKind::Or: {
    const bool Rare = N.Kind == ExprKind::Or;
    bool Any = false;
    for (ExprId Op : N.Ops) {
      if (Op == NoExpr || !K.Exprs.dependsOnData(Op))
        continue;
      Any = true;
      if (rareValue(K, Op) != Rare)
        return std::nullopt;
    }
    return Any ? std::optional(Rare) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// The successor of \p B that is hardly ever taken where data decide. Nothing
/// where that cannot be told.
static std::optional<BlockId> rareSuccessor(const KernelSummary &K,
                                            const Block &B) {
  if (B.Succs.size() != 2)
    return std::nullopt;
  if (B.UnlikelySucc != NoUnlikelySucc && !B.UnlikelyIfRandom)
    return B.Succs[B.UnlikelySucc];
  if (B.Condition == NoExpr)
    return std::nullopt;
  if (const auto Rare = rareValue(K, B.Condition))
    return B.Succs[*Rare ? 0 : 1];
  return std::nullopt;
}

/// The branches that isGuardedByData() is about, in the order of the blocks.
static llvm::SmallVector<BlockId, 4>
dataGuards(const KernelSummary &K, BlockId Target, bool MarksAreRare) {
  llvm::SmallVector<BlockId, 4> Guards;
  llvm::SmallVector<BlockId, 16> Returns;
  for (BlockId B = 0; B < K.Blocks.size(); ++B)
    if (K.Blocks[B].Terminator == TerminatorKind::Return && B != Target)
      Returns.push_back(B);
  const std::vector<bool> Reaches = leadingTo(K, {Target}),
                          Avoids = leadingTo(K, Returns, Target);
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id) {
    const Block &B = K.Blocks[Id];
    if (B.Succs.size() < 2 || !isDecidedByData(K, B))
      continue;
    if (B.InnermostLoop != NoId && llvm::any_of(B.Succs, [&](BlockId S) {
          return !isInLoop(K, S, B.InnermostLoop);
        }))
      continue;
    const auto Rare =
        MarksAreRare ? rareSuccessor(K, B) : std::optional<BlockId>();
    if (llvm::any_of(B.Succs, [&](BlockId S) { return Reaches[S]; }) &&
        llvm::any_of(B.Succs,
                     [&](BlockId S) { return Avoids[S] && S != Rare; }))
      Guards.push_back(Id);
  }
  return Guards;
}

bool gpuperf::isGuardedByData(const KernelSummary &K, BlockId Target,
                              bool MarksAreRare) {
  return !dataGuards(K, Target, MarksAreRare).empty();
}

/// Whether block \p B lets one lane of each warp pass whatever data are: the
/// one that has a number which the warp has chosen.
static bool choosesALeader(const KernelSummary &K, const Block &B) {
  return B.Condition != NoExpr && K.Exprs.dependsOnData(B.Condition) &&
         !dependsOnLaneData(K, B.Condition) &&
         K.Exprs.dependsOnThread(B.Condition) &&
         K.Exprs[B.Condition].Kind == ExprKind::Eq;
}

/// Whether block \p B lets the lane pass that is the first of those there.
/// Their rank is taken to be the number of the lane (WarpExprs.cpp,
/// rankInWarp).
static bool choosesTheFirst(const KernelSummary &K, const Block &B) {
  return B.Condition != NoExpr && !K.Exprs.dependsOnData(B.Condition) &&
         K.Exprs[B.Condition].Kind == ExprKind::Eq &&
         K.Exprs.dependsOn(B.Condition, ExprKind::LaneId);
}

bool gpuperf::hasLeader(const KernelSummary &K, BlockId Target, BlockId Guard) {
  const std::vector<BlockId> Idom = immediateDominators(K);
  for (BlockId At = Target; Idom[At] != NoId && Idom[At] > Guard;
       At = Idom[At]) {
    const Block &B = K.Blocks[Idom[At]];
    if (B.Succs.size() == 2 && B.Succs[0] == At && B.Succs[1] != At &&
        (choosesALeader(K, B) || choosesTheFirst(K, B)))
      return true;
  }
  return false;
}

/// Whether data are asked in \p Id whether they are 0, as what is not marked
/// is.
static bool asksForAMark(const KernelSummary &K, ExprId Id) {
  const ExprNode &N = K.Exprs[Id];
  auto Holds = [&](llvm::function_ref<bool(ExprId)> Test) {
    return llvm::any_of(N.Ops,
                        [&](ExprId Op) { return Op != NoExpr && Test(Op); });
  };
  switch (N.Kind) {
  case ExprKind::Eq:
  case ExprKind::Ne:
    return K.Exprs.dependsOnData(Id) && Holds([&](ExprId Op) {
             return K.Exprs[Op].Kind == ExprKind::Constant &&
                    K.Exprs[Op].Imm == 0;
           });
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Xor:
    return Holds([&](ExprId Op) { return asksForAMark(K, Op); });
  default:
    return false;
  }
}

std::vector<LaneGuard> gpuperf::laneGuards(const KernelSummary &K,
                                           BlockId Target) {
  const std::vector<bool> Reaches = leadingTo(K, {Target});
  std::vector<LaneGuard> Out;
  for (const BlockId Id : dataGuards(K, Target, /*MarksAreRare=*/false)) {
    const Block &B = K.Blocks[Id];
    if (choosesALeader(K, B))
      continue;
    if (B.Condition == NoExpr || B.Succs.size() != 2 ||
        Reaches[B.Succs[0]] == Reaches[B.Succs[1]] ||
        !dependsOnLaneData(K, B.Condition) || asksForAMark(K, B.Condition))
      return {};
    const auto Rare = rareSuccessor(K, B);
    if ((Rare && Reaches[*Rare]) || B.MayBeErrors[Reaches[B.Succs[0]] ? 0 : 1])
      return {};
    Out.push_back({Id, Reaches[B.Succs[0]]});
  }
  return Out;
}

bool gpuperf::isInGuessedLoop(const KernelSummary &K, const WarpProfile &P,
                              BlockId Block) {
  for (LoopId At = K.Blocks[Block].InnermostLoop; At != NoId;
       At = K.Loops[At].Parent)
    if (P.Loops[At].Guessed)
      return true;
  return false;
}

/// Which part of the launch's work is in loops of which nobody knows how often
/// they run: of its instructions or its accesses to memory, the larger one.
static double shareOfGuessedLoops(const KernelSummary &K,
                                  const WarpProfile &P) {
  if (P.Blocks.size() != K.Blocks.size() ||
      P.Accesses.size() != K.Accesses.size())
    return llvm::any_of(P.Loops,
                        [](const LoopProfile &L) { return L.Guessed; });
  double Instrs = 0, OfInstrs = 0, Requests = 0, OfRequests = 0;
  for (BlockId B = 0; B < K.Blocks.size(); ++B) {
    const double Executed = P.Blocks[B].WarpExecutions *
                            static_cast<double>(K.Blocks[B].Instrs.size());
    Instrs += Executed;
    OfInstrs += isInGuessedLoop(K, P, B) ? Executed : 0;
  }
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const double Made = P.Accesses[Id].Requests;
    Requests += Made;
    OfRequests += isInGuessedLoop(K, P, K.Accesses[Id].Block) ? Made : 0;
  }
  return std::max(Instrs > 0 ? OfInstrs / Instrs : 0,
                  Requests > 0 ? OfRequests / Requests : 0);
}

double gpuperf::leastGainPercent(const KernelSummary &K, const WarpProfile &P,
                                 const LineFinding &F) {
  std::vector<BlockId> Blocks = F.Blocks;
  for (AccessId Id : F.Accesses)
    Blocks.push_back(K.Accesses[Id].Block);
  if (F.Block != NoId)
    Blocks.push_back(F.Block);
  llvm::sort(Blocks);
  Blocks.erase(llvm::unique(Blocks), Blocks.end());
  if (Blocks.empty() || P.Loops.size() != K.Loops.size())
    return F.gainPercent();
  // One of the lines that is executed for certain makes the finding certain.
  constexpr double TripDoubt = 16;
  double Doubt = 1, Longer = 0;
  // What is counted by atomics, or listed, is often the few that are marked.
  const bool MarksAreRare = llvm::none_of(F.Accesses, [&](AccessId Id) {
    return K.Accesses[Id].Kind == AccessKind::Atomic;
  });
  if (llvm::all_of(Blocks, [&](BlockId B) {
        return isGuardedByData(K, B, MarksAreRare);
      }))
    Doubt *= F.GuardDoubt > 0 ? F.GuardDoubt : GuardDoubt;
  if (llvm::all_of(Blocks,
                   [&](BlockId B) { return !isInGuessedLoop(K, P, B); }))
    Longer = TripDoubt - 1;
  const double Rest = F.WithoutUs.Value, Cost = F.TimeUs.Value - Rest;
  const double OfLoops =
      std::min(Rest, shareOfGuessedLoops(K, P) * F.TimeUs.Value);
  return Cost > 0 ? 100 * Cost / (Cost + Doubt * (Rest + Longer * OfLoops))
                  : F.gainPercent();
}
