//===- SymExprEval.cpp - Expressions over the lanes of a warp -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/WarpEvaluator.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace gpuperf;

namespace {
/// Bounds the recursion. ExprBuilder builds no expression that is so deep.
constexpr unsigned MaxDepth = 1000;
/// Iterations that a FirstExit search looks at. Geometric loops need at most
/// 64.
constexpr uint64_t MaxSearch = 2048;
/// How deep searches may be nested: a trip count may need that of another loop.
constexpr unsigned MaxNesting = 6;
/// Lanes over groups that share a datum, at least; distance of their numbers.
constexpr unsigned LanesPerGroup = 4;
constexpr int64_t GroupDistance = int64_t(1) << 16;
/// What data stands for that an index is multiplied by: the row length of a
/// matrix, whose rows are longer than a line. The product of two is less than
/// 2^31.
constexpr int64_t RowLength = 1024;
/// What a value depends on, as a set of bits: loop counters (the last bit is
/// shared by all loops that have none of their own), block index, thread.
constexpr unsigned LastLoopBit = 61, BlockBit = 62, ThreadBit = 63;

uint64_t bit(unsigned I) { return uint64_t(1) << I; }
uint64_t loopBit(uint32_t Loop) {
  return bit(std::min<uint32_t>(Loop, LastLoopBit));
}
} // namespace

void WarpEvaluator::setWarp(const WarpContext &C) {
  bool SameLaunch = Ctx.L == C.L && Ctx.WarpSize == C.WarpSize &&
                    Ctx.UniformDataAsZero == C.UniformDataAsZero &&
                    Ctx.Displacements == C.Displacements &&
                    Ctx.Ramps == C.Ramps &&
                    Ctx.OtherDataAsZero == C.OtherDataAsZero;
  if (!SameLaunch || Memo.size() != Pool.size()) {
    Memo.assign(Pool.size(), nullptr);
    Store.DestroyAll();
    States.clear();
  }
  ++Clock;
  if (!(Ctx.Ctaid == C.Ctaid))
    LastChange[BlockBit] = Clock;
  if (Ctx.FirstThread != C.FirstThread)
    LastChange[ThreadBit] = Clock;
  Ctx = C;
  Lanes = std::clamp(C.WarpSize, 1u, MaxLanes);
  AllLanes.reset();
  for (unsigned I = 0; I < Lanes; ++I)
    AllLanes.set(I);
  auto Before = std::move(Iter);
  Iter.assign(C.LoopIter.begin(), C.LoopIter.end());
  for (uint32_t L = 0; L < std::max(Before.size(), Iter.size()); ++L)
    if (L >= Before.size() || L >= Iter.size() || Before[L] != Iter[L])
      LastChange[std::min<uint32_t>(L, LastLoopBit)] = Clock;
}

void WarpEvaluator::setLoopIter(uint32_t Loop, uint64_t Iteration) {
  if (Iter.size() <= Loop)
    Iter.resize(Loop + 1, 0);
  else if (Iter[Loop] == Iteration)
    return;
  Iter[Loop] = Iteration;
  LastChange[std::min<uint32_t>(Loop, LastLoopBit)] = ++Clock;
}

bool WarpEvaluator::isCurrent(const Entry &E) const {
  if (E.Epoch == 0)
    return false;
  if (E.Epoch == Clock)
    return true;
  for (uint64_t Mask = E.Depends; Mask; Mask &= Mask - 1)
    if (LastChange[static_cast<unsigned>(__builtin_ctzll(Mask))] > E.Epoch)
      return false;
  return true;
}

WarpEvaluator::Entry &WarpEvaluator::entry(ExprId Id, uint64_t &Steps,
                                           unsigned Depth) {
  if (Id == NoExpr)
    return None;
  assert(Id < Memo.size() && "not an expression of this pool");
  if (!Memo[Id])
    Memo[Id] = new (Store.Allocate()) Entry();
  Entry &E = *Memo[Id];
  if (isCurrent(E))
    return E;
  // The lanes' values stay as they are: only Known ones are read.
  E.Values.Known.reset();
  E.Depends = 0;
  E.Epoch = Clock;
  E.Uniform = true;
  E.OpenData = 0;
  if (Depth >= MaxDepth)
    return E;
  if (Steps == 0) { // nothing to keep: the next one may have steps again
    E.Depends = ~uint64_t(0);
    E.Epoch = 0;
    return E;
  }
  --Steps;
  compute(Pool[Id], E, Steps, Depth);
  return E;
}

void WarpEvaluator::fill(Entry &Out, int64_t V) {
  std::fill_n(Out.Values.V.begin(), Lanes, V);
  Out.Values.Known = AllLanes;
}

template <typename Fn> void WarpEvaluator::perThread(Entry &Out, Fn F) {
  const Dim3 &B = Ctx.L->Block;
  Out.Uniform = false;
  Out.Depends = bit(ThreadBit);
  if (!B.X || !B.Y)
    return;
  Dim3 T{Ctx.FirstThread % B.X, Ctx.FirstThread / B.X % B.Y,
         Ctx.FirstThread / B.X / B.Y};
  for (unsigned I = 0; I < Lanes; ++I) {
    Out.Values.V[I] = static_cast<int64_t>(F(T));
    if (++T.X < B.X)
      continue;
    T.X = 0;
    if (++T.Y < B.Y)
      continue;
    T.Y = 0;
    ++T.Z;
  }
  Out.Values.Known = AllLanes;
}

void WarpEvaluator::argument(const ExprNode &N, Entry &Out) {
  const ArgValue *A =
      N.Imm >= 0 && static_cast<uint64_t>(N.Imm) < Ctx.L->Args.size()
          ? &Ctx.L->Args[static_cast<size_t>(N.Imm)]
          : nullptr;
  if (A && (!A->Fields.empty() || N.Aux != 0)) {
    const ArgValue *Field = nullptr;
    for (const auto &[Offset, Value] : A->Fields)
      if (Offset == N.Aux)
        Field = &Value;
    A = Field;
  }
  const bool IsFloat = N.Kind == ExprKind::FloatArg;
  if (A && A->K == ArgValue::Kind::Integer)
    fill(Out, IsFloat ? llvm::bit_cast<int64_t>(static_cast<double>(A->Integer))
                      : wrapToWidth(A->Integer, N.Width));
  else if (A && IsFloat && A->K == ArgValue::Kind::Floating)
    fill(Out, llvm::bit_cast<int64_t>(A->Floating));
  else if (Ctx.UniformDataAsZero) {
    fill(Out, 0);
    Out.OpenData = !IsFloat;
  }
}

void WarpEvaluator::firstExit(const ExprNode &N, Entry &Out, uint64_t &Steps) {
  if (Nesting >= MaxNesting)
    return;
  WarpEvaluator Inner(Pool);
  Inner.Nesting = Nesting + 1;
  Inner.Outer = this;
  WarpContext At = Ctx;
  At.LoopIter = Iter;
  Inner.setWarp(At);
  std::bitset<MaxLanes> Open = AllLanes;
  uint64_t Most = N.Imm > 0 ? static_cast<uint64_t>(N.Imm) : MaxSearch;
  for (uint64_t K = 0; K < Most && Open.any() && Steps > 0; ++K) {
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

void WarpEvaluator::variable(const ExprNode &N, Entry &Out) {
  Out.Uniform = false;
  Out.Depends = loopBit(N.Aux);
  auto Index = static_cast<size_t>(N.Imm);
  for (const WarpEvaluator *E = this; E; E = E->Outer)
    if (E->Bound && E->BoundLoop == N.Aux) {
      if (Index < E->Bound->size())
        Out.Values = (*E->Bound)[Index];
      return;
    }
}

/// Goes through the iterations, starting where the last call stopped if nothing
/// else has changed.
void WarpEvaluator::carried(const ExprNode &N, Entry &Out, uint64_t &Steps,
                            unsigned Depth) {
  Out.Uniform = false;
  const Entry &Count = entry(N.Ops[0], Steps, Depth + 1);
  Out.Depends = Count.Depends;
  uint64_t Least = MaxSearch, Most = 0;
  std::bitset<MaxLanes> Wanted;
  for (unsigned I = 0; I < Lanes; ++I) {
    int64_t K = Count.Values.V[I];
    if (!Count.Values.Known.test(I) || K < 0 ||
        K >= static_cast<int64_t>(MaxSearch))
      continue;
    Wanted.set(I);
    Least = std::min(Least, static_cast<uint64_t>(K));
    Most = std::max(Most, static_cast<uint64_t>(K));
  }
  const std::array<int64_t, MaxLanes> At = Count.Values.V;
  LoopState Now;
  Now.Starts = N.Ops[1], Now.Nexts = N.Ops[2];
  Now.Epoch = Clock;
  auto Kept = [&] {
    return std::find_if(States.begin(), States.end(), [&](auto &S) {
      return S.Starts == Now.Starts && S.Nexts == Now.Nexts;
    });
  };
  if (auto It = Kept(); It != States.end()) {
    Entry Was;
    Was.Depends = It->Depends, Was.Epoch = It->Epoch;
    if (It->Iteration <= Least && isCurrent(Was))
      Now = *It;
  }
  if (Now.Values.empty()) {
    for (ExprId T = N.Ops[1]; T != NoExpr; T = Pool[T].Ops[1]) {
      const Entry &Start = entry(Pool[T].Ops[0], Steps, Depth + 1);
      Now.Values.push_back(Start.Values);
      Now.Depends |= Start.Depends;
    }
  }
  if (Nesting >= MaxNesting || Wanted.none() ||
      static_cast<size_t>(N.Imm) >= Now.Values.size()) {
    Out.Depends |= Now.Depends;
    return;
  }
  // Its tables are not free either.
  Steps -=
      std::min<uint64_t>(Steps, Most > Now.Iteration ? Pool.size() / 64 : 0);
  WarpEvaluator Inner(Pool);
  Inner.Nesting = Nesting + 1;
  Inner.Outer = this;
  Inner.Bound = &Now.Values;
  Inner.BoundLoop = N.Aux;
  WarpContext Here = Ctx;
  Here.LoopIter = Iter;
  Inner.setWarp(Here);
  std::vector<LaneValues> Next(Now.Values.size());
  for (;; ++Now.Iteration) {
    uint64_t K = Now.Iteration;
    const LaneValues &Value = Now.Values[static_cast<size_t>(N.Imm)];
    for (unsigned I = 0; I < Lanes; ++I)
      if (Wanted.test(I) && At[I] == static_cast<int64_t>(K) &&
          Value.Known.test(I)) {
        Out.Values.V[I] = Value.V[I];
        Out.Values.Known.set(I);
      }
    if (K == Least) {
      if (auto It = Kept(); It != States.end())
        *It = Now;
      else
        States.push_back(Now);
    }
    if (K >= Most || Steps == 0)
      break;
    Inner.setLoopIter(N.Aux, K);
    size_t Slot = 0;
    for (ExprId T = N.Ops[2]; T != NoExpr && Slot < Next.size();
         T = Pool[T].Ops[1]) {
      const Entry &E = Inner.entry(Pool[T].Ops[0], Steps, Depth + 1);
      Next[Slot++] = E.Values;
      Now.Depends |= E.Depends & ~(N.Aux < LastLoopBit ? loopBit(N.Aux) : 0);
    }
    std::swap(Now.Values, Next);
  }
  Out.Depends |= Now.Depends;
}

/// The operations that addresses and conditions are mostly made of, with one
/// dispatch for all lanes. False if \p Kind is another one. \p Cut: 64 less the
/// width.
static bool foldLanes(ExprKind Kind, unsigned Cut, const LaneValues &A,
                      const LaneValues &B, LaneValues &R, unsigned Count) {
  auto Each = [&](auto F) {
    for (unsigned I = 0; I < Count; ++I)
      R.V[I] = F(static_cast<uint64_t>(A.V[I]) << Cut,
                 static_cast<uint64_t>(B.V[I]) << Cut);
    return true;
  };
  // With the operands' bits at the top, sums and comparisons need no masks.
  auto Signed = [](uint64_t V) { return static_cast<int64_t>(V); };
  auto Back = [Cut](uint64_t V) { return static_cast<int64_t>(V) >> Cut; };
  using U = uint64_t;
  switch (Kind) {
  case ExprKind::Add:
    return Each([=](U X, U Y) { return Back(X + Y); });
  case ExprKind::Sub:
    return Each([=](U X, U Y) { return Back(X - Y); });
  case ExprKind::Mul:
    return Each([=](U X, U Y) { return Back(X * (Y >> Cut)); });
  case ExprKind::And:
    return Each([=](U X, U Y) { return Back(X & Y); });
  case ExprKind::Or:
    return Each([=](U X, U Y) { return Back(X | Y); });
  case ExprKind::Xor:
    return Each([=](U X, U Y) { return Back(X ^ Y); });
  case ExprKind::SMin:
    return Each([=](U X, U Y) { return std::min(Back(X), Back(Y)); });
  case ExprKind::SMax:
    return Each([=](U X, U Y) { return std::max(Back(X), Back(Y)); });
  case ExprKind::UMin:
    return Each([=](U X, U Y) { return Back(std::min(X, Y)); });
  case ExprKind::UMax:
    return Each([=](U X, U Y) { return Back(std::max(X, Y)); });
  case ExprKind::Eq:
    return Each([](U X, U Y) { return int64_t(X == Y); });
  case ExprKind::Ne:
    return Each([](U X, U Y) { return int64_t(X != Y); });
  case ExprKind::SLt:
    return Each([=](U X, U Y) { return int64_t(Signed(X) < Signed(Y)); });
  case ExprKind::SLe:
    return Each([=](U X, U Y) { return int64_t(Signed(X) <= Signed(Y)); });
  case ExprKind::ULt:
    return Each([](U X, U Y) { return int64_t(X < Y); });
  case ExprKind::ULe:
    return Each([](U X, U Y) { return int64_t(X <= Y); });
  default:
    return false;
  }
}

/// A rounded float, where the caller wants those as 0.
static bool isDisplacement(const WarpContext &Ctx, const ExprNode &N) {
  return Ctx.UniformDataAsZero && Ctx.Displacements &&
         N.Aux < Ctx.Displacements->size() && (*Ctx.Displacements)[N.Aux];
}

/// What a load gives per byte of its offset; 0 where that is not known.
static double rampOf(const WarpContext &Ctx, const ExprNode &N) {
  return Ctx.Ramps && N.Aux < Ctx.Ramps->size() && N.Ops[0] != NoExpr &&
                 N.Ops[1] == NoExpr
             ? (*Ctx.Ramps)[N.Aux]
             : 0;
}

static void climb(const ExprNode &N, double Ramp, const LaneValues &Offsets,
                  LaneValues &Out, unsigned Lanes) {
  // Conversions of larger numbers are not defined.
  constexpr double Largest = 9e18;
  for (unsigned I = 0; I < Lanes; ++I) {
    const double Place = std::floor(static_cast<double>(Offsets.V[I]) * Ramp);
    if (!Offsets.Known.test(I) || std::abs(Place) > Largest)
      continue;
    Out.V[I] = wrapToWidth(static_cast<int64_t>(Place), N.Width);
    Out.Known.set(I);
  }
}

/// Lanes whose operands are the same have the same data.
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
  if (N.Width >= 1 && N.Width <= 64 && A.Known == AllLanes &&
      B.Known == AllLanes && foldLanes(N.Kind, 64u - N.Width, A, B, R, Count)) {
    if (N.Width == 1) // 0 or 1, not sign extended
      for (unsigned I = 0; I < Count; ++I)
        R.V[I] &= 1;
    if (Out.Uniform)
      fill(Out, R.V[0]);
    R.Known = AllLanes;
    return;
  }
  // A product or a conjunction with a known zero is known, even if the other
  // operand is not.
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

/// How many times the data that counts as 0 is in the result of \p N; 0 as well
/// where that is more than any address holds.
int64_t WarpEvaluator::openData(const ExprNode &N, const Entry *const *Ops) {
  // The condition of a Select chooses only.
  const unsigned First = N.Kind == ExprKind::Select ? 1 : 0;
  const int64_t A = Ops[First] ? Ops[First]->OpenData : 0,
                B = Ops[First + 1] ? Ops[First + 1]->OpenData : 0;
  if (A == 0 && B == 0)
    return 0;
  auto IsConstant = [](const Entry &E) {
    return E.Uniform && E.Depends == 0 && E.OpenData == 0 &&
           E.Values.Known.test(0);
  };
  constexpr int64_t MostTimes = int64_t(1) << 40;
  int64_t Times = 0;
  switch (N.Kind) {
  case ExprKind::Mul:
    for (unsigned I = 0; I < 2; ++I)
      if (IsConstant(*Ops[I]) &&
          !__builtin_mul_overflow(Ops[1 - I]->OpenData, Ops[I]->Values.V[0],
                                  &Times) &&
          Times > -MostTimes && Times < MostTimes)
        return Times;
    return 0;
  case ExprKind::Shl:
    if (IsConstant(*Ops[1]) && Ops[1]->Values.V[0] >= 0 &&
        Ops[1]->Values.V[0] < 31)
      Times = wrapToWidth(A, 32) * (int64_t(1) << Ops[1]->Values.V[0]);
    return Times > -MostTimes && Times < MostTimes ? Times : 0;
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::Trunc:
    return std::abs(A) > std::abs(B) ? A : B;
  case ExprKind::SDiv:
  case ExprKind::UDiv:
  case ExprKind::SMin:
  case ExprKind::SMax:
  case ExprKind::UMin:
  case ExprKind::UMax:
  case ExprKind::Select:
    return 1;
  default:
    return 0;
  }
}

/// Whether \p N is a number that all lanes share and data decides, as `n >> *d`
/// is: the data's 0 would make it the largest such number.
bool WarpEvaluator::isShiftByData(const ExprNode &N, const Entry *const *Ops) {
  return (N.Kind == ExprKind::Shl || N.Kind == ExprKind::LShr ||
          N.Kind == ExprKind::AShr) &&
         Ops[1]->OpenData != 0 && Ops[0]->Uniform;
}

static int64_t wrappingAdd(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) +
                              static_cast<uint64_t>(B));
}

/// A product with data that counts as 0: the values of the other factor are as
/// far apart as rows are.
void WarpEvaluator::product(const ExprNode &N, const Entry &A, const Entry &B,
                            Entry &Out) {
  LaneValues X = A.Values, Y = B.Values;
  for (unsigned I = 0; I < Lanes; ++I) {
    X.V[I] = wrappingAdd(X.V[I], A.OpenData * RowLength);
    Y.V[I] = wrappingAdd(Y.V[I], B.OpenData * RowLength);
  }
  binary(N, X, Y, Out);
}

void WarpEvaluator::select(const LaneValues &C, const LaneValues &T,
                           const LaneValues &F, Entry &Out) {
  unsigned Count = Out.Uniform ? 1 : Lanes;
  for (unsigned I = 0; I < Count; ++I) {
    if (!C.Known.test(I)) {
      // Where the differences between lanes are asked for, they are taken to
      // choose alike.
      if (T.Known.test(I) && F.Known.test(I) &&
          (Ctx.UniformDataAsZero || T.V[I] == F.V[I]))
        Out.Values.V[I] = T.V[I], Out.Values.Known.set(I);
      continue;
    }
    const LaneValues &Side = C.V[I] & 1 ? T : F;
    if (Side.Known.test(I))
      Out.Values.V[I] = Side.V[I], Out.Values.Known.set(I);
  }
  if (Out.Uniform && Out.Values.Known.test(0))
    fill(Out, Out.Values.V[0]);
}

/// Where threads are evaluated one by one, no other lane is known.
void WarpEvaluator::fromLanes(const ExprNode &N, const Entry *const *Ops,
                              Entry &Out) {
  constexpr unsigned SmallestWarp = 32;
  Out.Uniform = false;
  Out.Depends |= bit(ThreadBit);
  if (Lanes < SmallestWarp)
    return;
  const uint64_t Threads = Ctx.L->Block.count();
  LaneValues Senders;
  if (N.Imm) {
    // Where one lane sends is not known: it may be to any.
    const LaneValues &To = Ops[1]->Values;
    Senders.V.fill(-1);
    for (unsigned I = 0; I < Lanes && Ctx.FirstThread + I < Threads; ++I) {
      if (!To.Known.test(I))
        return;
      Senders.V[static_cast<uint64_t>(To.V[I]) % Lanes] = I;
    }
    Senders.Known.set();
  }
  const LaneValues &Told = Ops[0]->Values,
                   &From = N.Imm ? Senders : Ops[1]->Values;
  for (unsigned I = 0; I < Lanes; ++I) {
    if (!From.Known.test(I))
      continue;
    const auto Lane =
        static_cast<unsigned>(static_cast<uint64_t>(From.V[I]) % Lanes);
    const bool IsThere = From.V[I] >= 0 && Ctx.FirstThread + Lane < Threads;
    if (!IsThere && !Ops[2])
      continue;
    const LaneValues &Of = IsThere ? Told : Ops[2]->Values;
    const unsigned At = IsThere ? Lane : I;
    if (Of.Known.test(At))
      Out.Values.V[I] = wrapToWidth(Of.V[At], N.Width), Out.Values.Known.set(I);
  }
}

void WarpEvaluator::changeWidth(const ExprNode &N, const LaneValues &A,
                                Entry &Out) {
  uint64_t Mask = N.Width >= 64 ? ~uint64_t(0) : (uint64_t(1) << N.Width) - 1;
  unsigned Count = Out.Uniform ? 1 : Lanes;
  auto Each = [&](auto F) {
    for (unsigned I = 0; I < Count; ++I)
      Out.Values.V[I] = F(A.V[I]);
  };
  if (N.Kind == ExprKind::ZExt)
    Each([=](int64_t V) {
      return static_cast<int64_t>(static_cast<uint64_t>(V) & Mask);
    });
  else if (N.Kind == ExprKind::SExt && N.Width == 1)
    Each([](int64_t V) { return -(V & 1); });
  else if (N.Width > 1 && N.Width < 64)
    Each([Cut = 64 - N.Width](int64_t V) {
      return static_cast<int64_t>(static_cast<uint64_t>(V) << Cut) >> Cut;
    });
  else
    Each([&](int64_t V) { return wrapToWidth(V, N.Width); });
  if (Out.Uniform)
    std::fill_n(Out.Values.V.begin(), Lanes, Out.Values.V[0]);
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
    return perThread(Out, [](const Dim3 &T) { return T.X; });
  case ExprKind::TidY:
    return perThread(Out, [](const Dim3 &T) { return T.Y; });
  case ExprKind::TidZ:
    return perThread(Out, [](const Dim3 &T) { return T.Z; });
  case ExprKind::CtaidX:
    Out.Depends = bit(BlockBit);
    return Cut(Ctx.Ctaid.X);
  case ExprKind::CtaidY:
    Out.Depends = bit(BlockBit);
    return Cut(Ctx.Ctaid.Y);
  case ExprKind::CtaidZ:
    Out.Depends = bit(BlockBit);
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
  case ExprKind::FloatArg:
    return argument(N, Out);
  case ExprKind::LoopIter:
    Out.Depends = loopBit(N.Aux);
    if (N.Aux < Iter.size())
      Cut(Iter[N.Aux]);
    return;
  case ExprKind::Opaque:
    if (isDisplacement(Ctx, N))
      return fill(Out, 0);
    if (rampOf(Ctx, N) != 0)
      break;
    if (Ctx.Ramps && Ctx.OtherDataAsZero)
      return fill(Out, 0);
    if (Ctx.UniformDataAsZero && N.Imm != 0) {
      fill(Out, 0);
      Out.OpenData = 1;
    }
    if (!Ctx.UniformDataAsZero || N.Imm != 0 || N.Ops[0] == NoExpr)
      return;
    break;
  default:
    break;
  }
  if (N.Kind == ExprKind::Tuple)
    return;
  if (N.Kind == ExprKind::Variable)
    return variable(N, Out);
  if (N.Kind == ExprKind::Carried)
    return carried(N, Out, Steps, Depth);
  // Entries stay where they are while others are added.
  const Entry *Ops[3] = {};
  bool Search = N.Kind == ExprKind::FirstExit;
  for (unsigned I = 0; I < 3 && N.Ops[I] != NoExpr; ++I) {
    Ops[I] = &entry(N.Ops[I], Steps, Depth + 1);
    Out.Depends |= Ops[I]->Depends;
    Out.Uniform &= Ops[I]->Uniform;
  }
  if (Search) {
    if (N.Aux < LastLoopBit) // the search binds its own counter
      Out.Depends &= ~loopBit(N.Aux);
    return firstExit(N, Out, Steps);
  }
  if (isShiftByData(N, Ops)) {
    fill(Out, 0);
    Out.OpenData = 1;
    return;
  }
  Out.OpenData = openData(N, Ops);
  if (N.Kind == ExprKind::Mul && Out.OpenData == 0 &&
      (Ops[0]->OpenData != 0 || Ops[1]->OpenData != 0))
    return product(N, *Ops[0], *Ops[1], Out);
  switch (N.Kind) {
  case ExprKind::Opaque:
    if (const double Ramp = rampOf(Ctx, N); Ramp != 0) {
      climb(N, Ramp, Ops[0]->Values, Out.Values, Lanes);
      return;
    }
    return data(N, Ops, Out);
  case ExprKind::FromLane:
    return fromLanes(N, Ops, Out);
  case ExprKind::Float:
    return floats(N, Ops, Out);
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
