//===- SymExprEval.cpp - Expressions over the lanes of a warp ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/WarpEvaluator.h"

using namespace gpuperf;

namespace {
/// Deeper expressions than the IR walk builds; guards the recursion only.
constexpr unsigned MaxDepth = 1000;
/// Iterations a FirstExit search looks at: geometric loops need at most 64.
constexpr uint64_t MaxSearch = 2048;
/// Searches inside searches: what a trip count needs of another one's.
constexpr unsigned MaxNesting = 6;
/// Lanes over groups that share a datum, at least; distance of their numbers.
constexpr unsigned LanesPerGroup = 4;
constexpr int64_t GroupDistance = int64_t(1) << 16;
/// Loops beyond this share one bit of the dependence mask.
constexpr unsigned LastLoopBit = 63;

uint64_t loopBit(uint32_t Loop) {
  return uint64_t(1) << std::min<uint32_t>(Loop, LastLoopBit);
}
} // namespace

void WarpEvaluator::setWarp(const WarpContext &C) {
  Ctx = C;
  Iter.assign(C.LoopIter.begin(), C.LoopIter.end());
  Lanes = std::clamp(C.WarpSize, 1u, MaxLanes);
  AllLanes.reset();
  for (unsigned I = 0; I < Lanes; ++I)
    AllLanes.set(I);
  Memo.clear();
  Store.clear();
}

void WarpEvaluator::setLoopIter(uint32_t Loop, uint64_t Iteration) {
  if (Iter.size() <= Loop)
    Iter.resize(Loop + 1, 0);
  if (Iter[Loop] == Iteration)
    return;
  Iter[Loop] = Iteration;
  LastChange[std::min<uint32_t>(Loop, LastLoopBit)] = ++Clock;
}

bool WarpEvaluator::isCurrent(const Entry &E) const {
  for (uint64_t Mask = E.LoopMask; Mask; Mask &= Mask - 1)
    if (LastChange[static_cast<unsigned>(__builtin_ctzll(Mask))] > E.Epoch)
      return false;
  return true;
}

WarpEvaluator::Entry &WarpEvaluator::entry(ExprId Id, uint64_t &Steps,
                                           unsigned Depth) {
  if (Id == NoExpr)
    return None;
  auto [It, New] = Memo.try_emplace(Id, static_cast<uint32_t>(Store.size()));
  if (New)
    Store.emplace_back();
  Entry &E = Store[It->second];
  if (!New && isCurrent(E))
    return E;
  E = Entry();
  if (Depth >= MaxDepth)
    return E;
  if (Steps == 0) { // nothing to keep: the next one may have steps again
    E.LoopMask = ~uint64_t(0);
    return E;
  }
  --Steps;
  compute(Pool[Id], E, Steps, Depth);
  E.Epoch = Clock;
  return E;
}

void WarpEvaluator::fill(Entry &Out, int64_t V) {
  std::fill_n(Out.Values.V.begin(), Lanes, V);
  Out.Values.Known = AllLanes;
}

template <typename Fn> void WarpEvaluator::perThread(Entry &Out, Fn F) {
  const Dim3 &B = Ctx.L->Block;
  Out.Uniform = false;
  if (!B.X || !B.Y)
    return;
  for (unsigned I = 0; I < Lanes; ++I)
    Out.Values.V[I] = static_cast<int64_t>(F(Ctx.FirstThread + I, B));
  Out.Values.Known = AllLanes;
}

void WarpEvaluator::argument(const ExprNode &N, Entry &Out) {
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

void WarpEvaluator::firstExit(const ExprNode &N, Entry &Out, uint64_t &Steps) {
  if (Nesting >= MaxNesting)
    return;
  WarpEvaluator Inner(Pool);
  Inner.Nesting = Nesting + 1;
  WarpContext At = Ctx;
  At.LoopIter = Iter;
  Inner.setWarp(At);
  std::bitset<MaxLanes> Open = AllLanes;
  for (uint64_t K = 0; K < MaxSearch && Open.any() && Steps > 0; ++K) {
    Inner.setLoopIter(N.Aux, K);
    const LaneValues &Exit = Inner.value(N.Ops[0], Steps);
    for (unsigned I = 0; I < Lanes; ++I) {
      if (!Open.test(I))
        continue;
      if (!Exit.Known.test(I)) {
        Open.reset(I); // stays unknown
      } else if (Exit.V[I] & 1) {
        Out.Values.V[I] = static_cast<int64_t>(K);
        Out.Values.Known.set(I);
        Open.reset(I);
      }
    }
  }
}

/// Lanes with the same inputs have the same datum.
void WarpEvaluator::data(const ExprNode &N, const Entry *const *Ops,
                         Entry &Out) {
  llvm::SmallVector<std::array<int64_t, 3>, 8> Groups;
  Out.Uniform = false;
  for (unsigned I = 0; I < Lanes; ++I) {
    std::array<int64_t, 3> Key{};
    for (unsigned Op = 0; Op < 3 && Ops[Op]; ++Op) {
      if (!Ops[Op]->Values.Known.test(I)) {
        Out.Values.Known.reset();
        return;
      }
      Key[Op] = Ops[Op]->Values.V[I];
    }
    auto *It = std::find(Groups.begin(), Groups.end(), Key);
    if (It == Groups.end() &&
        (Groups.size() + 1) * LanesPerGroup > std::max(Lanes, LanesPerGroup)) {
      Out.Values.Known.reset();
      return; // one for nearly every lane: scattered
    }
    auto Number = static_cast<int64_t>(It - Groups.begin());
    if (It == Groups.end())
      Groups.push_back(Key);
    Out.Values.V[I] = wrapToWidth(Number * GroupDistance, N.Width);
    Out.Values.Known.set(I);
  }
}

void WarpEvaluator::binary(const ExprNode &N, const LaneValues &A,
                           const LaneValues &B, Entry &Out) {
  LaneValues &R = Out.Values;
  unsigned Count = Out.Uniform ? 1 : Lanes;
  // The two operations that addresses are made of, without the dispatch.
  if ((N.Kind == ExprKind::Add || N.Kind == ExprKind::Mul) && N.Width > 1 &&
      A.Known == AllLanes && B.Known == AllLanes) {
    unsigned Cut = 64u - N.Width;
    for (unsigned I = 0; I < Count; ++I) {
      auto X = static_cast<uint64_t>(A.V[I]), Y = static_cast<uint64_t>(B.V[I]);
      uint64_t Z = N.Kind == ExprKind::Add ? X + Y : X * Y;
      R.V[I] = static_cast<int64_t>(Z << Cut) >> Cut;
    }
    if (Out.Uniform)
      std::fill_n(R.V.begin() + 1, Lanes - 1, R.V[0]);
    R.Known = AllLanes;
    return;
  }
  // A product with, or a conjunction with, a known zero is known.
  bool Absorbs = N.Kind == ExprKind::Mul || N.Kind == ExprKind::And;
  bool OrOne = N.Kind == ExprKind::Or && N.Width == 1;
  for (unsigned I = 0; I < Count; ++I) {
    bool KA = A.Known.test(I), KB = B.Known.test(I);
    if (KA && KB) {
      if (auto V = foldOperation(N.Kind, N.Width, A.V[I], B.V[I]))
        R.V[I] = *V, R.Known.set(I);
    } else if (Absorbs && ((KA && A.V[I] == 0) || (KB && B.V[I] == 0))) {
      R.V[I] = 0, R.Known.set(I);
    } else if (OrOne && ((KA && (A.V[I] & 1)) || (KB && (B.V[I] & 1)))) {
      R.V[I] = 1, R.Known.set(I);
    }
  }
  if (Out.Uniform && R.Known.test(0))
    fill(Out, R.V[0]);
}

void WarpEvaluator::select(const LaneValues &C, const LaneValues &T,
                           const LaneValues &F, Entry &Out) {
  for (unsigned I = 0; I < Lanes; ++I) {
    if (!C.Known.test(I)) {
      if (T.Known.test(I) && F.Known.test(I) && T.V[I] == F.V[I])
        Out.Values.V[I] = T.V[I], Out.Values.Known.set(I);
      continue;
    }
    const LaneValues &Side = C.V[I] & 1 ? T : F;
    if (Side.Known.test(I))
      Out.Values.V[I] = Side.V[I], Out.Values.Known.set(I);
  }
}

void WarpEvaluator::changeWidth(const ExprNode &N, const LaneValues &A,
                                Entry &Out) {
  uint64_t Mask = N.Width >= 64 ? ~uint64_t(0) : (uint64_t(1) << N.Width) - 1;
  for (unsigned I = 0; I < Lanes; ++I) {
    int64_t V = A.V[I];
    if (N.Kind == ExprKind::ZExt)
      V = static_cast<int64_t>(static_cast<uint64_t>(V) & Mask);
    else if (N.Kind == ExprKind::SExt && N.Width == 1)
      V = -(V & 1);
    else
      V = wrapToWidth(V, N.Width);
    Out.Values.V[I] = V;
  }
  Out.Values.Known = A.Known;
}

void WarpEvaluator::compute(const ExprNode &N, Entry &Out, uint64_t &Steps,
                            unsigned Depth) {
  const Launch &L = *Ctx.L;
  auto Cut = [&](uint64_t V) {
    fill(Out, wrapToWidth(static_cast<int64_t>(V), N.Width));
  };
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
    return Cut(Ctx.Ctaid.X);
  case ExprKind::CtaidY:
    return Cut(Ctx.Ctaid.Y);
  case ExprKind::CtaidZ:
    return Cut(Ctx.Ctaid.Z);
  case ExprKind::NtidX:
    return Cut(L.Block.X);
  case ExprKind::NtidY:
    return Cut(L.Block.Y);
  case ExprKind::NtidZ:
    return Cut(L.Block.Z);
  case ExprKind::NctaidX:
    return Cut(L.Grid.X);
  case ExprKind::NctaidY:
    return Cut(L.Grid.Y);
  case ExprKind::NctaidZ:
    return Cut(L.Grid.Z);
  case ExprKind::LaneId:
    Out.Uniform = false;
    for (unsigned I = 0; I < Lanes; ++I)
      Out.Values.V[I] = I;
    Out.Values.Known = AllLanes;
    return;
  case ExprKind::Arg:
    return argument(N, Out);
  case ExprKind::LoopIter:
    Out.LoopMask = loopBit(N.Aux);
    if (N.Aux < Iter.size())
      Cut(Iter[N.Aux]);
    return;
  case ExprKind::Opaque:
    if (Ctx.UniformDataAsZero && N.Imm != 0)
      fill(Out, 0);
    if (!Ctx.UniformDataAsZero || N.Imm != 0 || N.Ops[0] == NoExpr)
      return;
    break;
  default:
    break;
  }
  // References into the deque stay valid while it grows.
  const Entry *Ops[3] = {};
  bool Search = N.Kind == ExprKind::FirstExit;
  for (unsigned I = 0; I < 3 && N.Ops[I] != NoExpr; ++I) {
    Ops[I] = &entry(N.Ops[I], Steps, Depth + 1);
    Out.LoopMask |= Ops[I]->LoopMask;
    Out.Uniform &= Ops[I]->Uniform;
  }
  if (Search) {
    if (N.Aux < LastLoopBit) // the search binds its own counter
      Out.LoopMask &= ~loopBit(N.Aux);
    return firstExit(N, Out, Steps);
  }
  switch (N.Kind) {
  case ExprKind::Opaque:
    return data(N, Ops, Out);
  case ExprKind::Select:
    return select(Ops[0]->Values, Ops[1]->Values, Ops[2]->Values, Out);
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::Trunc:
    return changeWidth(N, Ops[0]->Values, Out);
  default:
    return binary(N, Ops[0]->Values, Ops[1]->Values, Out);
  }
}

LaneValues gpuperf::evaluate(const ExprPool &Pool, ExprId Id,
                             const WarpContext &Ctx, uint64_t &Steps) {
  if (Id == NoExpr || !Ctx.L)
    return {};
  WarpEvaluator E(Pool);
  E.setWarp(Ctx);
  return E.value(Id, Steps);
}
