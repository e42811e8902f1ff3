//===- SymExprEval.cpp - Expressions over the lanes of a warp ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/SymExpr.h"
#include <deque>

using namespace gpuperf;

namespace {
/// Deeper expressions than the IR walk builds; guards the recursion only.
constexpr unsigned MaxDepth = 1000;
/// Iterations a FirstExit search looks at: geometric loops need at most 64.
constexpr uint64_t MaxSearch = 2048;

class Evaluator {
public:
  Evaluator(const ExprPool &Pool, const WarpContext &Ctx, uint64_t &Steps)
      : Pool(Pool), Ctx(Ctx), Steps(Steps),
        Lanes(std::min<unsigned>(Ctx.WarpSize, MaxLanes)) {}

  const LaneValues &value(ExprId Id, unsigned Depth);

private:
  void compute(const ExprNode &N, LaneValues &Out, unsigned Depth);
  void fill(LaneValues &Out, int64_t V) {
    for (unsigned I = 0; I < Lanes; ++I)
      Out.V[I] = V, Out.Known.set(I);
  }
  template <typename Fn> void perThread(LaneValues &Out, Fn F) {
    const Dim3 &B = Ctx.L->Block;
    if (!B.X || !B.Y)
      return;
    for (unsigned I = 0; I < Lanes; ++I) {
      uint64_t T = Ctx.FirstThread + I;
      Out.V[I] = static_cast<int64_t>(F(T, B));
      Out.Known.set(I);
    }
  }
  void argument(const ExprNode &N, LaneValues &Out);
  void firstExit(const ExprNode &N, LaneValues &Out);
  void binary(const ExprNode &N, const LaneValues &A, const LaneValues &B,
              LaneValues &Out);

  const ExprPool &Pool;
  const WarpContext &Ctx;
  uint64_t &Steps;
  unsigned Lanes;
  llvm::SmallDenseMap<ExprId, const LaneValues *, 32> Memo;
  std::deque<LaneValues> Store;
};
} // namespace

const LaneValues &Evaluator::value(ExprId Id, unsigned Depth) {
  auto It = Memo.find(Id);
  if (It != Memo.end())
    return *It->second;
  LaneValues Out;
  if (Id != NoExpr && Steps > 0 && Depth < MaxDepth) {
    --Steps;
    compute(Pool[Id], Out, Depth);
  }
  Store.push_back(Out);
  Memo[Id] = &Store.back();
  return Store.back();
}

void Evaluator::argument(const ExprNode &N, LaneValues &Out) {
  if (N.Imm < 0 || static_cast<uint64_t>(N.Imm) >= Ctx.L->Args.size())
    return;
  const ArgValue *A = &Ctx.L->Args[static_cast<size_t>(N.Imm)];
  if (!A->Fields.empty() || N.Aux != 0) {
    const ArgValue *Field = nullptr;
    for (const auto &[Offset, Value] : A->Fields)
      if (Offset == N.Aux)
        Field = &Value;
    A = Field;
  }
  if (A && A->K == ArgValue::Kind::Integer)
    fill(Out, wrapToWidth(A->Integer, N.Width));
}

void Evaluator::firstExit(const ExprNode &N, LaneValues &Out) {
  llvm::SmallVector<uint64_t, 8> Iter(Ctx.LoopIter.begin(), Ctx.LoopIter.end());
  if (Iter.size() <= N.Aux)
    Iter.resize(N.Aux + 1, 0);
  std::bitset<MaxLanes> Open;
  for (unsigned I = 0; I < Lanes; ++I)
    Open.set(I);
  for (uint64_t K = 0; K < MaxSearch && Open.any() && Steps > 0; ++K) {
    Iter[N.Aux] = K;
    WarpContext At = Ctx;
    At.LoopIter = Iter;
    Evaluator Inner(Pool, At, Steps);
    const LaneValues &Exit = Inner.value(N.Ops[0], 1);
    for (unsigned I = 0; I < Lanes; ++I) {
      if (!Open.test(I))
        continue;
      if (!Exit.Known.test(I))
        Open.reset(I); // stays unknown
      else if (Exit.V[I] & 1)
        Out.V[I] = static_cast<int64_t>(K), Out.Known.set(I), Open.reset(I);
    }
  }
}

void Evaluator::binary(const ExprNode &N, const LaneValues &A,
                       const LaneValues &B, LaneValues &Out) {
  // A product with, or a conjunction with, a known zero is known.
  bool Absorbs = N.Kind == ExprKind::Mul || N.Kind == ExprKind::And;
  bool OrOne = N.Kind == ExprKind::Or && N.Width == 1;
  for (unsigned I = 0; I < Lanes; ++I) {
    bool KA = A.Known.test(I), KB = B.Known.test(I);
    if (KA && KB) {
      if (auto V = foldOperation(N.Kind, N.Width, A.V[I], B.V[I]))
        Out.V[I] = *V, Out.Known.set(I);
    } else if (Absorbs && ((KA && A.V[I] == 0) || (KB && B.V[I] == 0))) {
      Out.V[I] = 0, Out.Known.set(I);
    } else if (OrOne && ((KA && (A.V[I] & 1)) || (KB && (B.V[I] & 1)))) {
      Out.V[I] = 1, Out.Known.set(I);
    }
  }
}

void Evaluator::compute(const ExprNode &N, LaneValues &Out, unsigned Depth) {
  const Launch &L = *Ctx.L;
  switch (N.Kind) {
  case ExprKind::Constant:
    return fill(Out, N.Imm);
  case ExprKind::TidX:
    return perThread(Out, [](uint64_t T, const Dim3 &B) { return T % B.X; });
  case ExprKind::TidY:
    return perThread(Out,
                     [](uint64_t T, const Dim3 &B) { return T / B.X % B.Y; });
  case ExprKind::TidZ:
    return perThread(Out,
                     [](uint64_t T, const Dim3 &B) { return T / B.X / B.Y; });
  case ExprKind::CtaidX:
    return fill(Out, wrapToWidth(static_cast<int64_t>(Ctx.Ctaid.X), N.Width));
  case ExprKind::CtaidY:
    return fill(Out, wrapToWidth(static_cast<int64_t>(Ctx.Ctaid.Y), N.Width));
  case ExprKind::CtaidZ:
    return fill(Out, wrapToWidth(static_cast<int64_t>(Ctx.Ctaid.Z), N.Width));
  case ExprKind::NtidX:
    return fill(Out, wrapToWidth(static_cast<int64_t>(L.Block.X), N.Width));
  case ExprKind::NtidY:
    return fill(Out, wrapToWidth(static_cast<int64_t>(L.Block.Y), N.Width));
  case ExprKind::NtidZ:
    return fill(Out, wrapToWidth(static_cast<int64_t>(L.Block.Z), N.Width));
  case ExprKind::NctaidX:
    return fill(Out, wrapToWidth(static_cast<int64_t>(L.Grid.X), N.Width));
  case ExprKind::NctaidY:
    return fill(Out, wrapToWidth(static_cast<int64_t>(L.Grid.Y), N.Width));
  case ExprKind::NctaidZ:
    return fill(Out, wrapToWidth(static_cast<int64_t>(L.Grid.Z), N.Width));
  case ExprKind::LaneId:
    for (unsigned I = 0; I < Lanes; ++I)
      Out.V[I] = I, Out.Known.set(I);
    return;
  case ExprKind::Arg:
    return argument(N, Out);
  case ExprKind::LoopIter:
    if (N.Aux < Ctx.LoopIter.size())
      fill(Out, wrapToWidth(static_cast<int64_t>(Ctx.LoopIter[N.Aux]), N.Width));
    return;
  case ExprKind::Opaque:
    return;
  case ExprKind::FirstExit:
    return firstExit(N, Out);
  case ExprKind::Select: {
    const LaneValues &C = value(N.Ops[0], Depth + 1);
    const LaneValues &T = value(N.Ops[1], Depth + 1);
    const LaneValues &F = value(N.Ops[2], Depth + 1);
    for (unsigned I = 0; I < Lanes; ++I) {
      if (!C.Known.test(I)) {
        if (T.Known.test(I) && F.Known.test(I) && T.V[I] == F.V[I])
          Out.V[I] = T.V[I], Out.Known.set(I);
        continue;
      }
      const LaneValues &Side = C.V[I] & 1 ? T : F;
      if (Side.Known.test(I))
        Out.V[I] = Side.V[I], Out.Known.set(I);
    }
    return;
  }
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::Trunc: {
    const LaneValues &A = value(N.Ops[0], Depth + 1);
    uint64_t Mask = N.Width >= 64 ? ~uint64_t(0) : (uint64_t(1) << N.Width) - 1;
    for (unsigned I = 0; I < Lanes; ++I) {
      if (!A.Known.test(I))
        continue;
      int64_t V = A.V[I];
      if (N.Kind == ExprKind::ZExt)
        V = static_cast<int64_t>(static_cast<uint64_t>(V) & Mask);
      else if (N.Kind == ExprKind::SExt && N.Width == 1)
        V = -(V & 1);
      else
        V = wrapToWidth(V, N.Width);
      Out.V[I] = V, Out.Known.set(I);
    }
    return;
  }
  default: {
    const LaneValues &A = value(N.Ops[0], Depth + 1);
    const LaneValues &B = value(N.Ops[1], Depth + 1);
    return binary(N, A, B, Out);
  }
  }
}

LaneValues gpuperf::evaluate(const ExprPool &Pool, ExprId Id,
                             const WarpContext &Ctx, uint64_t &Steps) {
  if (Id == NoExpr || !Ctx.L)
    return {};
  Evaluator E(Pool, Ctx, Steps);
  return E.value(Id, 0);
}
