//===- Intrinsics.cpp - LLVM's intrinsics in a walk -----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/Intrinsics.h"
#include "plugin/program/machine/Machine.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;

namespace gpuperf::program {

/// A function of floating numbers under an intrinsic; nothing for others.
static std::optional<double> floatingIntrinsic(Intrinsic::ID Id, double X,
                                               double Y, double Z) {
  switch (Id) {
  case Intrinsic::sqrt:
    return std::sqrt(X);
  case Intrinsic::fabs:
    return std::fabs(X);
  case Intrinsic::floor:
    return std::floor(X);
  case Intrinsic::ceil:
    return std::ceil(X);
  case Intrinsic::trunc:
    return std::trunc(X);
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return std::nearbyint(X);
  case Intrinsic::round:
    return std::round(X);
  case Intrinsic::sin:
    return std::sin(X);
  case Intrinsic::cos:
    return std::cos(X);
  case Intrinsic::exp:
    return std::exp(X);
  case Intrinsic::exp2:
    return std::exp2(X);
  case Intrinsic::log:
    return std::log(X);
  case Intrinsic::log2:
    return std::log2(X);
  case Intrinsic::log10:
    return std::log10(X);
  case Intrinsic::pow:
    return std::pow(X, Y);
  case Intrinsic::copysign:
    return std::copysign(X, Y);
  case Intrinsic::minnum:
  case Intrinsic::minimum:
    return std::fmin(X, Y);
  case Intrinsic::maxnum:
  case Intrinsic::maximum:
    return std::fmax(X, Y);
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return X * Y + Z;
  default:
    return std::nullopt;
  }
}

static unsigned bitsOf(const Function &F, unsigned K) {
  Type *T = F.getFunctionType()->getParamType(K);
  return T->isIntegerTy() ? std::min(64u, T->getIntegerBitWidth()) : 64;
}

/// min, max, abs and bit counts; false for others.
static bool integerIntrinsic(const Function &F, Value A, Value B, Value &R) {
  if (F.arg_size() == 0 || !F.getFunctionType()->getParamType(0)->isIntegerTy())
    return false;
  const unsigned W = bitsOf(F, 0);
  auto wide = [W](uint64_t V) {
    return W >= 64 ? static_cast<int64_t>(V) : SignExtend64(V, W);
  };
  int64_t X = wide(A.Bits), Y = wide(B.Bits);
  uint64_t Mask = W >= 64 ? ~uint64_t(0) : (uint64_t(1) << W) - 1;
  switch (F.getIntrinsicID()) {
  case Intrinsic::smin:
    R.Bits = X < Y ? A.Bits : B.Bits;
    return true;
  case Intrinsic::smax:
    R.Bits = X > Y ? A.Bits : B.Bits;
    return true;
  case Intrinsic::umin:
    R.Bits = std::min(A.Bits, B.Bits);
    return true;
  case Intrinsic::umax:
    R.Bits = std::max(A.Bits, B.Bits);
    return true;
  case Intrinsic::abs:
    R.Bits = static_cast<uint64_t>(X < 0 ? -X : X) & Mask;
    return true;
  case Intrinsic::ctpop:
    R.Bits = static_cast<uint64_t>(llvm::popcount(A.Bits));
    return true;
  case Intrinsic::ctlz:
    R.Bits = A.Bits == 0
                 ? W
                 : static_cast<uint64_t>(llvm::countl_zero(A.Bits)) - (64 - W);
    return true;
  case Intrinsic::cttz:
    R.Bits = A.Bits == 0 ? W : static_cast<uint64_t>(llvm::countr_zero(A.Bits));
    return true;
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
    R.Bits = A.Bits;
    return true;
  default:
    return false;
  }
}

bool Machine::callIntrinsic(const Function &F, ArrayRef<ArrayRef<Value>> Args,
                            MutableArrayRef<Value> Result) {
  auto arg = [&](size_t K) {
    return K < Args.size() && !Args[K].empty() ? Args[K][0] : Value();
  };
  const Intrinsic::ID Id = F.getIntrinsicID();
  switch (Id) {
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
  case Intrinsic::memcpy_inline:
    Mem.copy(arg(0).Bits, arg(1).Bits, arg(2).Bits);
    return true;
  case Intrinsic::memset:
    Mem.fill(arg(0).Bits, static_cast<uint8_t>(arg(1).Bits), arg(1).From,
             arg(2).Bits);
    return true;
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
    stop(End::Failed);
    return true;
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::vastart:
  case Intrinsic::vaend:
  case Intrinsic::prefetch:
    return Result.empty() || (Result[0] = Value(), true);
  case Intrinsic::threadlocal_address: // there is one thread
    if (!Result.empty())
      Result[0] = arg(0);
    return true;
  case Intrinsic::objectsize:
    if (!Result.empty())
      Result[0] = {~uint64_t(0), 0};
    return true;
  case Intrinsic::is_constant:
    if (!Result.empty())
      Result[0] = Value();
    return true;
  case Intrinsic::umul_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::ssub_with_overflow: {
    Type *T = F.getFunctionType()->getParamType(0);
    if (Result.size() != 2 || !T->isIntegerTy() || T->getIntegerBitWidth() > 64)
      return false;
    const unsigned W = T->getIntegerBitWidth();
    const APInt A(W, arg(0).Bits, /*isSigned=*/false, /*implicitTrunc=*/true),
        B(W, arg(1).Bits, /*isSigned=*/false, /*implicitTrunc=*/true);
    bool Over = false;
    const APInt R = Id == Intrinsic::umul_with_overflow   ? A.umul_ov(B, Over)
                    : Id == Intrinsic::uadd_with_overflow ? A.uadd_ov(B, Over)
                    : Id == Intrinsic::usub_with_overflow ? A.usub_ov(B, Over)
                    : Id == Intrinsic::smul_with_overflow ? A.smul_ov(B, Over)
                    : Id == Intrinsic::sadd_with_overflow ? A.sadd_ov(B, Over)
                                                          : A.ssub_ov(B, Over);
    LabelSet From = L.unite(arg(0).From, arg(1).From);
    Result[0] = {R.getZExtValue(), From};
    Result[1] = {Over, From};
    return true;
  }
  default:
    break;
  }
  if (Result.size() != 1)
    return Result.empty();
  Value A = arg(0), B = arg(1), C = arg(2);
  LabelSet From = L.unite(L.unite(A.From, B.From), C.From);
  Value R{0, From};
  if (integerIntrinsic(F, A, B, R)) {
    Result[0] = R;
    return true;
  }
  Type *T = F.getReturnType();
  if (!T->isFloatTy() && !T->isDoubleTy())
    return false;
  auto number = [&](Value V) {
    return T->isFloatTy() ? static_cast<double>(
                                bit_cast<float>(static_cast<uint32_t>(V.Bits)))
                          : bit_cast<double>(V.Bits);
  };
  auto D = floatingIntrinsic(Id, number(A), number(B), number(C));
  if (!D)
    return false;
  R.Bits = T->isFloatTy() ? bit_cast<uint32_t>(static_cast<float>(*D))
                          : bit_cast<uint64_t>(*D);
  Result[0] = R;
  return true;
}

} // namespace gpuperf::program
