//===- SymExpr.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/SymExpr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace gpuperf;

namespace {
bool isCommutative(ExprKind K) {
  switch (K) {
  case ExprKind::Add:
  case ExprKind::Mul:
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Xor:
  case ExprKind::SMin:
  case ExprKind::SMax:
  case ExprKind::UMin:
  case ExprKind::UMax:
  case ExprKind::Eq:
  case ExprKind::Ne:
    return true;
  default:
    return false;
  }
}

bool isComparison(ExprKind K) {
  return K >= ExprKind::Eq && K <= ExprKind::ULe;
}

bool isBinary(ExprKind K) {
  return (K >= ExprKind::Add && K <= ExprKind::ULe) || K == ExprKind::Pow;
}

uint64_t zeroExtended(int64_t V, unsigned Width) {
  return Width >= 64 ? static_cast<uint64_t>(V)
                     : static_cast<uint64_t>(V) &
                           llvm::maskTrailingOnes<uint64_t>(Width);
}

int64_t signExtended(int64_t V, unsigned Width) {
  return Width >= 64 ? V : llvm::SignExtend64(zeroExtended(V, Width), Width);
}

/// Saturating power, so that dividing by it ends at zero as the loop would.
int64_t power(int64_t Base, int64_t Exponent) {
  int64_t Result = 1;
  for (int64_t I = 0; I < Exponent; ++I) {
    if (Base == 0 || Base == 1)
      return Base;
    if (Base == -1)
      return Exponent % 2 ? -1 : 1;
    if (__builtin_mul_overflow(Result, Base, &Result))
      return std::numeric_limits<int64_t>::max();
  }
  return Result;
}
} // namespace

unsigned gpuperf::resultWidth(const ExprNode &Node) {
  if (Node.Kind == ExprKind::FloatArg)
    return 64;
  if (Node.Kind == ExprKind::Float)
    return Node.Aux >= static_cast<uint32_t>(FloatOp::Less) ? 1 : 64;
  if (isComparison(Node.Kind))
    return 1;
  if (Node.Kind == ExprKind::ZExt || Node.Kind == ExprKind::SExt ||
      Node.Kind == ExprKind::Pow || Node.Kind == ExprKind::FirstExit)
    return 64;
  return Node.Width;
}

int64_t gpuperf::wrapToWidth(int64_t Value, unsigned Width) {
  return Width == 1 ? Value & 1 : signExtended(Value, Width);
}

std::optional<int64_t> gpuperf::foldOperation(ExprKind Kind, unsigned Width,
                                              int64_t A, int64_t B) {
  // Unsigned arithmetic wraps; the result is cut to the width at the end.
  uint64_t UA = zeroExtended(A, Width), UB = zeroExtended(B, Width);
  int64_t SA = signExtended(A, Width), SB = signExtended(B, Width);
  auto Wrap = [&](uint64_t V) {
    return wrapToWidth(static_cast<int64_t>(V), Width);
  };
  switch (Kind) {
  case ExprKind::Add:
    return Wrap(UA + UB);
  case ExprKind::Sub:
    return Wrap(UA - UB);
  case ExprKind::Mul:
    return Wrap(UA * UB);
  case ExprKind::SDiv:
  case ExprKind::SRem:
    if (SB == 0)
      return std::nullopt;
    if (SB == -1) // the one quotient that overflows
      return Kind == ExprKind::SDiv ? Wrap(0 - UA) : 0;
    return Wrap(
        static_cast<uint64_t>(Kind == ExprKind::SDiv ? SA / SB : SA % SB));
  case ExprKind::UDiv:
  case ExprKind::URem:
    if (UB == 0)
      return std::nullopt;
    return Wrap(Kind == ExprKind::UDiv ? UA / UB : UA % UB);
  // A shift by the width or more is given its mathematical value: closed forms
  // of geometric loops shift by k * iteration.
  case ExprKind::Shl:
    return UB >= Width ? 0 : Wrap(UA << UB);
  case ExprKind::LShr:
    return UB >= Width ? 0 : Wrap(UA >> UB);
  case ExprKind::AShr:
    return Wrap(static_cast<uint64_t>(SA >> std::min<uint64_t>(UB, 63)));
  case ExprKind::And:
    return Wrap(UA & UB);
  case ExprKind::Or:
    return Wrap(UA | UB);
  case ExprKind::Xor:
    return Wrap(UA ^ UB);
  case ExprKind::SMin:
    return wrapToWidth(std::min(SA, SB), Width);
  case ExprKind::SMax:
    return wrapToWidth(std::max(SA, SB), Width);
  case ExprKind::UMin:
    return Wrap(std::min(UA, UB));
  case ExprKind::UMax:
    return Wrap(std::max(UA, UB));
  case ExprKind::Eq:
    return UA == UB;
  case ExprKind::Ne:
    return UA != UB;
  case ExprKind::SLt:
    return SA < SB;
  case ExprKind::SLe:
    return SA <= SB;
  case ExprKind::ULt:
    return UA < UB;
  case ExprKind::ULe:
    return UA <= UB;
  case ExprKind::Pow:
    return power(SA, std::min<int64_t>(SB, 64));
  default:
    return std::nullopt;
  }
}

ExprId ExprPool::constant(int64_t Value, unsigned Width) {
  ExprNode N;
  N.Kind = ExprKind::Constant;
  N.Width = static_cast<uint8_t>(Width);
  N.Imm = wrapToWidth(Value, Width);
  return intern(N);
}

ExprId ExprPool::intern(const ExprNode &N) {
  // Two bits less: DenseMap keeps the largest keys for itself.
  uint64_t Hash =
      llvm::hash_combine(static_cast<unsigned>(N.Kind), N.Width, N.Aux, N.Imm,
                         N.Ops[0], N.Ops[1], N.Ops[2]) &
      (~uint64_t(0) >> 2);
  auto &Bucket = ByHash[Hash];
  for (ExprId Id : Bucket)
    if (Nodes[Id] == N)
      return Id;
  Nodes.push_back(N);
  Bucket.push_back(static_cast<ExprId>(Nodes.size() - 1));
  return Bucket.back();
}

ExprId ExprPool::get(ExprNode N) {
  auto IsConst = [&](ExprId Id) {
    return Id != NoExpr && Nodes[Id].Kind == ExprKind::Constant;
  };
  auto Imm = [&](ExprId Id) { return Nodes[Id].Imm; };

  switch (N.Kind) {
  case ExprKind::Constant:
    return constant(N.Imm, N.Width);
  case ExprKind::Select:
    if (N.Ops[1] == N.Ops[2])
      return N.Ops[1];
    if (IsConst(N.Ops[0]))
      return Imm(N.Ops[0]) & 1 ? N.Ops[1] : N.Ops[2];
    return intern(N);
  case ExprKind::ZExt:
  case ExprKind::SExt: {
    if (N.Width >= 64)
      return N.Ops[0];
    if (IsConst(N.Ops[0])) {
      int64_t V = Imm(N.Ops[0]);
      return constant(N.Kind == ExprKind::SExt
                          ? signExtended(V, N.Width)
                          : static_cast<int64_t>(zeroExtended(V, N.Width)));
    }
    return intern(N);
  }
  case ExprKind::Trunc: {
    const ExprNode Op = Nodes[N.Ops[0]];
    if (Op.Kind == ExprKind::Constant)
      return constant(Op.Imm, N.Width);
    if (resultWidth(Op) == N.Width)
      return N.Ops[0];
    // Through an extension from the same width.
    if ((Op.Kind == ExprKind::ZExt || Op.Kind == ExprKind::SExt) &&
        Op.Width == N.Width && resultWidth(Nodes[Op.Ops[0]]) == N.Width)
      return Op.Ops[0];
    if (Op.Kind == ExprKind::LoopIter) {
      ExprNode Narrow = Op;
      Narrow.Width = N.Width;
      return intern(Narrow);
    }
    return intern(N);
  }
  case ExprKind::Float: {
    llvm::SmallVector<int64_t, 3> Operands;
    for (ExprId Op : N.Ops)
      if (IsConst(Op))
        Operands.push_back(Imm(Op));
    const auto Op = static_cast<FloatOp>(N.Aux);
    if (Operands.size() == operandCount(Op))
      if (auto V = foldFloat(Op, N.Width, Operands))
        return constant(*V, resultWidth(N));
    return intern(N);
  }
  default:
    break;
  }
  return isBinary(N.Kind) ? getBinary(N) : intern(N);
}

ExprId ExprPool::getBinary(ExprNode N) {
  auto IsConst = [&](ExprId Id) {
    return Nodes[Id].Kind == ExprKind::Constant;
  };
  auto Binary = [&](ExprKind K, ExprId A, ExprId B) {
    ExprNode M;
    M.Kind = K, M.Width = N.Width, M.Ops = {A, B, NoExpr};
    return get(M);
  };
  auto Cast = [&](ExprKind K, ExprId Of, unsigned Width) {
    ExprNode M;
    M.Kind = K, M.Width = static_cast<uint8_t>(Width);
    M.Ops = {Of, NoExpr, NoExpr};
    return get(M);
  };
  if (isCommutative(N.Kind)) {
    // Constants to the right, the rest in order of appearance.
    bool Swap = IsConst(N.Ops[0]) && !IsConst(N.Ops[1]);
    if (IsConst(N.Ops[0]) == IsConst(N.Ops[1]))
      Swap = N.Ops[0] > N.Ops[1];
    if (Swap)
      std::swap(N.Ops[0], N.Ops[1]);
  }
  ExprId A = N.Ops[0], B = N.Ops[1];
  if (IsConst(A) && IsConst(B)) {
    if (auto V = foldOperation(N.Kind, N.Width, Nodes[A].Imm, Nodes[B].Imm))
      return constant(*V, resultWidth(N));
    return intern(N);
  }
  const ExprNode NA = Nodes[A];
  if (IsConst(B)) {
    int64_t C = signExtended(Nodes[B].Imm, N.Width);
    switch (N.Kind) {
    case ExprKind::Sub:
      return Binary(
          ExprKind::Add, A,
          constant(static_cast<int64_t>(-static_cast<uint64_t>(C)), N.Width));
    case ExprKind::Shl:
      if (C >= 0 && C < N.Width)
        return Binary(
            ExprKind::Mul, A,
            constant(static_cast<int64_t>(uint64_t(1) << C), N.Width));
      break;
    case ExprKind::Add:
    case ExprKind::Mul: {
      if (N.Kind == ExprKind::Add && C == 0 && resultWidth(NA) == N.Width)
        return A;
      if (N.Kind == ExprKind::Mul && C == 0)
        return constant(0, N.Width);
      if (N.Kind == ExprKind::Mul && C == 1 && resultWidth(NA) == N.Width)
        return A;
      if (NA.Kind == N.Kind && NA.Width == N.Width && IsConst(NA.Ops[1])) {
        auto V = foldOperation(N.Kind, N.Width, Nodes[NA.Ops[1]].Imm, C);
        return Binary(N.Kind, NA.Ops[0], constant(*V, N.Width));
      }
      break;
    }
    case ExprKind::And:
      if (C == 0)
        return constant(0, N.Width);
      if (N.Width == 64 && C == UINT32_MAX)
        return Cast(ExprKind::ZExt, Cast(ExprKind::Trunc, A, 32), 32);
      if (wrapToWidth(-1, N.Width) == Nodes[B].Imm && NA.Width == N.Width &&
          resultWidth(NA) == N.Width)
        return A;
      break;
    case ExprKind::Xor:
      if (N.Width == 1 && (C & 1) && isComparison(NA.Kind))
        return getInverse(NA);
      [[fallthrough]];
    case ExprKind::Or:
      if (C == 0 && resultWidth(NA) == N.Width)
        return A;
      break;
    case ExprKind::LShr:
    case ExprKind::AShr:
      if (C == 0 && resultWidth(NA) == N.Width)
        return A;
      // The upper half of x * 2^32 is the lower half of x: how LLVM writes an
      // int that is made of a size_t and is an index.
      if (N.Width == 64 && C == 32 && NA.Kind == ExprKind::Mul &&
          IsConst(NA.Ops[1]) && (Nodes[NA.Ops[1]].Imm & UINT32_MAX) == 0)
        return Cast(N.Kind == ExprKind::LShr ? ExprKind::ZExt : ExprKind::SExt,
                    Cast(ExprKind::Trunc,
                         Binary(ExprKind::Mul, NA.Ops[0],
                                constant(Nodes[NA.Ops[1]].Imm >> 32, 64)),
                         32),
                    32);
      break;
    case ExprKind::SDiv:
    case ExprKind::UDiv:
      if (C == 1 && N.Width > 1 && resultWidth(NA) == N.Width)
        return A;
      break;
    default:
      break;
    }
  }
  if (A == B && resultWidth(NA) == N.Width) {
    switch (N.Kind) {
    case ExprKind::Sub:
    case ExprKind::Xor:
      return constant(0, N.Width);
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::SMin:
    case ExprKind::SMax:
    case ExprKind::UMin:
    case ExprKind::UMax:
      return A;
    case ExprKind::Eq:
    case ExprKind::SLe:
    case ExprKind::ULe:
      return constant(1, 1);
    case ExprKind::Ne:
    case ExprKind::SLt:
    case ExprKind::ULt:
      return constant(0, 1);
    default:
      break;
    }
  }
  return intern(N);
}

ExprId ExprPool::getInverse(ExprNode N) {
  switch (N.Kind) {
  case ExprKind::Eq:
    N.Kind = ExprKind::Ne;
    break;
  case ExprKind::Ne:
    N.Kind = ExprKind::Eq;
    break;
  case ExprKind::SLt:
  case ExprKind::SLe:
    N.Kind = N.Kind == ExprKind::SLt ? ExprKind::SLe : ExprKind::SLt;
    std::swap(N.Ops[0], N.Ops[1]);
    break;
  default:
    N.Kind = N.Kind == ExprKind::ULt ? ExprKind::ULe : ExprKind::ULt;
    std::swap(N.Ops[0], N.Ops[1]);
    break;
  }
  return get(N);
}

/// True if \p Wanted holds for a node that can be reached from \p Id.
template <typename Fn>
static bool reaches(llvm::ArrayRef<ExprNode> Nodes, ExprId Id, Fn Wanted) {
  if (Id == NoExpr)
    return false;
  llvm::SmallVector<ExprId, 16> Work = {Id};
  llvm::SmallDenseSet<ExprId, 16> Seen;
  while (!Work.empty()) {
    ExprId E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (Wanted(Nodes[E]))
      return true;
    for (ExprId Op : Nodes[E].Ops)
      if (Op != NoExpr)
        Work.push_back(Op);
  }
  return false;
}

bool ExprPool::dependsOn(ExprId Id, ExprKind Leaf) const {
  return reaches(Nodes, Id, [&](const ExprNode &N) { return N.Kind == Leaf; });
}

bool ExprPool::dependsOnThread(ExprId Id) const {
  return reaches(Nodes, Id, [](const ExprNode &N) {
    return N.Kind == ExprKind::TidX || N.Kind == ExprKind::TidY ||
           N.Kind == ExprKind::TidZ || N.Kind == ExprKind::LaneId;
  });
}

bool ExprPool::dependsOnBlock(ExprId Id) const {
  return reaches(Nodes, Id, [](const ExprNode &N) {
    return N.Kind == ExprKind::CtaidX || N.Kind == ExprKind::CtaidY ||
           N.Kind == ExprKind::CtaidZ;
  });
}

bool ExprPool::dependsOnLoop(ExprId Id, uint32_t Loop) const {
  return reaches(Nodes, Id, [&](const ExprNode &N) {
    return N.Kind == ExprKind::LoopIter && N.Aux == Loop;
  });
}

bool ExprPool::dependsOnData(ExprId Id) const {
  return dependsOn(Id, ExprKind::Opaque);
}

ExprId ExprPool::substituteLoopIter(ExprId Id, uint32_t Loop, ExprId By) {
  if (Id == NoExpr || !dependsOn(Id, ExprKind::LoopIter))
    return Id;
  // Operands come before their users, so one pass in order of ids is enough.
  llvm::SmallVector<ExprId, 32> Order, Work = {Id};
  llvm::SmallDenseSet<ExprId, 32> Seen;
  while (!Work.empty()) {
    ExprId E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    Order.push_back(E);
    for (ExprId Op : Nodes[E].Ops)
      if (Op != NoExpr)
        Work.push_back(Op);
  }
  llvm::sort(Order);
  llvm::DenseMap<ExprId, ExprId> New;
  for (ExprId E : Order) {
    ExprNode N = Nodes[E];
    if (N.Kind == ExprKind::LoopIter && N.Aux == Loop) {
      ExprNode Cut;
      Cut.Kind = ExprKind::Trunc, Cut.Width = N.Width;
      Cut.Ops[0] = By;
      New[E] = N.Width >= 64 ? By : get(Cut);
      continue;
    }
    // A search binds the counter of its own loop, and so does going through its
    // iterations, but not how many of them.
    bool Bound = N.Kind == ExprKind::FirstExit && N.Aux == Loop;
    bool Steps = N.Kind == ExprKind::Carried && N.Aux == Loop;
    bool Changed = false;
    for (unsigned I = 0; I < 3; ++I)
      if (N.Ops[I] != NoExpr && !Bound && !(Steps && I > 0) &&
          New[N.Ops[I]] != N.Ops[I])
        N.Ops[I] = New[N.Ops[I]], Changed = true;
    New[E] = Changed ? get(N) : E;
  }
  return New[Id];
}
