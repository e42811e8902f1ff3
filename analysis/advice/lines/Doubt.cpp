//===- Doubt.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Doubt.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

static bool isInLoop(const KernelSummary &K, BlockId B, LoopId Loop) {
  for (LoopId At = K.Blocks[B].InnermostLoop; At != NoId;
       At = K.Loops[At].Parent)
    if (At == Loop)
      return true;
  return false;
}

bool gpuperf::isGuardedByData(const KernelSummary &K, BlockId Target) {
  // Whether a path from From comes to Target; without passing it, whether a
  // path leaves the kernel.
  auto Search = [&](BlockId From, bool ForTarget) {
    std::vector<bool> Seen(K.Blocks.size(), false);
    llvm::SmallVector<BlockId, 16> Todo = {From};
    while (!Todo.empty()) {
      const BlockId B = Todo.pop_back_val();
      if (B == Target && ForTarget)
        return true;
      if (B == Target || Seen[B])
        continue;
      Seen[B] = true;
      if (!ForTarget && K.Blocks[B].Terminator == TerminatorKind::Return)
        return true;
      Todo.append(K.Blocks[B].Succs.begin(), K.Blocks[B].Succs.end());
    }
    return false;
  };
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id) {
    const Block &B = K.Blocks[Id];
    if (B.Succs.size() < 2 ||
        (B.Condition != NoExpr && !K.Exprs.dependsOnData(B.Condition)))
      continue;
    if (B.InnermostLoop != NoId && llvm::any_of(B.Succs, [&](BlockId S) {
          return !isInLoop(K, S, B.InnermostLoop);
        }))
      continue;
    if (llvm::any_of(B.Succs, [&](BlockId S) { return Search(S, true); }) &&
        llvm::any_of(B.Succs, [&](BlockId S) { return Search(S, false); }))
      return true;
  }
  return false;
}

bool gpuperf::isInGuessedLoop(const KernelSummary &K, const WarpProfile &P,
                              BlockId Block) {
  for (LoopId At = K.Blocks[Block].InnermostLoop; At != NoId;
       At = K.Loops[At].Parent)
    if (P.Loops[At].Guessed)
      return true;
  return false;
}

double gpuperf::leastGainPercent(const KernelSummary &K, const WarpProfile &P,
                                 const LineFinding &F) {
  std::vector<BlockId> Blocks = F.Blocks;
  for (AccessId Id : F.Accesses)
    Blocks.push_back(K.Accesses[Id].Block);
  if (F.Block != NoId)
    Blocks.push_back(F.Block);
  if (Blocks.empty() || P.Loops.size() != K.Loops.size())
    return F.gainPercent();
  // One of the lines that is executed for certain makes the finding certain.
  constexpr double GuardDoubt = 100, TripDoubt = 16;
  double Doubt = 1;
  if (llvm::all_of(Blocks, [&](BlockId B) { return isGuardedByData(K, B); }))
    Doubt *= GuardDoubt;
  const bool Outside = llvm::all_of(
      Blocks, [&](BlockId B) { return !isInGuessedLoop(K, P, B); });
  if (Outside &&
      llvm::any_of(P.Loops, [](const LoopProfile &L) { return L.Guessed; }))
    Doubt *= TripDoubt;
  const double Rest = F.WithoutUs.Value, Cost = F.TimeUs.Value - Rest;
  return Cost > 0 ? 100 * Cost / (Cost + Doubt * Rest) : F.gainPercent();
}
