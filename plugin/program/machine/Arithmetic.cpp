//===- Arithmetic.cpp - Operations on labelled numbers --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Machine.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>

using namespace llvm;

namespace gpuperf::program {

static uint64_t cut(uint64_t V, unsigned Bits) {
  return Bits >= 64 ? V : V & ((uint64_t(1) << Bits) - 1);
}
static int64_t extend(uint64_t V, unsigned Bits) {
  return Bits >= 64 ? static_cast<int64_t>(V) : SignExtend64(V, Bits);
}
static double floating(uint64_t V, unsigned Bits) {
  return Bits == 32 ? bit_cast<float>(static_cast<uint32_t>(V))
                    : bit_cast<double>(V);
}
static uint64_t floatingBits(double V, unsigned Bits) {
  return Bits == 32 ? bit_cast<uint32_t>(static_cast<float>(V))
                    : bit_cast<uint64_t>(V);
}

int64_t NativeCall::integer(size_t K, unsigned Bits) const {
  return extend(arg(K).Bits, Bits);
}
double NativeCall::number(size_t K) const {
  return bit_cast<double>(arg(K).Bits);
}

Value Machine::binary(const Op &O, Value A, Value B) {
  Value R;
  R.From = A.From == B.From ? A.From : L.unite(A.From, B.From);
  const unsigned W = O.Bits;
  switch (O.Llvm) {
  case Instruction::Add:
    R.Bits = cut(A.Bits + B.Bits, W);
    break;
  case Instruction::Sub:
    R.Bits = cut(A.Bits - B.Bits, W);
    break;
  case Instruction::Mul:
    R.Bits = cut(A.Bits * B.Bits, W);
    if (R.From && W == 32 && !L.holdsData(R.From) &&
        extend(A.Bits, W) * extend(B.Bits, W) != extend(R.Bits, W))
      if (const auto *I = dyn_cast_or_null<OverflowingBinaryOperator>(O.I))
        OverflowsByAssumed |= I->hasNoSignedWrap();
    break;
  case Instruction::And:
    R.Bits = A.Bits & B.Bits;
    // What is certainly zero is certain.
    if ((A.From == 0 && A.Bits == 0) || (B.From == 0 && B.Bits == 0))
      R.From = 0;
    break;
  case Instruction::Or:
    R.Bits = A.Bits | B.Bits;
    break;
  case Instruction::Xor:
    R.Bits = A.Bits ^ B.Bits;
    break;
  case Instruction::Shl:
    R.Bits = B.Bits < W ? cut(A.Bits << B.Bits, W) : 0;
    break;
  case Instruction::LShr:
    R.Bits = B.Bits < W ? A.Bits >> B.Bits : 0;
    break;
  case Instruction::AShr:
    R.Bits = cut(static_cast<uint64_t>(extend(A.Bits, W) >>
                                       std::min<uint64_t>(B.Bits, 63)),
                 W);
    break;
  case Instruction::UDiv:
  case Instruction::URem:
    if (B.Bits == 0) {
      R.From = Data;
      break;
    }
    R.Bits = O.Llvm == Instruction::UDiv ? A.Bits / B.Bits : A.Bits % B.Bits;
    break;
  case Instruction::SDiv:
  case Instruction::SRem: {
    int64_t X = extend(A.Bits, W), Y = extend(B.Bits, W);
    if (Y == 0 || (Y == -1 && X == std::numeric_limits<int64_t>::min())) {
      R.From = Data;
      break;
    }
    R.Bits = cut(
        static_cast<uint64_t>(O.Llvm == Instruction::SDiv ? X / Y : X % Y), W);
    break;
  }
  default: {
    if (W != 32 && W != 64) {
      R.From = Data;
      break;
    }
    double X = floating(A.Bits, W), Y = floating(B.Bits, W), Z = 0;
    switch (O.Llvm) {
    case Instruction::FAdd:
      Z = X + Y;
      break;
    case Instruction::FSub:
      Z = X - Y;
      break;
    case Instruction::FMul:
      Z = X * Y;
      break;
    case Instruction::FDiv:
      Z = X / Y;
      break;
    default:
      Z = std::fmod(X, Y);
    }
    R.Bits = floatingBits(Z, W);
  }
  }
  return R;
}

/// A floating value as an integer; what C++ leaves undefined becomes 0.
static uint64_t toInteger(double V, bool Signed, unsigned Bits) {
  if (!std::isfinite(V))
    return 0;
  V = std::trunc(V);
  if (Signed)
    return std::fabs(V) < 9.2e18
               ? cut(static_cast<uint64_t>(static_cast<int64_t>(V)), Bits)
               : 0;
  if (V < 0)
    return V > -9.2e18
               ? cut(static_cast<uint64_t>(static_cast<int64_t>(V)), Bits)
               : 0;
  return V < 1.8e19 ? cut(static_cast<uint64_t>(V), Bits) : 0;
}

/// Whether numbers of so many bits are floats or doubles.
static bool isComputed(unsigned Bits) { return Bits == 32 || Bits == 64; }

Value Machine::cast(const Op &O, Value A) const {
  Value R = A;
  const bool FromFloating =
      O.Llvm == Instruction::FPTrunc || O.Llvm == Instruction::FPExt ||
      O.Llvm == Instruction::FPToSI || O.Llvm == Instruction::FPToUI;
  const bool ToFloating =
      O.Llvm == Instruction::FPTrunc || O.Llvm == Instruction::FPExt ||
      O.Llvm == Instruction::SIToFP || O.Llvm == Instruction::UIToFP;
  if ((FromFloating && !isComputed(O.Bits)) ||
      (ToFloating && !isComputed(O.ToBits)))
    return {0, Data};
  switch (O.Llvm) {
  case Instruction::Trunc:
    R.Bits = cut(A.Bits, O.ToBits);
    break;
  case Instruction::SExt:
    R.Bits = cut(static_cast<uint64_t>(extend(A.Bits, O.Bits)), O.ToBits);
    break;
  case Instruction::FPTrunc:
  case Instruction::FPExt:
    R.Bits = floatingBits(floating(A.Bits, O.Bits), O.ToBits);
    break;
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    R.Bits = toInteger(floating(A.Bits, O.Bits), O.Llvm == Instruction::FPToSI,
                       O.ToBits);
    break;
  case Instruction::SIToFP:
    R.Bits =
        floatingBits(static_cast<double>(extend(A.Bits, O.Bits)), O.ToBits);
    break;
  case Instruction::UIToFP:
    R.Bits = floatingBits(static_cast<double>(A.Bits), O.ToBits);
    break;
  default: // pointers, zero extension, same bits under another type
    R.Bits = cut(A.Bits, O.ToBits);
    break;
  }
  return R;
}

Value Machine::compare(const Op &O, Value A, Value B) {
  if (ArgcLabel && (A.From == ArgcLabel) != (B.From == ArgcLabel))
    ComparedWithArgc.push_back(
        extend(A.From == ArgcLabel ? B.Bits : A.Bits, O.Bits));
  if (ArgcLabel && O.Bits == 64 && !A.Bits && !B.Bits)
    for (LabelSet From : {A.From, B.From})
      if (auto It = MissingArguments.find(From); It != MissingArguments.end())
        LastMissingAsked = std::max(LastMissingAsked, It->second);
  Value R;
  R.From = A.From == B.From ? A.From : L.unite(A.From, B.From);
  int64_t X = extend(A.Bits, O.Bits), Y = extend(B.Bits, O.Bits);
  switch (O.Llvm) {
  case CmpInst::ICMP_EQ:
    R.Bits = A.Bits == B.Bits;
    break;
  case CmpInst::ICMP_NE:
    R.Bits = A.Bits != B.Bits;
    break;
  case CmpInst::ICMP_UGT:
    R.Bits = A.Bits > B.Bits;
    break;
  case CmpInst::ICMP_UGE:
    R.Bits = A.Bits >= B.Bits;
    break;
  case CmpInst::ICMP_ULT:
    R.Bits = A.Bits < B.Bits;
    break;
  case CmpInst::ICMP_ULE:
    R.Bits = A.Bits <= B.Bits;
    break;
  case CmpInst::ICMP_SGT:
    R.Bits = X > Y;
    break;
  case CmpInst::ICMP_SGE:
    R.Bits = X >= Y;
    break;
  case CmpInst::ICMP_SLT:
    R.Bits = X < Y;
    break;
  default:
    R.Bits = X <= Y;
    break;
  }
  return R;
}

Value Machine::floatCompare(const Op &O, Value A, Value B) const {
  Value R;
  R.From = isComputed(O.Bits) ? L.unite(A.From, B.From) : Data;
  double X = floating(A.Bits, O.Bits), Y = floating(B.Bits, O.Bits);
  // LLVM's predicates are four bits: equal, greater, less, unordered.
  unsigned Which = std::isnan(X) || std::isnan(Y) ? 8
                   : X < Y                        ? 4
                   : X > Y                        ? 2
                                                  : 1;
  R.Bits = (O.Llvm & Which) != 0;
  return R;
}

} // namespace gpuperf::program
