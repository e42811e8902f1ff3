//===- GuessedPaths.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/GuessedPaths.h"
#include "analysis/kernel/Dominance.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

namespace {
/// What a launch does in some blocks, per warp.
struct Work {
  double IssueCycles = 0, Sectors = 0;
  bool IsMore = false; ///< threads wait for each other, or queue at an address

  Work &operator+=(const Work &Other) {
    IssueCycles += Other.IssueCycles;
    Sectors += Other.Sectors;
    IsMore |= Other.IsMore;
    return *this;
  }
};
} // namespace

static std::vector<Work> workOfBlocks(const KernelSummary &K,
                                      const WarpProfile &P,
                                      const GpuModel &Gpu) {
  std::vector<Work> Of(K.Blocks.size());
  for (BlockId B = 0; B < K.Blocks.size(); ++B)
    for (InstrId I : K.Blocks[B].Instrs) {
      const Instr &In = K.Instrs[I];
      Of[B].IssueCycles += P.Blocks[B].WarpExecutions * In.Count *
                           issueDelayCycles(Gpu, In.Class).Value;
      Of[B].IsMore |=
          In.Class == OpClass::Barrier || In.Class == OpClass::ExternalCall ||
          (In.Mem != NoId && K.Accesses[In.Mem].Kind == AccessKind::Atomic);
    }
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    if (P.Warps > 0)
      Of[K.Accesses[Id].Block].Sectors +=
          P.Accesses[Id].Requests * P.Accesses[Id].SectorsPerRequest.Value /
          P.Warps;
  return Of;
}

double gpuperf::shareOfGuessedPaths(const KernelSummary &K,
                                    const WarpProfile &P, const GpuModel &Gpu) {
  if (llvm::none_of(P.Blocks, [](const BlockProfile &B) {
        return B.GuessedExecutions > 0;
      }))
    return 0;
  const std::vector<BlockId> Idom = immediateDominators(K);
  std::vector<Work> Of = workOfBlocks(K, P, Gpu);
  Work All, Open;
  for (const Work &W : Of)
    All += W;
  Of = sumOverDominated<Work>(Idom, std::move(Of));
  for (BlockId B = 0; B < K.Blocks.size(); ++B) {
    if (!(P.Blocks[B].GuessedExecutions > 0))
      continue;
    for (BlockId Way : K.Blocks[B].Succs) {
      // A way back, or out of a loop: how often it runs is guessed.
      if (Way <= B || K.Blocks[Way].InnermostLoop != K.Blocks[B].InnermostLoop)
        return 1;
      const double Now = P.Blocks[Way].WarpExecutions;
      // One that nobody goes was taken for unlikely, which is no even guess.
      if (Idom[Way] != B || K.Blocks[Way].Preds.size() != 1 || !(Now > 0))
        continue;
      if (Of[Way].IsMore)
        return 1;
      const double Times = std::max(1.0, P.Blocks[B].WarpExecutions / Now - 1);
      Open.IssueCycles += Times * Of[Way].IssueCycles;
      Open.Sectors += Times * Of[Way].Sectors;
    }
  }
  return std::max(All.IssueCycles > 0 ? Open.IssueCycles / All.IssueCycles : 0,
                  All.Sectors > 0 ? Open.Sectors / All.Sectors : 0);
}

AssumptionSet gpuperf::withoutIdleGuesses(const KernelSummary &K,
                                          const WarpProfile &P,
                                          const GpuModel &Gpu) {
  // What the code or the comparison of rows is guessed to do has no share here.
  if (!P.Why.contains(AssumptionKind::BranchGuessed) ||
      K.Why.contains(AssumptionKind::BranchGuessed) ||
      P.Blocks.size() != K.Blocks.size() ||
      llvm::any_of(K.Blocks, [](const Block &B) { return B.ComparesRows; }) ||
      shareOfGuessedPaths(K, P, Gpu) >= ShareThatMatters)
    return P.Why;
  return P.Why.without(AssumptionKind::BranchGuessed);
}
