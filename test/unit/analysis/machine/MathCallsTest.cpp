//===- MathCallsTest.cpp - CUDA math functions ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineOps.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/InstrTypes.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Operations of a call of \p Name, which takes and gives \p Type; nothing if
/// it is not a math function.
std::optional<MachineOps> operations(const std::string &Name,
                                     const std::string &Type) {
  Ir I = parseText("declare " + Type + " @" + Name + "(" + Type +
                   ")\ndefine void @k(" + Type + " %x) {\n  %y = call " + Type +
                   " @" + Name + "(" + Type + " %x)\n  ret void\n}");
  MachineOps Ops;
  if (I.M && lowerMathCall(llvm::cast<llvm::CallBase>(
                               I.M->getFunction("k")->getEntryBlock().front()),
                           Ops))
    return Ops;
  return std::nullopt;
}

double countOf(const std::optional<MachineOps> &Ops, OpClass Class) {
  double N = 0;
  if (Ops)
    for (MachineOp Op : *Ops)
      if (Op.Class == Class)
        N += Op.Count;
  return N;
}
} // namespace

TEST(MathCalls, ThePrecisionIsThatOfTheArguments) {
  auto Single = operations("__nv_sinf", "float");
  ASSERT_TRUE(Single);
  EXPECT_EQ(countOf(Single, OpClass::Fp32SinCosSlow), 1);
  EXPECT_EQ(countOf(Single, OpClass::Fp64Fma), 0);
  auto Double = operations("__nv_sin", "double");
  ASSERT_TRUE(Double);
  EXPECT_EQ(countOf(Double, OpClass::Fp32SinCosSlow), 0);
  EXPECT_EQ(countOf(Double, OpClass::Fp64Fma), 24);
}

TEST(MathCalls, ExponentialsUseTheSpecialFunctionUnit) {
  auto Exp = operations("__nv_expf", "float");
  ASSERT_TRUE(Exp);
  EXPECT_EQ(countOf(Exp, OpClass::Fp32Ex2Approx), 1);
  EXPECT_EQ(countOf(Exp, OpClass::Fp32Fma), 5);
}

TEST(MathCalls, FastFormsAreAFewInstructions) {
  auto Pow = operations("__nv_fast_powf", "float");
  ASSERT_TRUE(Pow);
  EXPECT_EQ(countOf(Pow, OpClass::Fp32Lg2Approx), 1);
  EXPECT_EQ(countOf(Pow, OpClass::Fp32Mul), 1);
  EXPECT_EQ(countOf(Pow, OpClass::Fp32Ex2Approx), 1);
  auto Tan = operations("__nv_fast_tanf", "float");
  ASSERT_TRUE(Tan);
  EXPECT_EQ(countOf(Tan, OpClass::Fp32SinCosApprox), 2);
  EXPECT_EQ(countOf(Tan, OpClass::Fp32RcpApprox), 1);
  EXPECT_EQ(countOf(Tan, OpClass::Fp32Mul), 2);
  for (const char *Name : {"__nv_fast_expf", "__nv_fast_exp10f",
                           "__nv_fast_logf", "__nv_fast_log10f"})
    EXPECT_EQ(countOf(operations(Name, "float"), OpClass::Fp32Mul), 1) << Name;
}

TEST(MathCalls, AFunctionWithoutARowIsAPolynomialOfUsualLength) {
  EXPECT_EQ(countOf(operations("__nv_frobnicatef", "float"), OpClass::Fp32Fma),
            20);
  EXPECT_EQ(countOf(operations("__nv_frobnicate", "double"), OpClass::Fp64Fma),
            20);
}

TEST(MathCalls, FunctionsOfOtherNamesAreNone) {
  EXPECT_FALSE(operations("elsewhere", "float"));
}

TEST(MathCalls, AmdsFunctionsSayTheirPrecisionBehindTheName) {
  EXPECT_EQ(countOf(operations("__ocml_sin_f64", "double"), OpClass::Fp64Fma),
            24);
  EXPECT_EQ(countOf(operations("__ocml_exp_f32", "float"), OpClass::Fp32Fma),
            5);
  EXPECT_EQ(countOf(operations("__ocml_native_sin_f32", "float"),
                    OpClass::Fp32SinCosSlow),
            1);
  EXPECT_FALSE(operations("__hip_sin", "double"));
}
