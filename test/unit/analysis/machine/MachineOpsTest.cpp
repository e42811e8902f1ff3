//===- MachineOpsTest.cpp - Instructions as operations --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/machine/LoweringFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(MachineOps, AProductThatIsAddedIsOneOperation) {
  Lowered L("%a = fmul contract float %x, %y\n"
            "%b = fadd contract float %a, %x\n"
            "store float %b, ptr addrspace(1) %p");
  EXPECT_EQ(L.count(OpClass::Fp32Fma), 1);
  EXPECT_EQ(L.count(OpClass::Fp32Mul) + L.count(OpClass::Fp32Add), 0);
  // Without leave to contract there are two.
  Lowered Strict("%a = fmul float %x, %y\n"
                 "%b = fadd float %a, %x\n"
                 "store float %b, ptr addrspace(1) %p");
  EXPECT_EQ(Strict.count(OpClass::Fp32Fma), 0);
  EXPECT_EQ(Strict.count(OpClass::Fp32Mul), 1);
  EXPECT_EQ(Strict.count(OpClass::Fp32Add), 1);
}

TEST(MachineOps, LoadedNumbersThatAreDividedMayBeZero) {
  auto Fp64 = [](const std::string &Number) {
    Lowered L("%a = load double, ptr addrspace(1) %p\n"
              "%g = getelementptr double, ptr addrspace(1) %p, i64 %m\n"
              "%b = load double, ptr addrspace(1) %g\n"
              "%c = fpext float %x to double\n" +
              Number +
              "\n%q = fdiv double %v, %b\n"
              "store double %q, ptr addrspace(1) %p");
    EXPECT_EQ(L.count(OpClass::Fp64Div), 1);
    return L.count(OpClass::Fp64Fma);
  };
  // A third of the twelve instructions that a quotient of zero takes.
  EXPECT_EQ(Fp64("%v = fsub double %a, %b"), 4);
  EXPECT_EQ(Fp64("%d = fmul double %a, %c\n%v = fneg double %d"), 4);
  EXPECT_EQ(Fp64("%l = fcmp olt double %a, %b\n"
                 "%v = select i1 %l, double %a, double %c"),
            4);
  // What is not loaded, and sums with a constant, are not zero.
  EXPECT_EQ(Fp64("%v = fmul double %c, %c"), 0);
  EXPECT_EQ(Fp64("%v = fadd double %a, 1.0"), 0);
}

TEST(MachineOps, TruthValuesBecomeFloatsWithoutAConversion) {
  Lowered Set("%c = fcmp olt float %x, %y\n"
              "%f = uitofp i1 %c to float\n"
              "store float %f, ptr addrspace(1) %p");
  EXPECT_EQ(Set.count(OpClass::IntCompare), 1);
  EXPECT_EQ(Set.count(OpClass::SelectMove) + Set.count(OpClass::Convert32), 0);
  Lowered Select("%c = icmp slt i32 %n, 7\n"
                 "%f = sitofp i1 %c to float\n"
                 "store float %f, ptr addrspace(1) %p");
  EXPECT_EQ(Select.count(OpClass::SelectMove), 1);
  EXPECT_EQ(Select.count(OpClass::Convert32), 0);
  Lowered Number("%f = sitofp i32 %n to float\n"
                 "store float %f, ptr addrspace(1) %p");
  EXPECT_EQ(Number.count(OpClass::Convert32), 1);
}

TEST(MachineOps, LoadedFloatsAreDividedAsOthers) {
  Lowered L("%a = load float, ptr addrspace(1) %p\n"
            "%q = fdiv float %a, %x\n"
            "store float %q, ptr addrspace(1) %p");
  EXPECT_EQ(L.count(OpClass::Fp32Div), 1);
  EXPECT_EQ(L.count(OpClass::Fp32Fma), 0);
}

TEST(MachineOps, IntegersOf64BitsComeInHalves) {
  Lowered Narrow("%a = add i32 %n, 77\n"
                 "store i32 %a, ptr addrspace(1) %p");
  EXPECT_EQ(Narrow.count(OpClass::IntAdd), 1);
  Lowered Wide("%a = add i64 %m, 77\n"
               "store i64 %a, ptr addrspace(1) %p");
  EXPECT_EQ(Wide.count(OpClass::IntAdd), 2);
}

TEST(MachineOps, MemoryOfEverySpace) {
  Lowered L("%a = load float, ptr addrspace(3) @s\n"
            "store float %a, ptr addrspace(1) %p");
  EXPECT_EQ(L.count(OpClass::LoadShared), 1);
  EXPECT_EQ(L.count(OpClass::StoreGlobal), 1);
  EXPECT_EQ(L.count(OpClass::LoadGlobal), 0);
}
