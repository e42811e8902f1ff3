//===- AmdOpsTest.cpp - AMD's matrix products and moves between lanes -----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineOps.h"
#include "analysis/machine/TensorOps.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/InstrTypes.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
using Only = std::pair<OpClass, unsigned>;

/// The only operation of the first call of an intrinsic of AMD's in \p Body.
Only lowered(const std::string &Declared, const std::string &Body) {
  Ir I =
      parseText("target triple = \"amdgcn-amd-amdhsa\"\ndeclare " + Declared +
                "\ndefine amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, "
                "float %f) {\n" +
                Body + "  ret void\n}\n");
  if (I.M)
    for (llvm::Instruction &In : I.M->getFunction("k")->getEntryBlock())
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&In)) {
        const MachineOps Ops = lowerCall(*Call).Ops;
        if (Ops.empty())
          return {OpClass::Free, 0};
        EXPECT_EQ(Ops.size(), 1u);
        return {Ops[0].Class, Ops[0].Count};
      }
  ADD_FAILURE() << "no call";
  return {};
}

/// A product with operands of type \p Ab and sums of type \p Sum, and what
/// stands behind them.
Only product(const std::string &Name, const std::string &Ab,
             const std::string &Sum, const std::string &Behind = "000") {
  std::string Types = Ab + ", " + Ab + ", " + Sum;
  std::string Values = Ab + " poison, " + Ab + " poison, " + Sum + " poison";
  for (char Number : Behind) {
    Types += ", i32 immarg";
    Values += std::string(", i32 ") + Number;
  }
  return lowered(Sum + " @llvm.amdgcn." + Name + "(" + Types + ")",
                 "  %r = call " + Sum + " @llvm.amdgcn." + Name + "(" + Values +
                     ")\n  store " + Sum + " %r, ptr addrspace(1) %p\n");
}

const std::string Dpp = "i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, "
                        "i32 immarg, i32 immarg, i1 immarg)";
const std::string Moved = "  %m = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, "
                          "i32 %n, i32 273, i32 15, i32 15, i1 true)\n";
} // namespace

TEST(AmdOps, ProductsAreCountedByShapeAndType) {
  // TensorMma is 2048 multiply-adds, TensorFp32 and TensorFp64 are 256.
  EXPECT_EQ(product("mfma.f32.32x32x8f16", "<4 x half>", "<16 x float>"),
            Only(OpClass::TensorMma, 4));
  EXPECT_EQ(product("mfma.f32.16x16x16bf16.1k", "<4 x i16>", "<4 x float>"),
            Only(OpClass::TensorMma, 2));
  EXPECT_EQ(product("mfma.f32.16x16x4f32", "float", "<4 x float>"),
            Only(OpClass::TensorFp32, 4));
  EXPECT_EQ(product("mfma.f64.16x16x4f64", "double", "<4 x double>"),
            Only(OpClass::TensorFp64, 4));
  EXPECT_EQ(product("mfma.i32.16x16x32.i8", "i64", "<4 x i32>"),
            Only(OpClass::TensorInt8, 2));
  EXPECT_EQ(product("mfma.f32.16x16x32.fp8.bf8", "i64", "<4 x float>"),
            Only(OpClass::TensorFp8, 2));
  EXPECT_EQ(product("mfma.f32.16x16x8.xf32", "<2 x float>", "<4 x float>"),
            Only(OpClass::TensorTf32, 2));
}

TEST(AmdOps, TheResultTellsHowManyBlocksAProductHas) {
  EXPECT_EQ(product("mfma.f32.32x32x1f32", "float", "<32 x float>"),
            Only(OpClass::TensorFp32, 8));
  EXPECT_EQ(product("mfma.f32.4x4x1f32", "float", "<4 x float>"),
            Only(OpClass::TensorFp32, 1));
  EXPECT_EQ(product("mfma.f64.4x4x4f64", "double", "double"),
            Only(OpClass::TensorFp64, 1));
}

TEST(AmdOps, TheFirstProductsOfBfloat16AreSlower) {
  EXPECT_EQ(product("mfma.f32.32x32x4bf16", "<2 x i16>", "<16 x float>"),
            Only(OpClass::TensorMma, 4));
  EXPECT_EQ(product("mfma.f32.32x32x16.bf16", "<8 x bfloat>", "<16 x float>"),
            Only(OpClass::TensorMma, 8));
}

TEST(AmdOps, ScaledProductsHaveFormatsOfTheirOwn) {
  const std::string Name = "mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32";
  EXPECT_EQ(product(Name, "<8 x i32>", "<4 x float>", "000000"),
            Only(OpClass::TensorFp8, 8));
  EXPECT_EQ(product(Name, "<8 x i32>", "<4 x float>", "440000"),
            Only(OpClass::TensorFp4, 4));
}

TEST(AmdOps, ProductsOfWaveThirtyTwoHaveOneBlock) {
  EXPECT_EQ(product("wmma.f32.16x16x16.f16.v8f32.v16f16", "<16 x half>",
                    "<8 x float>", ""),
            Only(OpClass::TensorMma, 2));
  EXPECT_EQ(product("swmmac.f32.16x16x32.f16.v8f32.v8f16", "<8 x half>",
                    "<8 x float>", "0"),
            Only(OpClass::TensorMma, 2));
  EXPECT_EQ(product("smfmac.f32.16x16x32.f16", "<4 x half>", "<4 x float>"),
            Only(OpClass::TensorMma, 2));
}

TEST(AmdOps, AMoveGoesWithTheSumThatTakesIt) {
  const std::string Store = "  store i32 %s, ptr addrspace(1) %p\n";
  EXPECT_EQ(lowered(Dpp, Moved + "  %s = add i32 %m, %n\n" + Store),
            Only(OpClass::Free, 0));
  EXPECT_EQ(lowered(Dpp, Moved +
                             "  %g = bitcast i32 %m to float\n"
                             "  %h = fadd float %g, %f\n"
                             "  %s = bitcast float %h to i32\n" +
                             Store),
            Only(OpClass::Free, 0));
  // A store takes its number from its own lane.
  EXPECT_EQ(lowered(Dpp, Moved + "  %s = add i32 %m, %m\n" + Store),
            Only(OpClass::SelectMove, 1));
  EXPECT_EQ(lowered(Dpp, Moved + "  store i32 %m, ptr addrspace(1) %p\n"),
            Only(OpClass::SelectMove, 1));
}

TEST(AmdOps, LanesAreReadByTheVectorUnitOrThroughLds) {
  EXPECT_EQ(lowered("i32 @llvm.amdgcn.ds.swizzle(i32, i32 immarg)",
                    "  %m = call i32 @llvm.amdgcn.ds.swizzle(i32 %n, i32 31)\n"
                    "  store i32 %m, ptr addrspace(1) %p\n"),
            Only(OpClass::Shuffle, 1));
  EXPECT_EQ(lowered("i32 @llvm.amdgcn.readlane.i32(i32, i32)",
                    "  %m = call i32 @llvm.amdgcn.readlane.i32(i32 %n, i32 3)\n"
                    "  store i32 %m, ptr addrspace(1) %p\n"),
            Only(OpClass::SelectMove, 1));
  EXPECT_EQ(lowered("float @llvm.amdgcn.rcp.f32(float)",
                    "  %m = call float @llvm.amdgcn.rcp.f32(float %f)\n"
                    "  store float %m, ptr addrspace(1) %p\n"),
            Only(OpClass::Fp32RcpApprox, 1));
  EXPECT_EQ(lowered("void @llvm.amdgcn.s.waitcnt(i32 immarg)",
                    "  call void @llvm.amdgcn.s.waitcnt(i32 0)\n"),
            Only(OpClass::Free, 0));
}
