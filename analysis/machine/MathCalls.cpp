//===- MathCalls.cpp - CUDA math functions as machine operations ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace gpuperf;
using namespace llvm;

namespace {
using C = OpClass;

// CUDA math functions whose library is not there; after "__nv_", without the
// final "f" of the single precision ones.

MachineOps mathOps(StringRef Base, bool Double) {
  // Sequences as the library's fast paths have them.
  struct Row {
    StringLiteral Name;
    MachineOp S1, S2, D;
  };
  static constexpr Row Rows[] = {
      {StringLiteral("sin"),
       {C::Fp32SinCosSlow, 1},
       {C::Free, 0},
       {C::Fp64Fma, 24}},
      {StringLiteral("cos"),
       {C::Fp32SinCosSlow, 1},
       {C::Free, 0},
       {C::Fp64Fma, 24}},
      {StringLiteral("sincos"),
       {C::Fp32SinCosSlow, 2},
       {C::Free, 0},
       {C::Fp64Fma, 40}},
      {StringLiteral("sinpi"),
       {C::Fp32Fma, 10},
       {C::Convert32, 1},
       {C::Fp64Fma, 18}},
      {StringLiteral("cospi"),
       {C::Fp32Fma, 10},
       {C::Convert32, 1},
       {C::Fp64Fma, 18}},
      {StringLiteral("tan"),
       {C::Fp32SinCosSlow, 1},
       {C::Fp32Rcp, 1},
       {C::Fp64Fma, 40}},
      {StringLiteral("exp"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Fma, 5},
       {C::Fp64Fma, 16}},
      {StringLiteral("exp2"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Mul, 2},
       {C::Fp64Fma, 15}},
      {StringLiteral("exp10"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Fma, 5},
       {C::Fp64Fma, 17}},
      {StringLiteral("expm1"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Fma, 10},
       {C::Fp64Fma, 22}},
      {StringLiteral("log"),
       {C::Fp32Fma, 11},
       {C::IntLogic, 6},
       {C::Fp64Fma, 24}},
      {StringLiteral("log2"),
       {C::Fp32Fma, 11},
       {C::IntLogic, 6},
       {C::Fp64Fma, 26}},
      {StringLiteral("log10"),
       {C::Fp32Fma, 12},
       {C::IntLogic, 6},
       {C::Fp64Fma, 26}},
      {StringLiteral("log1p"),
       {C::Fp32Fma, 13},
       {C::IntLogic, 8},
       {C::Fp64Fma, 28}},
      {StringLiteral("pow"),
       {C::Fp32Fma, 35},
       {C::Fp32Ex2Approx, 1},
       {C::Fp64Fma, 70}},
      {StringLiteral("powi"),
       {C::Fp32Fma, 35},
       {C::Fp32Ex2Approx, 1},
       {C::Fp64Fma, 70}},
      {StringLiteral("sqrt"), {C::Fp32Sqrt, 1}, {C::Free, 0}, {C::Fp64Sqrt, 1}},
      {StringLiteral("rsqrt"),
       {C::Fp32RsqrtApprox, 1},
       {C::Fp32Mul, 2},
       {C::Fp64Sqrt, 1}},
      {StringLiteral("cbrt"),
       {C::Fp32Lg2Approx, 1},
       {C::Fp32Fma, 5},
       {C::Fp64Fma, 18}},
      {StringLiteral("hypot"),
       {C::Fp32Sqrt, 1},
       {C::Fp32Fma, 6},
       {C::Fp64Sqrt, 2}},
      {StringLiteral("tanh"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Fma, 10},
       {C::Fp64Fma, 28}},
      {StringLiteral("sinh"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Fma, 12},
       {C::Fp64Fma, 28}},
      {StringLiteral("cosh"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Fma, 8},
       {C::Fp64Fma, 22}},
      {StringLiteral("asin"),
       {C::Fp32Fma, 12},
       {C::Fp32SqrtApprox, 1},
       {C::Fp64Fma, 32}},
      {StringLiteral("acos"),
       {C::Fp32Fma, 12},
       {C::Fp32SqrtApprox, 1},
       {C::Fp64Fma, 32}},
      {StringLiteral("atan"),
       {C::Fp32Fma, 12},
       {C::Fp32RcpApprox, 1},
       {C::Fp64Fma, 30}},
      {StringLiteral("atan2"),
       {C::Fp32Fma, 14},
       {C::Fp32Div, 1},
       {C::Fp64Fma, 44}},
      {StringLiteral("erf"),
       {C::Fp32Fma, 14},
       {C::Fp32Ex2Approx, 1},
       {C::Fp64Fma, 40}},
      {StringLiteral("erfc"),
       {C::Fp32Fma, 22},
       {C::Fp32Ex2Approx, 1},
       {C::Fp64Fma, 50}},
      {StringLiteral("normcdf"),
       {C::Fp32Fma, 26},
       {C::Fp32Ex2Approx, 1},
       {C::Fp64Fma, 54}},
      {StringLiteral("lgamma"),
       {C::Fp32Fma, 30},
       {C::Fp32Div, 1},
       {C::Fp64Fma, 80}},
      {StringLiteral("tgamma"),
       {C::Fp32Fma, 30},
       {C::Fp32Ex2Approx, 1},
       {C::Fp64Fma, 80}},
      {StringLiteral("fmod"),
       {C::Fp32Div, 1},
       {C::Fp32Fma, 8},
       {C::Fp64Div, 2}},
      {StringLiteral("remainder"),
       {C::Fp32Div, 1},
       {C::Fp32Fma, 10},
       {C::Fp64Div, 2}},
      {StringLiteral("fma"), {C::Fp32Fma, 1}, {C::Free, 0}, {C::Fp64Fma, 1}},
      {StringLiteral("fmin"),
       {C::IntCompare, 1},
       {C::Free, 0},
       {C::Fp64Add, 2}},
      {StringLiteral("fmax"),
       {C::IntCompare, 1},
       {C::Free, 0},
       {C::Fp64Add, 2}},
      {StringLiteral("fabs"), {C::Free, 0}, {C::Free, 0}, {C::Free, 0}},
      {StringLiteral("fdim"),
       {C::Fp32Add, 1},
       {C::IntCompare, 1},
       {C::Fp64Add, 2}},
      {StringLiteral("floor"),
       {C::Convert32, 1},
       {C::Free, 0},
       {C::Convert64, 1}},
      {StringLiteral("ceil"),
       {C::Convert32, 1},
       {C::Free, 0},
       {C::Convert64, 1}},
      {StringLiteral("trunc"),
       {C::Convert32, 1},
       {C::Free, 0},
       {C::Convert64, 1}},
      {StringLiteral("rint"),
       {C::Convert32, 1},
       {C::Free, 0},
       {C::Convert64, 1}},
      {StringLiteral("nearbyint"),
       {C::Convert32, 1},
       {C::Free, 0},
       {C::Convert64, 1}},
      {StringLiteral("round"),
       {C::Convert32, 1},
       {C::Fp32Add, 2},
       {C::Convert64, 1}},
      {StringLiteral("copysign"),
       {C::IntLogic, 1},
       {C::Free, 0},
       {C::IntLogic, 1}},
      {StringLiteral("ldexp"),
       {C::Fp32Mul, 2},
       {C::IntShift, 2},
       {C::Fp64Mul, 2}},
      {StringLiteral("frexp"),
       {C::IntLogic, 4},
       {C::Fp32Mul, 1},
       {C::IntLogic, 6}},
      {StringLiteral("modf"),
       {C::Convert32, 1},
       {C::Fp32Add, 1},
       {C::Convert64, 1}},
      {StringLiteral("fast_sin"),
       {C::Fp32SinCosApprox, 1},
       {C::Fp32Mul, 1},
       {C::Free, 0}},
      {StringLiteral("fast_cos"),
       {C::Fp32SinCosApprox, 1},
       {C::Fp32Mul, 1},
       {C::Free, 0}},
      {StringLiteral("fast_sincos"),
       {C::Fp32SinCosApprox, 2},
       {C::Fp32Mul, 1},
       {C::Free, 0}},
      {StringLiteral("fast_tan"),
       {C::Fp32SinCosApprox, 2},
       {C::Fp32RcpApprox, 1},
       {C::Free, 0}},
      {StringLiteral("fast_exp"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Mul, 1},
       {C::Free, 0}},
      {StringLiteral("fast_exp10"),
       {C::Fp32Ex2Approx, 1},
       {C::Fp32Mul, 1},
       {C::Free, 0}},
      {StringLiteral("fast_log"),
       {C::Fp32Lg2Approx, 1},
       {C::Fp32Mul, 1},
       {C::Free, 0}},
      {StringLiteral("fast_log2"),
       {C::Fp32Lg2Approx, 1},
       {C::Free, 0},
       {C::Free, 0}},
      {StringLiteral("fast_log10"),
       {C::Fp32Lg2Approx, 1},
       {C::Fp32Mul, 1},
       {C::Free, 0}},
      {StringLiteral("fast_pow"),
       {C::Fp32Lg2Approx, 1},
       {C::Fp32Ex2Approx, 1},
       {C::Free, 0}},
      {StringLiteral("fast_fdivide"),
       {C::Fp32RcpApprox, 1},
       {C::Fp32Mul, 1},
       {C::Free, 0}},
      {StringLiteral("frcp"), {C::Fp32Rcp, 1}, {C::Free, 0}, {C::Fp64Rcp, 1}},
      {StringLiteral("fdiv"), {C::Fp32Div, 1}, {C::Free, 0}, {C::Fp64Div, 1}},
      {StringLiteral("fsqrt"),
       {C::Fp32Sqrt, 1},
       {C::Free, 0},
       {C::Fp64Sqrt, 1}},
      {StringLiteral("ddiv"), {C::Fp64Div, 1}, {C::Free, 0}, {C::Fp64Div, 1}},
      {StringLiteral("drcp"), {C::Fp64Rcp, 1}, {C::Free, 0}, {C::Fp64Rcp, 1}},
      {StringLiteral("dsqrt"),
       {C::Fp64Sqrt, 1},
       {C::Free, 0},
       {C::Fp64Sqrt, 1}},
      {StringLiteral("clz"), {C::IntClz, 1}, {C::Free, 0}, {C::IntClz, 2}},
      {StringLiteral("clzll"), {C::IntClz, 2}, {C::Free, 0}, {C::IntClz, 2}},
      {StringLiteral("popc"), {C::IntPopc, 1}, {C::Free, 0}, {C::IntPopc, 2}},
      {StringLiteral("popcll"), {C::IntPopc, 2}, {C::Free, 0}, {C::IntPopc, 2}},
      {StringLiteral("brev"), {C::IntBrev, 1}, {C::Free, 0}, {C::IntBrev, 2}},
      {StringLiteral("ffs"), {C::IntBrev, 1}, {C::IntClz, 1}, {C::IntClz, 2}},
      {StringLiteral("mulhi"),
       {C::IntMulWide, 1},
       {C::Free, 0},
       {C::IntMul64, 1}},
      {StringLiteral("umulhi"),
       {C::IntMulWide, 1},
       {C::Free, 0},
       {C::IntMul64, 1}},
      {StringLiteral("abs"), {C::IntAdd, 1}, {C::Free, 0}, {C::IntAdd, 2}},
      {StringLiteral("min"),
       {C::IntCompare, 1},
       {C::Free, 0},
       {C::IntCompare, 1}},
      {StringLiteral("max"),
       {C::IntCompare, 1},
       {C::Free, 0},
       {C::IntCompare, 1}},
  };
  for (const Row &R : Rows) {
    if (R.Name != Base)
      continue;
    MachineOps Ops;
    if (Double) {
      if (R.D.Count)
        Ops.push_back(R.D);
      return Ops;
    }
    for (MachineOp Op : {R.S1, R.S2})
      if (Op.Count)
        Ops.push_back(Op);
    if (Ops.empty())
      Ops.push_back({C::Free, 0});
    return Ops;
  }
  return {};
}
} // namespace

bool gpuperf::lowerMathCall(const CallBase &Call, MachineOps &Ops) {
  StringRef Name = Call.getCalledFunction()->getName();
  if (!Name.consume_front("__nv_"))
    return false;
  bool Double = false;
  for (const Value *A : Call.args())
    Double |= A->getType()->isDoubleTy();
  // Rounding modes of the directed functions: __nv_fdiv_rn.
  for (StringRef Mode : {"_rn", "_rz", "_ru", "_rd"})
    Name.consume_back(Mode);
  Ops = mathOps(Name, Double);
  if (Ops.empty() && Name.consume_back("f"))
    Ops = mathOps(Name, Double);
  if (Ops.empty()) // one we have no row for: a polynomial of usual length
    Ops = {{Double ? C::Fp64Fma : C::Fp32Fma, 20}};
  llvm::erase_if(Ops, [](const MachineOp &Op) { return Op.Count == 0; });
  return true;
}
