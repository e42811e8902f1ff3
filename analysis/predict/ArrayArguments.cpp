//===- ArrayArguments.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/ArrayArguments.h"
#include "analysis/kernel/Dominance.h"
#include "analysis/kernel/VisitNodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace gpuperf;

namespace {
class ArrayReader {
public:
  ArrayReader(const KernelSummary &K, const Launch &Asked,
              llvm::function_ref<bool(unsigned)> IsOpen)
      : K(K), L(Asked), IsOpen(IsOpen), Idom(immediateDominators(K)) {}

  llvm::SmallVector<ArgumentLimit, 2> run() {
    for (const Access &A : K.Accesses)
      if (A.Base == Access::BaseKind::Variable &&
          A.BaseIndex < K.Variables.size() &&
          K.Variables[A.BaseIndex].SizeBytes != 0 && A.Offset != NoExpr &&
          !K.Exprs.dependsOnData(A.Offset))
        limitBy(A, K.Variables[A.BaseIndex].SizeBytes);
    llvm::SmallVector<ArgumentLimit, 2> Out;
    for (unsigned I : Limited)
      Out.push_back({I, L.Args[I].Integer});
    llvm::sort(Out, [](const ArgumentLimit &A, const ArgumentLimit &B) {
      return A.Index < B.Index;
    });
    return Out;
  }

private:
  const KernelSummary &K;
  Launch L;
  llvm::function_ref<bool(unsigned)> IsOpen;
  const std::vector<BlockId> Idom;
  llvm::SmallSet<unsigned, 4> Limited;

  using ArgSet = llvm::SmallSet<unsigned, 4>;

  /// Whether every iteration of \p Loop comes to \p Block, or the same
  /// iterations of it do that come to an inner loop.
  bool isCertain(BlockId Block, LoopId Loop) const {
    const KernelLoop &Of = K.Loops[Loop];
    if (llvm::all_of(Of.Latches,
                     [&](BlockId B) { return dominates(Idom, Block, B); }))
      return true;
    for (BlockId At = Block; At != Of.Header && Idom[At] != NoId;) {
      At = Idom[At];
      const gpuperf::Block &B = K.Blocks[At];
      if (B.Succs.size() < 2)
        continue;
      if (B.Condition == NoExpr || K.Exprs.dependsOnData(B.Condition))
        return false;
      // The exit test of a loop says how often it runs and is no guard.
      const bool IsExit =
          B.InnermostLoop != NoId &&
          llvm::is_contained(K.Loops[B.InnermostLoop].Exiting, At);
      if (!IsExit && K.Exprs.dependsOnLoop(B.Condition, Loop))
        return false;
    }
    return true;
  }

  /// Adds the open ones among the arguments that \p Id is made of.
  void addOpen(ExprId Id, ArgSet &Out) const {
    visitNodes(K.Exprs, Id, [&](const ExprNode &N) {
      const auto Index = static_cast<size_t>(N.Imm);
      if (N.Kind != ExprKind::Arg || Index >= L.Args.size())
        return;
      const ArgValue &A = L.Args[Index];
      if (A.K == ArgValue::Kind::Integer && A.Fields.empty() &&
          IsOpen(static_cast<unsigned>(Index)))
        Out.insert(static_cast<unsigned>(Index));
    });
  }

  /// \p Id in the first thread of the launch.
  std::optional<int64_t> valueOf(ExprId Id,
                                 llvm::ArrayRef<uint64_t> Iterations) const {
    WarpContext At;
    At.L = &L;
    At.LoopIter = Iterations;
    uint64_t Steps = 10000;
    const LaneValues V = evaluate(K.Exprs, Id, At, Steps);
    if (!V.Known[0])
      return std::nullopt;
    return V.V[0];
  }

  /// The first byte of \p A in the last iteration of \p Loops, outermost
  /// first; the first byte of the first iteration where one is not entered.
  std::optional<int64_t> lastOffset(const Access &A,
                                    llvm::ArrayRef<LoopId> Loops) const {
    std::vector<uint64_t> Iterations(K.Loops.size(), 0);
    for (LoopId Loop : Loops) {
      const auto Taken = valueOf(K.Loops[Loop].BackedgeTaken, Iterations);
      if (!Taken)
        return std::nullopt;
      const bool BodyRunsLess =
          K.Loops[Loop].TestsBeforeBody && A.Block != K.Loops[Loop].Header;
      Iterations[Loop] = static_cast<uint64_t>(
          std::max<int64_t>(0, *Taken - (BodyRunsLess ? 1 : 0)));
    }
    return valueOf(A.Offset, Iterations);
  }

  void limitBy(const Access &A, uint64_t SizeBytes) {
    llvm::SmallVector<LoopId, 4> Loops;
    ArgSet Args;
    for (LoopId Loop = K.Blocks[A.Block].InnermostLoop; Loop != NoId;
         Loop = K.Loops[Loop].Parent) {
      const KernelLoop &Of = K.Loops[Loop];
      if (!K.Exprs.dependsOnLoop(A.Offset, Loop))
        continue;
      // A loop that may be left early need not come to the end.
      if (Of.BackedgeTaken == NoExpr || Of.UpperBoundOnly ||
          K.Exprs.dependsOnData(Of.BackedgeTaken) || !isCertain(A.Block, Loop))
        return;
      Loops.insert(Loops.begin(), Loop);
      addOpen(Of.BackedgeTaken, Args);
    }
    if (Args.empty())
      return;
    llvm::SmallVector<std::pair<unsigned, int64_t>, 4> Before;
    int64_t High = 0;
    for (unsigned I : Args) {
      Before.push_back({I, L.Args[I].Integer});
      High = std::max(High, L.Args[I].Integer);
    }
    auto Fits = [&](int64_t Most) {
      for (auto [I, Value] : Before)
        L.Args[I].Integer = std::min(Value, Most);
      const auto Offset = lastOffset(A, Loops);
      return Offset && *Offset >= 0 &&
             static_cast<uint64_t>(*Offset) + A.BytesPerLane <= SizeBytes;
    };
    int64_t Low = 1;
    if (Fits(High) || !Fits(Low)) {
      for (auto [I, Value] : Before)
        L.Args[I].Integer = Value;
      return;
    }
    while (Low + 1 < High) {
      const int64_t Middle = Low + (High - Low) / 2;
      (Fits(Middle) ? Low : High) = Middle;
    }
    Fits(Low);
    for (auto [I, Value] : Before)
      if (L.Args[I].Integer != Value)
        Limited.insert(I);
  }
};
} // namespace

llvm::SmallVector<ArgumentLimit, 2>
gpuperf::argumentsBeyondArrays(const KernelSummary &Kernel, const Launch &L,
                               llvm::function_ref<bool(unsigned)> IsOpen) {
  return ArrayReader(Kernel, L, IsOpen).run();
}

void gpuperf::takeArgumentsFromArrays(const KernelSummary &Kernel, Launch &L) {
  auto IsDefault = [&](unsigned I) {
    return L.Args[I].From == Provenance::Unknown;
  };
  for (const ArgumentLimit &Limit :
       argumentsBeyondArrays(Kernel, L, IsDefault)) {
    L.Args[Limit.Index].Integer = Limit.Most;
    L.Args[Limit.Index].From = Provenance::Array;
  }
}
