//===- DataBounds.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/DataBounds.h"
#include "analysis/kernel/EarlyExits.h"
#include "analysis/kernel/VariableArguments.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

namespace {
class BoundFinder {
public:
  explicit BoundFinder(KernelSummary &K) : K(K) {}

  void visit(BlockId Id) {
    Block &B = K.Blocks[Id];
    if (B.Terminator != TerminatorKind::Conditional || B.Condition == NoExpr ||
        !isOpen(K, B.Condition))
      return;
    // How often a loop runs is another question.
    if (B.InnermostLoop != NoId && llvm::any_of(B.Succs, [&](BlockId S) {
          return !llvm::is_contained(K.Loops[B.InnermostLoop].Blocks, S);
        }))
      return;
    const bool SkipsFirst = passesBy(B.Succs[0], B.Succs[1]),
               SkipsSecond = passesBy(B.Succs[1], B.Succs[0]);
    if (SkipsFirst == SkipsSecond)
      return;
    const ExprId Passing = assumePassed(B.Condition, /*Wanted=*/SkipsSecond);
    if (!isOpen(K, Passing))
      B.Passing = Passing;
  }

private:
  /// Whether a thread that goes to \p Skip leaves out what begins at \p Work:
  /// it comes to where the others go on, or ends.
  bool passesBy(BlockId Skip, BlockId Work) const {
    return leadsTo(Work, Skip) ||
           (leavesAtOnce(K, Skip) && !leavesAtOnce(K, Work));
  }

  /// Whether there is a path from \p From to \p To without a back edge.
  bool leadsTo(BlockId From, BlockId To) const {
    llvm::SmallVector<BlockId, 16> Todo = {From};
    llvm::SmallDenseSet<BlockId, 16> Seen;
    while (!Todo.empty()) {
      const BlockId At = Todo.pop_back_val();
      if (At == To)
        return true;
      if (!Seen.insert(At).second)
        continue;
      for (BlockId Next : K.Blocks[At].Succs)
        if (Next > At)
          Todo.push_back(Next);
    }
    return false;
  }

  bool isConstant(ExprId Id, int64_t Value) const {
    return K.Exprs[Id].Kind == ExprKind::Constant &&
           (K.Exprs[Id].Imm & 1) == Value;
  }

  /// \p Condition, with the comparisons of a thread's index with data that have
  /// to be met for it to be \p Wanted taken as met.
  ExprId assumePassed(ExprId Condition, bool Wanted) {
    ExprNode N = K.Exprs[Condition];
    switch (N.Kind) {
    case ExprKind::And:
    case ExprKind::Or:
      if (N.Width != 1 || Wanted != (N.Kind == ExprKind::And))
        return Condition;
      N.Ops = {assumePassed(N.Ops[0], Wanted), assumePassed(N.Ops[1], Wanted),
               NoExpr};
      return K.Exprs.get(N);
    case ExprKind::Select: // the logical "and" and "or" of LLVM
      if (!(Wanted ? isConstant(N.Ops[2], 0) : isConstant(N.Ops[1], 1)))
        return Condition;
      N.Ops[0] = assumePassed(N.Ops[0], Wanted);
      N.Ops[Wanted ? 1 : 2] = assumePassed(N.Ops[Wanted ? 1 : 2], Wanted);
      return K.Exprs.get(N);
    case ExprKind::Xor:
      if (N.Width != 1 || !isConstant(N.Ops[1], 1))
        return Condition;
      N.Ops[0] = assumePassed(N.Ops[0], !Wanted);
      return K.Exprs.get(N);
    case ExprKind::SLt:
    case ExprKind::ULt:
    case ExprKind::SLe:
    case ExprKind::ULe:
      return isBound(N.Ops[Wanted ? 0 : 1], N.Ops[Wanted ? 1 : 0])
                 ? K.Exprs.constant(Wanted, 1)
                 : Condition;
    default:
      return Condition;
    }
  }

  /// Whether \p Index says which thread of the grid it is, and \p Bound is data
  /// that all threads have in common.
  bool isBound(ExprId Index, ExprId Bound) const {
    return K.Exprs.dependsOnBlock(Index) && !K.Exprs.dependsOnData(Index) &&
           isOpen(K, Bound) && !K.Exprs.dependsOnBlock(Bound) &&
           !K.Exprs.dependsOnThread(Bound) &&
           !K.Exprs.dependsOn(Bound, ExprKind::LoopIter) &&
           !dependsOnLaneData(Bound);
  }

  bool dependsOnLaneData(ExprId Id) const {
    llvm::SmallVector<ExprId, 16> Todo = {Id};
    llvm::SmallDenseSet<ExprId, 16> Seen;
    while (!Todo.empty()) {
      const ExprId At = Todo.pop_back_val();
      if (At == NoExpr || !Seen.insert(At).second)
        continue;
      const ExprNode &N = K.Exprs[At];
      if (N.Kind == ExprKind::Opaque && N.Imm == 0)
        return true;
      Todo.append(N.Ops.begin(), N.Ops.end());
    }
    return false;
  }

  KernelSummary &K;
};
} // namespace

void gpuperf::findDataBounds(KernelSummary &K) {
  BoundFinder Finder(K);
  for (BlockId B = 0; B < K.Blocks.size(); ++B)
    Finder.visit(B);
}
