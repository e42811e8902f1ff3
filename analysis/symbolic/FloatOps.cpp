//===- FloatOps.cpp - Floats in expressions -------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/WarpEvaluator.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace gpuperf;

unsigned gpuperf::operandCount(FloatOp Op) {
  if (Op == FloatOp::Fma)
    return 3;
  return Op >= FloatOp::Add ? 2 : 1;
}

/// \p Value, if it is within the range of an integer type, whose least value is
/// \p Least and whose greatest is below \p End.
static std::optional<int64_t> toInteger(double Value, double Least,
                                        double End) {
  const double Whole = std::trunc(Value);
  if (!(Whole >= Least && Whole < End))
    return std::nullopt;
  return Least < 0 ? static_cast<int64_t>(Whole)
                   : static_cast<int64_t>(static_cast<uint64_t>(Whole));
}

static double unary(FloatOp Op, double X) {
  switch (Op) {
  case FloatOp::Neg:
    return -X;
  case FloatOp::Abs:
    return std::fabs(X);
  case FloatOp::Sqrt:
    return std::sqrt(X);
  case FloatOp::Floor:
    return std::floor(X);
  case FloatOp::Ceil:
    return std::ceil(X);
  case FloatOp::Trunc:
    return std::trunc(X);
  case FloatOp::Nearest:
    return std::nearbyint(X);
  case FloatOp::Exp2:
    return std::exp2(X);
  case FloatOp::Log2:
    return std::log2(X);
  default:
    return X;
  }
}

static double binary(FloatOp Op, double X, double Y) {
  switch (Op) {
  case FloatOp::Add:
    return X + Y;
  case FloatOp::Sub:
    return X - Y;
  case FloatOp::Mul:
    return X * Y;
  case FloatOp::Div:
    return X / Y;
  case FloatOp::Rem:
    return std::fmod(X, Y);
  case FloatOp::Min:
    return std::fmin(X, Y);
  case FloatOp::Max:
    return std::fmax(X, Y);
  default:
    return std::copysign(X, Y);
  }
}

std::optional<int64_t> gpuperf::foldFloat(FloatOp Op, unsigned Width,
                                          llvm::ArrayRef<int64_t> Operands) {
  assert(Operands.size() == operandCount(Op) &&
         "operands of another operation");
  constexpr double EndSigned = 0x1p63, EndUnsigned = 0x1p64;
  const int64_t A = Operands[0];
  auto Number = [&](unsigned I) { return llvm::bit_cast<double>(Operands[I]); };
  auto Result = [&](double X) {
    if (Width == 32)
      X = static_cast<float>(X);
    return llvm::bit_cast<int64_t>(X);
  };
  switch (Op) {
  case FloatOp::FromSigned:
    // Rounded once: by way of double, a float could be rounded twice.
    return Result(Width == 32 ? static_cast<float>(A) : static_cast<double>(A));
  case FloatOp::FromUnsigned: {
    const auto U = static_cast<uint64_t>(A);
    return Result(Width == 32 ? static_cast<float>(U) : static_cast<double>(U));
  }
  case FloatOp::ToSigned:
    return toInteger(Number(0), -EndSigned, EndSigned);
  case FloatOp::ToUnsigned:
    return toInteger(Number(0), 0, EndUnsigned);
  case FloatOp::ToBits:
    return Width == 32 ? static_cast<int64_t>(llvm::bit_cast<uint32_t>(
                             static_cast<float>(Number(0))))
                       : A;
  case FloatOp::FromBits:
    return Width == 32 ? Result(llvm::bit_cast<float>(static_cast<uint32_t>(A)))
                       : A;
  case FloatOp::Fma:
    return Result(Width == 32 ? std::fma(static_cast<float>(Number(0)),
                                         static_cast<float>(Number(1)),
                                         static_cast<float>(Number(2)))
                              : std::fma(Number(0), Number(1), Number(2)));
  case FloatOp::Less:
    return Number(0) < Number(1);
  case FloatOp::LessEqual:
    return Number(0) <= Number(1);
  case FloatOp::Equal:
    return Number(0) == Number(1);
  case FloatOp::Unordered:
    return std::isnan(Number(0)) || std::isnan(Number(1));
  default:
    // Sums, products, quotients and roots of floats are the same whether they
    // are rounded at once or by way of double.
    return Result(operandCount(Op) == 1 ? unary(Op, Number(0))
                                        : binary(Op, Number(0), Number(1)));
  }
}

void WarpEvaluator::floats(const ExprNode &N, const Entry *const *Ops,
                           Entry &Out) {
  const auto Op = static_cast<FloatOp>(N.Aux);
  const unsigned Count = Out.Uniform ? 1 : Lanes, Operands = operandCount(Op);
  for (unsigned I = 0; I < Count; ++I) {
    std::array<int64_t, 3> At{};
    bool Known = true;
    for (unsigned O = 0; O < Operands; ++O) {
      Known &= Ops[O] && Ops[O]->Values.Known.test(I);
      At[O] = Known ? Ops[O]->Values.V[I] : 0;
    }
    if (!Known)
      continue;
    if (auto V =
            foldFloat(Op, N.Width, llvm::ArrayRef(At).take_front(Operands)))
      Out.Values.V[I] = *V, Out.Values.Known.set(I);
  }
  if (Out.Uniform && Out.Values.Known.test(0))
    fill(Out, Out.Values.V[0]);
}
