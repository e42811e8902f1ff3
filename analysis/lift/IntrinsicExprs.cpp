//===- IntrinsicExprs.cpp - Values of intrinsics and math calls -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace gpuperf;
using namespace llvm;

/// The choice that a CUDA math function makes, where its library is not there.
static std::optional<ExprKind> choiceOf(StringRef Name) {
  return StringSwitch<std::optional<ExprKind>>(Name)
      .Cases({"__nv_min", "__nv_llmin"}, ExprKind::SMin)
      .Cases({"__nv_max", "__nv_llmax"}, ExprKind::SMax)
      .Cases({"__nv_umin", "__nv_ullmin"}, ExprKind::UMin)
      .Cases({"__nv_umax", "__nv_ullmax"}, ExprKind::UMax)
      .Default(std::nullopt);
}

/// The special register \p Name, such as "tid.x"; NoExpr where it has no form.
ExprId ExprBuilder::specialRegister(StringRef Name, unsigned Width) {
  auto Leaf = [&](ExprKind Kind) {
    ExprNode N;
    N.Kind = Kind;
    N.Width = static_cast<uint8_t>(Width);
    return Pool.get(N);
  };
  static constexpr std::pair<StringLiteral, ExprKind> Registers[] = {
      {StringLiteral("tid.x"), ExprKind::TidX},
      {StringLiteral("tid.y"), ExprKind::TidY},
      {StringLiteral("tid.z"), ExprKind::TidZ},
      {StringLiteral("ctaid.x"), ExprKind::CtaidX},
      {StringLiteral("ctaid.y"), ExprKind::CtaidY},
      {StringLiteral("ctaid.z"), ExprKind::CtaidZ},
      {StringLiteral("ntid.x"), ExprKind::NtidX},
      {StringLiteral("ntid.y"), ExprKind::NtidY},
      {StringLiteral("ntid.z"), ExprKind::NtidZ},
      {StringLiteral("nctaid.x"), ExprKind::NctaidX},
      {StringLiteral("nctaid.y"), ExprKind::NctaidY},
      {StringLiteral("nctaid.z"), ExprKind::NctaidZ},
      {StringLiteral("laneid"), ExprKind::LaneId}};
  for (const auto &[Text, Kind] : Registers)
    if (Name == Text)
      return Leaf(Kind);
  if (Name == "warpsize")
    return Pool.constant(32, Width);
  if (Name == "warpid") {
    // PTX promises no value; in practice it is the linear thread index divided
    // by the warp's width.
    ExprId Y = node(ExprKind::Add, Width, Leaf(ExprKind::TidY),
                    node(ExprKind::Mul, Width, Leaf(ExprKind::NtidY),
                         Leaf(ExprKind::TidZ)));
    ExprId X = node(ExprKind::Add, Width, Leaf(ExprKind::TidX),
                    node(ExprKind::Mul, Width, Leaf(ExprKind::NtidX), Y));
    return node(ExprKind::UDiv, Width, X, Pool.constant(32, Width));
  }
  return NoExpr;
}

/// A part of two operands that are written one after the other, at a constant
/// distance from the start; a rotation where they are the same.
ExprId ExprBuilder::funnelShift(const CallInst &Call) {
  const unsigned Width = integerWidthOf(&Call);
  const bool IsRight =
      Call.getCalledFunction()->getIntrinsicID() == Intrinsic::fshr;
  auto Arg = [&](unsigned N) {
    return valueAt(Call.getArgOperand(N), Call.getParent());
  };
  const auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(2));
  if (!C || !Width)
    return opaque(&Call, Width);
  uint64_t S = C->getZExtValue() % Width;
  if (IsRight)
    S = (Width - S) % Width;
  if (S == 0)
    return Arg(IsRight ? 1 : 0);
  return node(ExprKind::Or, Width,
              node(ExprKind::Shl, Width, Arg(0),
                   Pool.constant(static_cast<int64_t>(S), Width)),
              node(ExprKind::LShr, Width, Arg(1),
                   Pool.constant(static_cast<int64_t>(Width - S), Width)));
}

/// How many zeros are below the lowest one of the operand's bits, or above the
/// highest one: what the compiler makes of divisions by powers of two.
ExprId ExprBuilder::zeroCount(const CallInst &Call) {
  const unsigned Width = integerWidthOf(&Call);
  const bool Below =
      Call.getCalledFunction()->getIntrinsicID() == Intrinsic::cttz;
  // A float holds 32 bits, or any single bit, so that its logarithm can be
  // rounded down.
  if (Width != 32 && !(Width == 64 && Below))
    return opaque(&Call, Width);
  const ExprId Bits = valueAt(Call.getArgOperand(0), Call.getParent());
  if (Bits == NoExpr || Pool.dependsOnData(Bits))
    return opaque(&Call, Width);
  ExprId Wide = Bits;
  if (Below)
    Wide = node(ExprKind::And, Width, Bits,
                node(ExprKind::Sub, Width, Pool.constant(0, Width), Bits));
  if (Width < 64)
    Wide = node(ExprKind::ZExt, Width, Wide);
  const ExprId Log =
      floatNode(FloatOp::Log2, 64, floatNode(FloatOp::FromUnsigned, 64, Wide));
  ExprId Place =
      floatNode(FloatOp::ToSigned, 64, floatNode(FloatOp::Floor, 64, Log));
  if (Width < 64)
    Place = node(ExprKind::Trunc, Width, Place);
  if (!Below)
    Place = node(ExprKind::Sub, Width, Pool.constant(Width - 1, Width), Place);
  return node(ExprKind::Select, Width,
              node(ExprKind::Eq, Width, Bits, Pool.constant(0, Width)),
              Pool.constant(Width, Width), Place);
}

ExprId ExprBuilder::intrinsic(const Instruction *I) {
  const auto *Call = cast<CallInst>(I);
  unsigned Width = integerWidthOf(I);
  const Function *Callee = Call->getCalledFunction();
  if (!Callee)
    return opaque(I, Width);
  auto Arg = [&](unsigned N) {
    return valueAt(Call->getArgOperand(N), I->getParent());
  };
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm.read.ptx.sreg.")) {
    ExprId E = specialRegister(Name, Width);
    return E == NoExpr ? opaque(I, Width) : E;
  }
  auto Magnitude = [&] {
    ExprId A = Arg(0);
    return node(ExprKind::SMax, Width, A,
                node(ExprKind::Sub, Width, Pool.constant(0, Width), A));
  };
  if (auto Choice = choiceOf(Name); Choice && Call->arg_size() == 2)
    return node(*Choice, Width, Arg(0), Arg(1));
  if (const ExprId E = integerOfFloat(I); E != NoExpr)
    return E;
  if (const ExprId E = warpFunction(Call); E != NoExpr)
    return E;
  if ((Name == "__nv_abs" || Name == "__nv_llabs") && Call->arg_size() == 1)
    return Magnitude();
  switch (Callee->getIntrinsicID()) {
  case Intrinsic::smin:
    return node(ExprKind::SMin, Width, Arg(0), Arg(1));
  case Intrinsic::smax:
    return node(ExprKind::SMax, Width, Arg(0), Arg(1));
  case Intrinsic::umin:
    return node(ExprKind::UMin, Width, Arg(0), Arg(1));
  case Intrinsic::umax:
    return node(ExprKind::UMax, Width, Arg(0), Arg(1));
  case Intrinsic::abs:
    return Magnitude();
  case Intrinsic::expect:
  case Intrinsic::ssa_copy:
    return Arg(0);
  case Intrinsic::usub_sat:
    // max(a, b) - b
    return node(ExprKind::Sub, Width,
                node(ExprKind::UMax, Width, Arg(0), Arg(1)), Arg(1));
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return funnelShift(*Call);
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
    return zeroCount(*Call);
  default:
    return opaque(I, Width);
  }
}
