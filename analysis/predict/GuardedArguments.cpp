//===- GuardedArguments.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/GuardedArguments.h"
#include "analysis/kernel/EarlyExits.h"
#include "analysis/kernel/VisitNodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>
#include <tuple>

using namespace gpuperf;

namespace {
/// What threads have to fulfil to have work: Threads < Bound, or <= Bound.
struct Guard {
  ExprId Threads = NoExpr, Bound = NoExpr;
  bool Inclusive = false;
};

/// A scalar that the launch hands over: the parameter, and the offset of a
/// field in a struct that is passed by value.
struct ArgPlace {
  unsigned Index = 0;
  uint32_t Offset = 0;
  unsigned Bits = 0; ///< that the kernel reads there
  bool operator<(const ArgPlace &O) const {
    return std::tie(Index, Offset) < std::tie(O.Index, O.Offset);
  }
};

using ArgSet = std::set<ArgPlace>;

class GridReader {
public:
  GridReader(const KernelSummary &K, Launch &L) : K(K), L(L) {}

  void run() {
    // Threads that leave at once are the surest sign. Where none do, the side
    // of a branch on which the work is says as much.
    for (bool MustLeave : {true, false})
      for (BlockId B = 0; B < K.Blocks.size(); ++B)
        for (const Guard &G : guardsOf(B, MustLeave))
          take(G);
  }

private:
  const KernelSummary &K;
  Launch &L;

  /// Whether \p B begins what a thread does: it touches memory or leads into a
  /// loop.
  bool works(BlockId Id) const {
    const Block &B = K.Blocks[Id];
    if (touchesMemory(K, B) || B.InnermostLoop != NoId)
      return true;
    return B.Terminator == TerminatorKind::Jump &&
           K.Blocks[B.Succs.front()].InnermostLoop != NoId;
  }

  llvm::SmallVector<Guard, 2> guardsOf(BlockId Id, bool MustLeave) const {
    llvm::SmallVector<Guard, 2> Out;
    const Block &B = K.Blocks[Id];
    if (B.Terminator != TerminatorKind::Conditional || B.Condition == NoExpr)
      return Out;
    // In a loop, only the test with which a thread's share of the data begins.
    if (B.InnermostLoop != NoId && (K.Loops[B.InnermostLoop].Header != Id ||
                                    K.Loops[B.InnermostLoop].Depth > 1))
      return Out;
    const bool Leaves[] = {leavesAtOnce(K, B.Succs[0]),
                           leavesAtOnce(K, B.Succs[1])};
    bool WorksIfTrue = Leaves[1];
    if (MustLeave) {
      if (Leaves[0] == Leaves[1])
        return Out;
    } else {
      const bool Works[] = {works(B.Succs[0]), works(B.Succs[1])};
      if (Leaves[0] || Leaves[1] || Works[0] == Works[1])
        return Out;
      WorksIfTrue = Works[0];
    }
    collect(B.Condition, WorksIfTrue, Out);
    return Out;
  }

  bool isConstant(ExprId Id, int64_t Value) const {
    return K.Exprs[Id].Kind == ExprKind::Constant &&
           (K.Exprs[Id].Imm & 1) == (Value & 1);
  }

  /// The comparisons that all have to be met for \p Condition to be \p Wanted.
  void collect(ExprId Condition, bool Wanted,
               llvm::SmallVectorImpl<Guard> &Out) const {
    const ExprNode &N = K.Exprs[Condition];
    switch (N.Kind) {
    case ExprKind::And:
    case ExprKind::Or:
      if (N.Width == 1 && Wanted == (N.Kind == ExprKind::And)) {
        collect(N.Ops[0], Wanted, Out);
        collect(N.Ops[1], Wanted, Out);
      }
      return;
    case ExprKind::Select: // the logical "and" and "or" of LLVM
      if (Wanted ? isConstant(N.Ops[2], 0) : isConstant(N.Ops[1], 1)) {
        collect(N.Ops[0], Wanted, Out);
        collect(N.Ops[Wanted ? 1 : 2], Wanted, Out);
      }
      return;
    case ExprKind::Xor:
      if (N.Width == 1 && isConstant(N.Ops[1], 1))
        collect(N.Ops[0], !Wanted, Out);
      return;
    case ExprKind::SLt:
    case ExprKind::ULt:
      Out.push_back(Wanted ? Guard{N.Ops[0], N.Ops[1], false}
                           : Guard{N.Ops[1], N.Ops[0], true});
      return;
    case ExprKind::SLe:
    case ExprKind::ULe:
      Out.push_back(Wanted ? Guard{N.Ops[0], N.Ops[1], true}
                           : Guard{N.Ops[1], N.Ops[0], false});
      return;
    default:
      return;
    }
  }

  /// Of a place that defaultsIn() has found.
  ArgValue &valueOf(const ArgPlace &A) const {
    return *scalarAt(L.Args[A.Index], A.Offset);
  }

  /// The defaults among the arguments that \p Id is made of.
  ArgSet defaultsIn(ExprId Id) const {
    ArgSet Out;
    visitNodes(K.Exprs, Id, [&](const ExprNode &N) {
      const auto Index = static_cast<size_t>(N.Imm);
      if (N.Kind != ExprKind::Arg || Index >= L.Args.size())
        return;
      const ArgValue *A = scalarAt(L.Args[Index], N.Aux);
      if (A && A->K == ArgValue::Kind::Integer &&
          A->From == Provenance::Unknown)
        Out.insert({static_cast<unsigned>(Index), N.Aux, N.Width});
    });
    return Out;
  }

  /// Whether \p Id is made of sums and products alone, which grow with each of
  /// their parts.
  bool isProduct(ExprId Id) const {
    if (Id == NoExpr)
      return true;
    const ExprNode &N = K.Exprs[Id];
    switch (N.Kind) {
    case ExprKind::Arg:
    case ExprKind::Constant:
    case ExprKind::Add:
    case ExprKind::Mul:
    case ExprKind::ZExt:
    case ExprKind::SExt:
    case ExprKind::Trunc:
      return llvm::all_of(N.Ops, [&](ExprId Op) { return isProduct(Op); });
    case ExprKind::Shl:
      return isProduct(N.Ops[0]) &&
             K.Exprs[N.Ops[1]].Kind == ExprKind::Constant;
    default:
      return false;
    }
  }

  /// Whether a loop goes over more elements than there are threads, from the
  /// thread's own one up to what \p Args say.
  bool hasStridedLoop(const ArgSet &Args) const {
    return llvm::any_of(K.Loops, [&](const KernelLoop &Loop) {
      if (Loop.BackedgeTaken == NoExpr ||
          !K.Exprs.dependsOnBlock(Loop.BackedgeTaken))
        return false;
      const ArgSet InLoop = defaultsIn(Loop.BackedgeTaken);
      return llvm::any_of(
          Args, [&](const ArgPlace &A) { return InLoop.count(A) > 0; });
    });
  }

  /// \p Id in thread \p Thread of block \p Block, in the first iteration of all
  /// loops.
  std::optional<int64_t> valueAt(ExprId Id, const Dim3 &Block,
                                 uint64_t Thread) const {
    const std::vector<uint64_t> First(K.Loops.size(), 0);
    WarpContext At;
    At.L = &L;
    At.Ctaid = Block;
    At.FirstThread = Thread / At.WarpSize * At.WarpSize;
    At.LoopIter = First;
    uint64_t Steps = 10000;
    const LaneValues V = evaluate(K.Exprs, Id, At, Steps);
    const uint64_t Lane = Thread % At.WarpSize;
    if (!V.Known[Lane])
      return std::nullopt;
    return V.V[Lane];
  }

  /// Whether \p Threads is at most \p Last in blocks here and there: it may be
  /// a remainder, which says nothing of a size.
  bool isLargest(ExprId Threads, int64_t Last) const {
    constexpr uint64_t Samples = 16;
    for (uint64_t I = 0; I < Samples; ++I) {
      auto At = [I](uint64_t Blocks) {
        return Blocks / Samples * I + Blocks % Samples * I / Samples;
      };
      const auto Here =
          valueAt(Threads, Dim3{At(L.Grid.X), At(L.Grid.Y), At(L.Grid.Z)},
                  L.Block.count() - 1);
      if (!Here || *Here > Last)
        return false;
    }
    return true;
  }

  /// The value of \p Bound with \p Value for all of \p Args.
  std::optional<int64_t> boundWith(ExprId Bound, const ArgSet &Args,
                                   int64_t Value) {
    for (const ArgPlace &A : Args)
      valueOf(A).Integer = Value;
    return valueAt(Bound, Dim3{0, 0, 0}, 0);
  }

  /// The least common value of \p Args with which \p Bound is \p Wanted or
  /// more; nothing where it does not grow with them.
  std::optional<int64_t> leastValue(ExprId Bound, const ArgSet &Args,
                                    int64_t Wanted) {
    int64_t Largest = int64_t(1) << 40;
    for (const ArgPlace &A : Args)
      if (A.Bits <= 32)
        Largest = (int64_t(1) << 31) - 1;
    int64_t Low = 0, High = 1;
    std::optional<int64_t> Before;
    for (;; Low = High, High = std::min(2 * High, Largest)) {
      const std::optional<int64_t> Now = boundWith(Bound, Args, High);
      if (!Now || (Before && *Now < *Before))
        return std::nullopt;
      if (*Now >= Wanted)
        break;
      if (High == Largest)
        return std::nullopt;
      Before = Now;
    }
    while (Low + 1 < High) {
      const int64_t Middle = Low + (High - Low) / 2;
      const std::optional<int64_t> Now = boundWith(Bound, Args, Middle);
      if (!Now)
        return std::nullopt;
      (*Now >= Wanted ? High : Low) = Middle;
    }
    return High;
  }

  void take(const Guard &G) {
    if (!K.Exprs.dependsOnBlock(G.Threads) || K.Exprs.dependsOnBlock(G.Bound) ||
        K.Exprs.dependsOnThread(G.Bound) || K.Exprs.dependsOnData(G.Threads) ||
        K.Exprs.dependsOnData(G.Bound))
      return;
    ArgSet Args = defaultsIn(G.Bound);
    for (const ArgPlace &A : defaultsIn(G.Threads))
      Args.erase(A);
    if (Args.empty() || !L.Grid.count() || !L.Block.count() ||
        (Args.size() > 1 && !isProduct(G.Bound)))
      return;
    const Dim3 LastBlock{L.Grid.X - 1, L.Grid.Y - 1, L.Grid.Z - 1};
    const auto First = valueAt(G.Threads, Dim3{0, 0, 0}, 0),
               FirstOfLast = valueAt(G.Threads, LastBlock, 0),
               Last = valueAt(G.Threads, LastBlock, L.Block.count() - 1),
               Now = valueAt(G.Bound, Dim3{0, 0, 0}, 0);
    if (!First || !FirstOfLast || !Last || *Last <= *First ||
        !isLargest(G.Threads, *Last))
      return;
    const int64_t Wanted = *Last + !G.Inclusive;
    if (Now && *Now + G.Inclusive > *FirstOfLast &&
        (*Now <= Wanted || hasStridedLoop(Args)))
      return;
    llvm::SmallVector<std::pair<ArgPlace, int64_t>, 4> Before;
    for (const ArgPlace &A : Args)
      Before.push_back({A, valueOf(A).Integer});
    const auto Value = leastValue(G.Bound, Args, Wanted);
    for (const auto &[A, Old] : Before) {
      valueOf(A).Integer = Value.value_or(Old);
      if (Value)
        valueOf(A).From = Provenance::Grid;
    }
  }
};
} // namespace

void gpuperf::takeArgumentsFromGrid(const KernelSummary &Kernel, Launch &L) {
  auto IsOpen = [](const ArgValue &A) {
    return A.From == Provenance::Unknown && A.K == ArgValue::Kind::Integer;
  };
  if (llvm::none_of(L.Args, [&](const ArgValue &A) {
        return IsOpen(A) || llvm::any_of(A.Fields, [&](const auto &Field) {
                 return IsOpen(Field.second);
               });
      }))
    return;
  GridReader(Kernel, L).run();
}
