//===- CallOpsTest.cpp - Calls as operations ------------------------------===//
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
/// What the first call in a function with this text is lowered to.
gpuperf::CallOps lowered(const std::string &Text) {
  Ir I = parseText(std::string(R"(
target triple = "nvptx64-nvidia-cuda"
)") + Text);
  if (I.M)
    for (llvm::Instruction &In : I.M->getFunction("k")->getEntryBlock())
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&In))
        return lowerCall(*Call);
  ADD_FAILURE() << "no call";
  return {};
}

double countOf(const MachineOps &Ops, OpClass Class) {
  double N = 0;
  for (MachineOp Op : Ops)
    if (Op.Class == Class)
      N += Op.Count;
  return N;
}
} // namespace

TEST(CallOps, NamesWhatIsNotThere) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare void @elsewhere(ptr)
declare float @__nv_sinf(float)
define ptx_kernel void @k(ptr %p) {
  call void @elsewhere(ptr %p)
  %v = load float, ptr %p
  %s = call float @__nv_sinf(float %v)
  store float %s, ptr %p
  ret void
})");
  KernelSummary K = summarize(I, "k");
  // Math is known without a library.
  ASSERT_EQ(K.Why.named().size(), 1u);
  EXPECT_EQ(K.Why.named()[0],
            (Assumption{AssumptionKind::ExternalCall, "elsewhere"}));
  EXPECT_EQ(count(K, OpClass::ExternalCall), 1u);
  EXPECT_EQ(count(K, OpClass::Fp32SinCosSlow), 1u);
}

TEST(CallOps, TheLongestNameThatFitsDecides) {
  // Sizes of the block are operands, the index is read from a register.
  auto Size = lowered(R"(
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define void @k() {
  %v = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret void
})");
  EXPECT_TRUE(Size.Ops.empty());
  auto Index = lowered(R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @k() {
  %v = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  ret void
})");
  EXPECT_EQ(countOf(Index.Ops, OpClass::SpecialRegister), 1);
  EXPECT_FALSE(Index.IsExternal);
}

TEST(CallOps, BarriersAndShuffles) {
  auto Barrier = lowered(R"(
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define void @k() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
})");
  EXPECT_EQ(countOf(Barrier.Ops, OpClass::Barrier), 1);
  auto Shuffle = lowered(R"(
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define void @k(i32 %n) {
  %v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %n, i32 1, i32 31)
  ret void
})");
  EXPECT_EQ(countOf(Shuffle.Ops, OpClass::Shuffle), 1);
}

TEST(CallOps, FunctionsWithAndWithoutABody) {
  auto Body = lowered(R"(
define i32 @helper(i32 %n) noinline {
  ret i32 %n
}
define void @k() {
  %v = call i32 @helper(i32 3)
  ret void
})");
  EXPECT_TRUE(Body.HasBody);
  EXPECT_FALSE(Body.IsExternal);
  auto External = lowered(R"(
declare i32 @elsewhere(i32)
define void @k() {
  %v = call i32 @elsewhere(i32 3)
  ret void
})");
  EXPECT_TRUE(External.IsExternal);
  EXPECT_EQ(countOf(External.Ops, OpClass::ExternalCall), 1);
  auto Assembly = lowered(R"(
define void @k() {
  call void asm sideeffect "frobnicate;", ""()
  ret void
})");
  EXPECT_TRUE(Assembly.IsInlineAsm);
}
