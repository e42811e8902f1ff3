//===- Expr.cpp -----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>
#include <limits>

using namespace gpuperf;

namespace {
/// Expressions past this size are "not knowable": evaluation stays cheap.
constexpr unsigned MaxTreeSize = 120;

__extension__ typedef __int128 Wide;

/// The number that an integer constant of \p T denotes.
Wide wideOf(const HostValue &V, HostType T) {
  if (!T.IsSigned && T.Bits == 64)
    return static_cast<uint64_t>(V.Integer);
  return V.Integer;
}

HostValue integerValue(int64_t I) {
  HostValue V;
  V.Integer = I;
  return V;
}

HostValue floatingValue(double D, HostType T) {
  HostValue V;
  V.IsFloating = true;
  V.Floating = T.Bits == 32 ? static_cast<float>(D) : D;
  return V;
}

bool fitsSigned(Wide W, unsigned Bits) {
  Wide Half = Wide(1) << (Bits - 1);
  return W >= -Half && W < Half;
}

/// Unsigned types wrap; signed overflow is undefined in C++.
std::optional<HostValue> arithmeticResult(Wide W, HostType T) {
  if (T.Bits == 1)
    return integerValue(W != 0);
  if (T.IsSigned) {
    if (!fitsSigned(W, T.Bits))
      return std::nullopt;
    return integerValue(static_cast<int64_t>(W));
  }
  uint64_t Mask = T.Bits == 64 ? ~uint64_t(0) : (uint64_t(1) << T.Bits) - 1;
  return integerValue(static_cast<int64_t>(static_cast<uint64_t>(W) & Mask));
}

/// Conversions to a narrower signed type wrap (C++20), unlike arithmetic.
std::optional<HostValue> convert(const HostValue &V, HostType From,
                                 HostType To) {
  if (To.IsFloating) {
    if (V.IsFloating)
      return floatingValue(V.Floating, To);
    Wide W = wideOf(V, From);
    // One rounding only: int64 -> float directly, not by way of double.
    return floatingValue(
        To.Bits == 32 ? static_cast<float>(W) : static_cast<double>(W), To);
  }
  if (V.IsFloating) {
    if (To.Bits == 1)
      return integerValue(V.Floating != 0);
    double D = std::trunc(V.Floating);
    if (!(D > -9.3e18 && D < 1.85e19))
      return std::nullopt; // undefined in C++, as is NaN
    Wide W = static_cast<Wide>(D);
    Wide Top = Wide(1) << (To.IsSigned ? To.Bits - 1 : To.Bits);
    if (W >= Top || W < (To.IsSigned ? -Top : Wide(0)))
      return std::nullopt;
    return arithmeticResult(W, To);
  }
  Wide W = wideOf(V, From);
  if (To.Bits == 1 || !To.IsSigned || fitsSigned(W, To.Bits))
    return arithmeticResult(W, To);
  uint64_t Low = static_cast<uint64_t>(W);
  return integerValue(static_cast<int64_t>(Low << (64 - To.Bits)) >>
                      (64 - To.Bits));
}

bool truth(const HostValue &V) {
  return V.IsFloating ? V.Floating != 0 : V.Integer != 0;
}

bool isComparison(HostOp Op) { return Op >= HostOp::Lt && Op <= HostOp::Ne; }

template <typename T> bool compare(HostOp Op, T A, T B) {
  switch (Op) {
  case HostOp::Lt:
    return A < B;
  case HostOp::Le:
    return A <= B;
  case HostOp::Gt:
    return A > B;
  case HostOp::Ge:
    return A >= B;
  case HostOp::Eq:
    return A == B;
  default:
    return A != B;
  }
}

std::optional<HostValue> applyFloating(HostOp Op, HostType T, double A,
                                       double B) {
  double R;
  switch (Op) {
  case HostOp::Neg:
    R = -A;
    break;
  case HostOp::Add:
    R = A + B;
    break;
  case HostOp::Sub:
    R = A - B;
    break;
  case HostOp::Mul:
    R = A * B;
    break;
  case HostOp::Div:
    if (B == 0)
      return std::nullopt;
    R = A / B;
    break;
  case HostOp::Min:
    R = std::fmin(A, B);
    break;
  case HostOp::Max:
    R = std::fmax(A, B);
    break;
  case HostOp::Ceil:
    R = std::ceil(A);
    break;
  case HostOp::Floor:
    R = std::floor(A);
    break;
  case HostOp::Round:
    R = std::round(A);
    break;
  case HostOp::Trunc:
    R = std::trunc(A);
    break;
  case HostOp::Sqrt:
    R = std::sqrt(A);
    break;
  case HostOp::Log2:
    R = std::log2(A);
    break;
  case HostOp::Abs:
    R = std::fabs(A);
    break;
  case HostOp::Pow:
    R = std::pow(A, B);
    break;
  default:
    return std::nullopt;
  }
  if (!std::isfinite(R))
    return std::nullopt;
  return floatingValue(R, T);
}

std::optional<HostValue> applyInteger(HostOp Op, HostType T, Wide A, Wide B) {
  switch (Op) {
  case HostOp::Neg:
    return arithmeticResult(-A, T);
  case HostOp::BitNot:
    return arithmeticResult(~A, T);
  case HostOp::Add:
    return arithmeticResult(A + B, T);
  case HostOp::Sub:
    return arithmeticResult(A - B, T);
  case HostOp::Mul:
    if (!T.IsSigned) // the low 64 bits are all that a wrapped product needs
      return arithmeticResult(
          static_cast<uint64_t>(A) * static_cast<uint64_t>(B), T);
    return arithmeticResult(A * B, T);
  case HostOp::Div:
    if (B == 0)
      return std::nullopt;
    return arithmeticResult(A / B, T);
  case HostOp::Rem:
    if (B == 0)
      return std::nullopt;
    return arithmeticResult(A % B, T);
  case HostOp::Shl:
    if (B < 0 || B >= T.Bits)
      return std::nullopt;
    if (!T.IsSigned)
      return arithmeticResult(static_cast<uint64_t>(A) << int(B), T);
    return arithmeticResult(A * (Wide(1) << int(B)), T);
  case HostOp::Shr:
    if (B < 0 || B >= T.Bits)
      return std::nullopt;
    return arithmeticResult(A >> int(B), T);
  case HostOp::And:
    return arithmeticResult(A & B, T);
  case HostOp::Or:
    return arithmeticResult(A | B, T);
  case HostOp::Xor:
    return arithmeticResult(A ^ B, T);
  case HostOp::Min:
    return arithmeticResult(A < B ? A : B, T);
  case HostOp::Max:
    return arithmeticResult(A < B ? B : A, T);
  case HostOp::Abs:
    return arithmeticResult(A < 0 ? -A : A, T);
  default:
    return std::nullopt;
  }
}

/// A binary or unary operation whose operands are of the types given.
std::optional<HostValue> apply(HostOp Op, HostType T, const HostValue &A,
                               HostType TA, const HostValue &B, HostType TB) {
  if (Op == HostOp::Cast)
    return convert(A, TA, T);
  if (Op == HostOp::Not)
    return integerValue(!truth(A));
  if (isComparison(Op)) {
    if (A.IsFloating || B.IsFloating)
      return integerValue(compare(
          Op, A.IsFloating ? A.Floating : static_cast<double>(wideOf(A, TA)),
          B.IsFloating ? B.Floating : static_cast<double>(wideOf(B, TB))));
    return integerValue(compare(Op, wideOf(A, TA), wideOf(B, TB)));
  }
  if (T.IsFloating) {
    auto CA = convert(A, TA, T), CB = convert(B, TB, T);
    return applyFloating(Op, T, CA->Floating, CB->Floating);
  }
  if (A.IsFloating || B.IsFloating)
    return std::nullopt;
  return applyInteger(Op, T, wideOf(A, TA), wideOf(B, TB));
}

/// The value in the node's own type (unsigned 64-bit as bits).
std::optional<HostValue> evaluateTyped(const HostExprNode &E,
                                       const HostBindings &Bindings) {
  auto Sub = [&](unsigned I) -> std::optional<HostValue> {
    if (I >= E.Operands.size() || !E.Operands[I])
      return std::nullopt;
    return evaluateTyped(*E.Operands[I], Bindings);
  };
  switch (E.Op) {
  case HostOp::Constant:
    return E.Value;
  case HostOp::Unknown: {
    auto It = Bindings.find(E.Name);
    if (It == Bindings.end())
      return std::nullopt;
    const HostValue &V = It->second;
    HostType From;
    From.IsFloating = V.IsFloating;
    if (!V.IsFloating && !E.Type.IsFloating && E.Type.Bits > 1) {
      // The user's number must be one that the variable can hold.
      if (!E.Type.IsSigned && V.Integer < 0)
        return std::nullopt;
      if (E.Type.Bits < 64 &&
          !fitsSigned(V.Integer, E.Type.Bits + !E.Type.IsSigned))
        return std::nullopt;
    }
    return convert(V, From, E.Type);
  }
  case HostOp::LogicalAnd:
  case HostOp::LogicalOr: {
    auto A = Sub(0), B = Sub(1);
    bool Decides = E.Op == HostOp::LogicalOr;
    if ((A && truth(*A) == Decides) || (B && truth(*B) == Decides))
      return integerValue(Decides);
    if (!A || !B)
      return std::nullopt;
    return integerValue(!Decides);
  }
  case HostOp::Select: {
    auto C = Sub(0);
    if (!C)
      return std::nullopt;
    return Sub(truth(*C) ? 1 : 2);
  }
  default:
    break;
  }
  auto A = Sub(0);
  if (!A)
    return std::nullopt;
  HostType TA = E.Operands[0]->Type;
  if (E.Operands.size() < 2)
    return apply(E.Op, E.Type, *A, TA, *A, TA);
  auto B = Sub(1);
  if (!B)
    return std::nullopt;
  return apply(E.Op, E.Type, *A, TA, *B, E.Operands[1]->Type);
}

std::optional<HostValue> exported(std::optional<HostValue> V, HostType T) {
  if (V && !V->IsFloating && !T.IsSigned && T.Bits == 64 && V->Integer < 0)
    return std::nullopt; // above int64_t
  return V;
}

HostExpr makeConstant(HostValue V, HostType T) {
  auto N = std::make_shared<HostExprNode>();
  N->Value = V;
  N->Type = T;
  return N;
}

void collectNames(const HostExprNode &E, std::vector<std::string> &Names) {
  // A launch's expressions have few names.
  if (E.Op == HostOp::Unknown && !llvm::is_contained(Names, E.Name))
    Names.push_back(E.Name);
  for (const HostExpr &O : E.Operands)
    if (O)
      collectNames(*O, Names);
}

} // namespace

HostExpr gpuperf::hostConstant(HostValue Value) {
  HostType T;
  T.IsFloating = Value.IsFloating;
  return makeConstant(Value, T);
}

HostExpr gpuperf::hostConstant(HostValue Value, HostType Type) {
  return hostCast(hostConstant(Value), Type);
}

HostExpr gpuperf::hostInteger(int64_t Value, HostType Type) {
  return hostConstant(integerValue(Value), Type);
}

HostExpr gpuperf::hostUnknown(llvm::StringRef Name, HostType Type,
                              bool IsText) {
  auto N = std::make_shared<HostExprNode>();
  N->Op = HostOp::Unknown;
  N->Type = Type;
  N->Name = Name.str();
  N->IsText = IsText;
  return N;
}

HostExpr gpuperf::hostCast(const HostExpr &E, HostType Type) {
  if (!E || E->Type == Type)
    return E;
  return hostApply(HostOp::Cast, Type, {E});
}

HostExpr gpuperf::hostApply(HostOp Op, HostType Type,
                            std::vector<HostExpr> Operands) {
  const HostType Bool{false, false, 1};
  if (isComparison(Op) || Op == HostOp::Not || Op == HostOp::LogicalAnd ||
      Op == HostOp::LogicalOr)
    Type = Bool;
  if (Op == HostOp::Select) {
    if (auto C = constantValue(Operands[0]))
      return hostCast(Operands[truth(*C) ? 1 : 2], Type);
    if (sameExpr(Operands[1], Operands[2]))
      return hostCast(Operands[1], Type);
    for (unsigned I : {1, 2})
      Operands[I] = hostCast(Operands[I], Type);
  } else if (Op == HostOp::LogicalAnd || Op == HostOp::LogicalOr) {
    for (const HostExpr &O : Operands)
      if (auto C = constantValue(O);
          C && truth(*C) == (Op == HostOp::LogicalOr))
        return hostInteger(Op == HostOp::LogicalOr, Bool);
  }
  unsigned Size = 1;
  bool AllConstant = true;
  for (const HostExpr &O : Operands) {
    if (!O)
      return nullptr;
    Size += O->TreeSize;
    AllConstant &= isConstant(O);
  }
  if (Size > MaxTreeSize)
    return nullptr;
  HostExprNode N;
  N.Op = Op;
  N.Type = Type;
  N.Operands = std::move(Operands);
  N.TreeSize = Size;
  if (AllConstant) {
    auto V = evaluateTyped(N, HostBindings());
    return V ? makeConstant(*V, Type) : nullptr;
  }
  return std::make_shared<HostExprNode>(std::move(N));
}

bool gpuperf::isConstant(const HostExpr &E) {
  return E && E->Op == HostOp::Constant;
}

std::optional<HostValue> gpuperf::constantValue(const HostExpr &E) {
  if (!isConstant(E))
    return std::nullopt;
  return exported(E->Value, E->Type);
}

bool gpuperf::sameExpr(const HostExpr &A, const HostExpr &B) {
  if (!A || !B)
    return false;
  if (A == B)
    return true;
  if (A->Op != B->Op || A->Type != B->Type || A->TreeSize != B->TreeSize ||
      A->Operands.size() != B->Operands.size())
    return false;
  if (A->Op == HostOp::Constant)
    return A->Value.IsFloating == B->Value.IsFloating &&
           A->Value.Integer == B->Value.Integer &&
           A->Value.Floating == B->Value.Floating;
  if (A->Op == HostOp::Unknown)
    return A->Name == B->Name;
  for (unsigned I = 0; I < A->Operands.size(); ++I)
    if (!sameExpr(A->Operands[I], B->Operands[I]))
      return false;
  return true;
}

const HostExprNode *gpuperf::asUnknown(const HostExpr &E) {
  const HostExprNode *N = E.get();
  while (N && N->Op == HostOp::Cast)
    N = N->Operands[0].get();
  return N && N->Op == HostOp::Unknown ? N : nullptr;
}

std::optional<HostValue> gpuperf::evaluate(const HostExpr &E,
                                           const HostBindings &Bindings) {
  if (!E)
    return std::nullopt;
  return exported(evaluateTyped(*E, Bindings), E->Type);
}

std::vector<std::string> gpuperf::freeNames(const HostExpr &E) {
  std::vector<std::string> Names;
  if (E)
    collectNames(*E, Names);
  return Names;
}
