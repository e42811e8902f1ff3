//===- AmdOps.cpp - AMD's matrix products and moves between lanes ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/TensorOps.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace gpuperf;
using namespace llvm;

namespace {
using C = OpClass;

/// "32x32x8f16" is a shape and the type of its operands; a newer name has the
/// type behind a point, "16x16x32.f16".
struct Product {
  unsigned M = 0, N = 0, K = 0;
  StringRef Operands;
};

std::optional<Product> parseProduct(StringRef Behind) {
  while (!Behind.empty()) {
    auto [Part, Rest] = Behind.split('.');
    Product P;
    StringRef Text = Part;
    if (!Text.consumeInteger(10, P.M) && Text.consume_front("x") &&
        !Text.consumeInteger(10, P.N) && Text.consume_front("x") &&
        !Text.consumeInteger(10, P.K)) {
      P.Operands = Text.empty() ? Rest.split('.').first : Text;
      if (P.M && P.N && P.K)
        return P;
    }
    Behind = Rest;
  }
  return std::nullopt;
}

/// Operands of the product "f8f6f4", of which each has a format of its own:
/// bytes are half as fast as what is smaller.
C scaledClass(const CallBase &Call) {
  constexpr unsigned FormatOfA = 3, FormatOfB = 4, FirstSmall = 2;
  auto isSmall = [&](unsigned Arg) {
    const auto *Format = Arg < Call.arg_size()
                             ? dyn_cast<ConstantInt>(Call.getArgOperand(Arg))
                             : nullptr;
    return Format && Format->getZExtValue() >= FirstSmall;
  };
  return isSmall(FormatOfA) && isSmall(FormatOfB) ? C::TensorFp4 : C::TensorFp8;
}

std::optional<C> classOf(StringRef Operands, const CallBase &Call) {
  if (Operands == "f8f6f4")
    return scaledClass(Call);
  return StringSwitch<std::optional<C>>(Operands)
      .Cases({"f16", "bf16"}, C::TensorMma)
      .Case("f32", C::TensorFp32)
      .Case("xf32", C::TensorTf32)
      .Case("f64", C::TensorFp64)
      .Cases({"i8", "iu8", "iu4"}, C::TensorInt8)
      .Cases({"fp8", "bf8"}, C::TensorFp8)
      .Case("f4", C::TensorFp4)
      .Default(std::nullopt);
}

/// Numbers that a lane gets of a result of this type.
unsigned elementsOf(const Type *Ty) {
  const auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 1;
}
} // namespace

std::optional<MachineOps> gpuperf::amdMatrixProduct(StringRef Name,
                                                    const CallBase &Call) {
  const auto [Kind, Behind] = Name.split('.');
  const bool IsMfma = Kind == "mfma" || Kind == "smfmac";
  if (!IsMfma && Kind != "wmma" && Kind != "swmmac")
    return std::nullopt;
  const std::optional<Product> P = parseProduct(Behind);
  const std::optional<C> Class =
      P ? classOf(P->Operands, Call) : std::optional<C>();
  if (!Class)
    return std::nullopt;
  double MultiplyAdds = double(P->M) * P->N * P->K;
  if (IsMfma) {
    constexpr unsigned Lanes = 64; // no GPU with MFMA has other wavefronts
    MultiplyAdds *= std::max(1.0, double(elementsOf(Call.getType())) * Lanes /
                                      (P->M * P->N));
  }
  // Half of a sparse product's operands are zeros that are not there.
  if (Kind == "smfmac" || Kind == "swmmac")
    MultiplyAdds /= 2;
  // The first products of bfloat16 take as long for half as much.
  if (IsMfma && Name.ends_with("bf16") && !Name.ends_with(".bf16"))
    MultiplyAdds *= 2;
  if (P->Operands == "iu4")
    MultiplyAdds /= 2;
  const double Count = MultiplyAdds / multiplyAddsOf(*Class);
  return MachineOps{{*Class, std::max(1U, static_cast<unsigned>(Count + 0.5))}};
}

/// Whether the vector unit does \p I in one instruction that takes its operand
/// from another lane.
static bool takesFromLanes(const Instruction &I) {
  if (!I.getType()->isIntegerTy(32) && !I.getType()->isFloatTy())
    return false;
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
    return true;
  default:
    break;
  }
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
    return true;
  default:
    return false;
  }
}

bool gpuperf::isPartOfItsUser(StringRef Name, const CallBase &Call) {
  if (!Name.starts_with("update.dpp") && !Name.starts_with("mov.dpp"))
    return false;
  const Instruction *I = &Call;
  while (I->hasOneUse()) {
    const auto *User = cast<Instruction>(*I->user_begin());
    if (User->getParent() != Call.getParent())
      return false;
    if (!isa<BitCastInst>(User))
      return takesFromLanes(*User);
    I = User;
  }
  return false;
}
