//===- LoopParts.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/LoopParts.h"

using namespace gpuperf;

bool gpuperf::leavesThirdDimension(const KernelSummary &K) {
  for (ExprId Id = 0; Id < K.Exprs.size(); ++Id) {
    const ExprKind Kind = K.Exprs[Id].Kind;
    if (Kind == ExprKind::CtaidZ || Kind == ExprKind::NctaidZ)
      return false;
  }
  return true;
}

static ExprId node(ExprPool &Pool, ExprKind Kind, ExprId A, ExprId B) {
  ExprNode N;
  N.Kind = Kind, N.Width = 64;
  N.Ops = {A, B, NoExpr};
  return Pool.get(N);
}

/// \p Id in 64 bits.
static ExprId widened(ExprPool &Pool, ExprId Id) {
  const ExprNode &Of = Pool[Id];
  if (resultWidth(Of) >= 64)
    return Id;
  ExprNode N;
  N.Kind = ExprKind::ZExt, N.Width = static_cast<uint8_t>(resultWidth(Of));
  N.Ops = {Id, NoExpr, NoExpr};
  return Pool.get(N);
}

KernelSummary gpuperf::shortenLoop(const KernelSummary &Kernel, LoopId Loop,
                                   uint64_t Each) {
  KernelSummary K = Kernel;
  KernelLoop &L = K.Loops[Loop];
  L.BackedgeTaken =
      node(K.Exprs, ExprKind::SMin, widened(K.Exprs, L.BackedgeTaken),
           K.Exprs.constant(static_cast<int64_t>(Each) - 1));
  return K;
}

KernelSummary gpuperf::splitOverBlocks(const KernelSummary &Kernel, LoopId Loop,
                                       uint64_t Each) {
  KernelSummary K = Kernel;
  ExprPool &Pool = K.Exprs;
  ExprNode Leaf;
  Leaf.Kind = ExprKind::CtaidZ, Leaf.Width = 32;
  const ExprId First = node(Pool, ExprKind::Mul, widened(Pool, Pool.get(Leaf)),
                            Pool.constant(static_cast<int64_t>(Each)));
  Leaf.Kind = ExprKind::LoopIter, Leaf.Width = 64, Leaf.Aux = Loop;
  const ExprId By = node(Pool, ExprKind::Add, Pool.get(Leaf), First);

  auto Shift = [&](ExprId &Id) { Id = Pool.substituteLoopIter(Id, Loop, By); };
  for (Access &A : K.Accesses)
    Shift(A.Offset);
  for (Block &B : K.Blocks)
    Shift(B.Condition);
  for (KernelLoop &L : K.Loops)
    for (ExprId *Id : {&L.BackedgeTaken, &L.EarlyExit, &L.TakenOfData})
      Shift(*Id);

  // The last part may be shorter. A part with nothing to do runs once, as a
  // loop that is entered does.
  ExprId &Taken = K.Loops[Loop].BackedgeTaken;
  const ExprId Left = node(Pool, ExprKind::Sub, widened(Pool, Taken), First);
  Taken = node(Pool, ExprKind::SMax, Pool.constant(0),
               node(Pool, ExprKind::SMin, Left,
                    Pool.constant(static_cast<int64_t>(Each) - 1)));
  return K;
}
