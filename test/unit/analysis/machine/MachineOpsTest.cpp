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
