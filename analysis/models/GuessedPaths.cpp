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

/// As in Divergence.cpp.
static constexpr size_t MostBlocks = 4000;

namespace {
/// What a launch does per warp.
struct Work {
  double IssueCycles = 0, Sectors = 0;
};

class GuessedWork {
public:
  GuessedWork(const KernelSummary &K, const WarpProfile &P, const GpuModel &Gpu)
      : K(K), P(P), Of(K.Blocks.size()) {
    std::array<double, NumOpClasses> Cycles{};
    for (unsigned C = 0; C < NumOpClasses; ++C)
      Cycles[C] = issueDelayCycles(Gpu, static_cast<OpClass>(C)).Value;
    for (BlockId B = 0; B < K.Blocks.size(); ++B)
      for (InstrId I : K.Blocks[B].Instrs)
        Of[B].IssueCycles += P.Blocks[B].WarpExecutions * K.Instrs[I].Count *
                             Cycles[static_cast<unsigned>(K.Instrs[I].Class)];
    for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
      if (P.Warps > 0)
        Of[K.Accesses[Id].Block].Sectors +=
            P.Accesses[Id].Requests * P.Accesses[Id].SectorsPerRequest.Value /
            P.Warps;
  }

  double share() const {
    Work All;
    for (const Work &W : Of)
      All.IssueCycles += W.IssueCycles, All.Sectors += W.Sectors;
    const std::vector<BlockId> Idom = immediateDominators(K);
    Work Open;
    for (BlockId B = 0; B < K.Blocks.size(); ++B) {
      if (!(P.Blocks[B].GuessedExecutions > 0))
        continue;
      for (BlockId Way : K.Blocks[B].Succs) {
        // A way back, or out of a loop: how often it runs is guessed.
        if (Way <= B ||
            K.Blocks[Way].InnermostLoop != K.Blocks[B].InnermostLoop)
          return 1;
        if (Idom[Way] == B && K.Blocks[Way].Preds.size() == 1 &&
            !addWay(B, Way, Idom, Open))
          return 1;
      }
    }
    return std::max(All.IssueCycles > 0 ? Open.IssueCycles / All.IssueCycles
                                        : 0,
                    All.Sectors > 0 ? Open.Sectors / All.Sectors : 0);
  }

private:
  /// Adds what may come or go with the way from \p B to \p Way. False where it
  /// is more than work.
  bool addWay(BlockId B, BlockId Way, llvm::ArrayRef<BlockId> Idom,
              Work &To) const {
    const double Now = P.Blocks[Way].WarpExecutions;
    // It was taken for unlikely, which is no even guess.
    if (!(Now > 0))
      return true;
    const double Times = std::max(1.0, P.Blocks[B].WarpExecutions / Now - 1);
    for (BlockId In = Way; In < K.Blocks.size(); ++In) {
      if (!dominates(Idom, Way, In))
        continue;
      if (isMoreThanWork(In))
        return false;
      To.IssueCycles += Times * Of[In].IssueCycles;
      To.Sectors += Times * Of[In].Sectors;
    }
    return true;
  }

  bool isMoreThanWork(BlockId B) const {
    return llvm::any_of(K.Blocks[B].Instrs, [&](InstrId I) {
      const Instr &In = K.Instrs[I];
      switch (In.Class) {
      case OpClass::Barrier:
      case OpClass::ExternalCall:
        return true;
      default:
        return In.Mem != NoId && K.Accesses[In.Mem].Kind == AccessKind::Atomic;
      }
    });
  }

  const KernelSummary &K;
  const WarpProfile &P;
  std::vector<Work> Of; ///< by BlockId
};
} // namespace

double gpuperf::shareOfGuessedPaths(const KernelSummary &K,
                                    const WarpProfile &P, const GpuModel &Gpu) {
  if (llvm::none_of(P.Blocks, [](const BlockProfile &B) {
        return B.GuessedExecutions > 0;
      }))
    return 0;
  return K.Blocks.size() > MostBlocks ? 1 : GuessedWork(K, P, Gpu).share();
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
