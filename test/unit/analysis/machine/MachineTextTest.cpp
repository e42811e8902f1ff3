//===- MachineTextTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineText.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/Function.h"
#include <map>

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// The only function of \p Text, summarised and counted as its own copy.
KernelSummary counted(llvm::StringRef Text) {
  Ir I = parseText(Text);
  llvm::Function &F = *I.M->getFunction("k");
  tagBlocks(F);
  KernelSummary K = summarize(I, "k");
  addMachineCounts(K, F);
  return K;
}

double perBlock(const KernelSummary &K, BlockId B, OpClass Op) {
  if (B >= K.MachineCounts.size()) {
    ADD_FAILURE() << "no counts of block " << B;
    return -1;
  }
  return K.MachineCounts[B][static_cast<unsigned>(Op)];
}

double inAll(const KernelSummary &K, OpClass Op) {
  double Sum = 0;
  for (BlockId B = 0; B < K.Blocks.size(); ++B)
    Sum += perBlock(K, B, Op);
  return Sum;
}

constexpr const char *Head = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@S = internal addrspace(3) global [64 x float] undef, align 4
)";

TEST(MachineText, AnIndexTimesASizeOntoAPointerIsOneInstruction) {
  KernelSummary K = counted(std::string(Head) + R"(
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i, i32 %j) {
  %a = sext i32 %i to i64
  %b = shl nsw i64 %a, 2
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %b
  %c = sext i32 %j to i64
  %r = getelementptr float, ptr addrspace(1) %q, i64 %c
  store float 0.0, ptr addrspace(1) %r
  ret void
})");
  EXPECT_EQ(perBlock(K, 0, OpClass::IntMulWide), 2);
  EXPECT_EQ(perBlock(K, 0, OpClass::IntShift), 0);
  EXPECT_EQ(perBlock(K, 0, OpClass::IntAdd), 0);
}

TEST(MachineText, SharedAddressesHave32BitsAndConstantOffsets) {
  KernelSummary K = counted(std::string(Head) + R"(
define ptx_kernel void @k(i32 %i) {
  %i1 = add i32 %i, 1
  %a = zext i32 %i to i64
  %b = zext i32 %i1 to i64
  %p = getelementptr float, ptr addrspace(3) @S, i64 %a
  %q = getelementptr float, ptr addrspace(3) @S, i64 %b
  %x = load float, ptr addrspace(3) %p
  store float %x, ptr addrspace(3) %q
  ret void
})");
  EXPECT_EQ(perBlock(K, 0, OpClass::IntAdd), 1); // one LEA for both
  EXPECT_EQ(perBlock(K, 0, OpClass::IntMulWide), 0);
}

TEST(MachineText, SumsOfThreeAndShiftedSumsAreOne) {
  KernelSummary K = counted(std::string(Head) + R"(
define ptx_kernel void @k(ptr addrspace(1) %p, i64 %a, i64 %b, i64 %c) {
  %s = shl i64 %a, 3
  %t = add i64 %s, %b
  %u = add i64 %b, %c
  %v = add i64 %u, %t
  store i64 %v, ptr addrspace(1) %p
  ret void
})");
  // LEA for %t, IADD3 for %v; halves of 64 bits.
  EXPECT_EQ(perBlock(K, 0, OpClass::IntAdd), 4);
  EXPECT_EQ(perBlock(K, 0, OpClass::IntShift), 0);
}

TEST(MachineText, DivisionsAreWhatTheyAreIssuedAs) {
  KernelSummary K = counted(std::string(Head) + R"(
define ptx_kernel void @k(ptr addrspace(1) %p, float %a, float %b) {
  %d = fdiv float %a, %b
  store float %d, ptr addrspace(1) %p
  ret void
})");
  EXPECT_EQ(perBlock(K, 0, OpClass::Fp32Div), 0);
  EXPECT_EQ(perBlock(K, 0, OpClass::Fp32RcpApprox), 1);
  EXPECT_EQ(perBlock(K, 0, OpClass::Fp32Fma), 5);
  EXPECT_GE(perBlock(K, 0, OpClass::Branch), 4);
}

/// \p Body in a block that only some threads enter.
std::string conditional(const std::string &Body, const char *Index) {
  return std::string(Head) + R"(
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, float %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 )" +
         Index + R"(, %n
  br i1 %c, label %then, label %done
then:
)" + Body +
         R"(
  br label %done
done:
  store float 1.0, ptr addrspace(1) %p
  ret void
})";
}

std::string sums(unsigned N) {
  std::string Text = "  %s0 = fadd float %x, 1.0\n";
  for (unsigned I = 1; I < N; ++I)
    Text += "  %s" + std::to_string(I) + " = fmul float %s" +
            std::to_string(I - 1) + ", %x\n";
  return Text + "  store volatile float %s" + std::to_string(N - 1) +
         ", ptr addrspace(3) @S\n";
}

TEST(MachineText, SmallConditionalBlocksAreIssuedUnderAPredicate) {
  KernelSummary K = counted(conditional(sums(3), "%t"));
  ASSERT_EQ(K.Blocks.size(), 3u);
  // With the block before, for the lanes of their own.
  EXPECT_EQ(perBlock(K, 0, OpClass::Fp32Mul), 2);
  EXPECT_EQ(perBlock(K, 1, OpClass::Fp32Mul), 0);
  EXPECT_EQ(K.MachineLaneCounts[1][static_cast<unsigned>(OpClass::Fp32Mul)], 2);
  EXPECT_EQ(perBlock(K, 0, OpClass::Branch), 0);
}

TEST(MachineText, LargeOnesAreJumpedOverAndThreadsMeetAgain) {
  KernelSummary K = counted(conditional(sums(20), "%t"));
  EXPECT_EQ(perBlock(K, 0, OpClass::Fp32Mul), 0);
  EXPECT_EQ(perBlock(K, 1, OpClass::Fp32Mul), 19);
  EXPECT_EQ(perBlock(K, 0, OpClass::Branch), 3); // BSSY, BRA, BSYNC
  // All threads go one way: nothing to bring together.
  KernelSummary U = counted(conditional(sums(20), "7"));
  EXPECT_EQ(perBlock(U, 0, OpClass::Branch), 1);
}

TEST(MachineText, CopiesShareABlocksExecutions) {
  Ir I = parseText(std::string(Head) + R"(
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %a = sext i32 %i to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %a
  store float 0.0, ptr addrspace(1) %q
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %body, label %end
end:
  ret void
})");
  llvm::Function &F = *I.M->getFunction("k");
  tagBlocks(F);
  KernelSummary K = summarize(I, "k");
  llvm::BasicBlock *Body = &*std::next(F.begin());
  multiplyCopies({Body}, 4);
  addMachineCounts(K, F);
  EXPECT_EQ(perBlock(K, 1, OpClass::StoreGlobal), 0.25);
  EXPECT_EQ(K.Loops[0].Copies, 4);
  auto Tags = tagsOf({Body});
  tagRare({Body});
  addMachineCounts(K, F);
  EXPECT_EQ(inAll(K, OpClass::StoreGlobal), 0);
  restoreTags({Body}, Tags);
  EXPECT_EQ(blockTag(*Body)->Copies, 4u);
}

TEST(MachineText, AccessesKnowWhatTheyAreJoinedInto) {
  // The text of the machine has one wide load where the summary has four.
  const std::string Start = std::string(Head) + R"(
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %a = zext i32 %i to i64
  %q = getelementptr float, ptr addrspace(3) @S, i64 %a
)";
  const std::string Narrow = Start + R"(
  %x = load float, ptr addrspace(3) %q, align 4
  %q1 = getelementptr i8, ptr addrspace(3) %q, i64 4
  %y = load float, ptr addrspace(3) %q1, align 4
  store float %x, ptr addrspace(1) %p
  store float %y, ptr addrspace(3) %q
  ret void
})";
  const std::string Wide = Start + R"(
  %v = load <2 x float>, ptr addrspace(3) %q, align 16
  %x = extractelement <2 x float> %v, i32 0
  %y = extractelement <2 x float> %v, i32 1
  store float %x, ptr addrspace(1) %p
  store float %y, ptr addrspace(3) %q
  ret void
})";
  Ir Written = parseText(Narrow), Machine = parseText(Wide);
  tagBlocks(*Written.M->getFunction("k"));
  tagBlocks(*Machine.M->getFunction("k"));
  KernelSummary K = summarize(Written, "k");
  addMachineCounts(K, *Machine.M->getFunction("k"));
  unsigned Loads = 0;
  for (const Access &A : K.Accesses) {
    const bool IsLoad = A.Kind == AccessKind::Load;
    Loads += IsLoad;
    EXPECT_EQ(A.JoinedBytes, IsLoad ? 8u : 0u);
  }
  EXPECT_EQ(Loads, 2u);
}

TEST(MachineText, WithoutTagsNothingIsKnown) {
  Ir I = parseText(std::string(Head) + R"(
define ptx_kernel void @k() {
  ret void
})");
  KernelSummary K = summarize(I, "k");
  addMachineCounts(K, *I.M->getFunction("k"));
  EXPECT_TRUE(K.MachineCounts.empty());
}
} // namespace

constexpr const char *AmdHead = R"(
target datalayout = "e-p:64:64-p1:64:64-p3:32:32-p4:64:64-p5:32:32-i64:64"
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)";

TEST(MachineText, WhatAllLanesShareIsDoneByAmdsScalarUnit) {
  auto With = [](const char *Index) {
    return counted(std::string(AmdHead) + R"(
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, float %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.)" +
                   Index + R"(()
  %a = mul i32 %t, %n
  %b = add i32 %a, 7
  %c = icmp slt i32 %b, 9
  %d = select i1 %c, i32 %b, i32 %n
  store i32 %d, ptr addrspace(1) %p
  ret void
})");
  };
  const KernelSummary Block = With("ctaid.x"), Thread = With("tid.x");
  EXPECT_EQ(perBlock(Block, 0, OpClass::IntMul), 0);
  EXPECT_EQ(perBlock(Block, 0, OpClass::IntAdd), 0);
  EXPECT_EQ(perBlock(Block, 0, OpClass::IntCompare), 0);
  // A product and a sum are two instructions.
  EXPECT_EQ(perBlock(Thread, 0, OpClass::IntMul), 1);
  EXPECT_EQ(perBlock(Thread, 0, OpClass::IntAdd), 1);
  EXPECT_EQ(perBlock(Thread, 0, OpClass::IntCompare), 1);
}

TEST(MachineText, AmdHasNoScalarUnitForFloats) {
  const KernelSummary K = counted(std::string(AmdHead) + R"(
define amdgpu_kernel void @k(ptr addrspace(1) %p, float %x) {
  %a = fadd float %x, 1.0
  store float %a, ptr addrspace(1) %p
  ret void
})");
  EXPECT_EQ(perBlock(K, 0, OpClass::Fp32Add), 1);
}

TEST(MachineText, AnIndexOntoAPointerTakesAmdFourInstructions) {
  const KernelSummary K = counted(std::string(AmdHead) + R"(
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = sext i32 %t to i64
  %r = getelementptr float, ptr addrspace(1) %p, i64 %c
  store float 0.0, ptr addrspace(1) %r
  ret void
})");
  EXPECT_EQ(perBlock(K, 0, OpClass::IntMulWide), 0);
  EXPECT_EQ(perBlock(K, 0, OpClass::IntShift), 2);
  EXPECT_EQ(perBlock(K, 0, OpClass::IntAdd), 2);
}

TEST(MachineText, AmdConvertsBytesAtTheFullRate) {
  const KernelSummary K = counted(std::string(AmdHead) + R"(
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %b = load i8, ptr addrspace(1) %p
  %f = uitofp i8 %b to float
  %i = load i32, ptr addrspace(1) %p
  %g = uitofp i32 %i to float
  store float %f, ptr addrspace(1) %q
  store float %g, ptr addrspace(1) %q
  ret void
})");
  EXPECT_EQ(perBlock(K, 0, OpClass::Fp32Add), 1);
  EXPECT_EQ(perBlock(K, 0, OpClass::Convert32), 1);
}

TEST(MachineText, AmdsLoadsOfNeighboursAreWideOnes) {
  const std::string Text = std::string(AmdHead) + R"(
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load float, ptr addrspace(1) %p, align 4
  store float %a, ptr addrspace(1) %q, align 4
  ret void
}
define amdgpu_kernel void @joined(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load <4 x float>, ptr addrspace(1) %p, align 4
  %b = extractelement <4 x float> %a, i32 0
  store float %b, ptr addrspace(1) %q, align 4
  ret void
}
define amdgpu_kernel void @row(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load <15 x float>, ptr addrspace(1) %p, align 4
  %b = extractelement <15 x float> %a, i32 0
  store float %b, ptr addrspace(1) %q, align 4
  ret void
})";
  const std::map<std::string, double> Wide = {
      {"k", 0}, {"joined", 16}, {"row", 15}};
  Ir I = parseText(Text);
  for (const auto &[Name, Bytes] : Wide)
    tagBlocks(*I.M->getFunction(Name));
  const KernelSummary K = summarize(I, "k");
  for (const auto &[Name, Bytes] : Wide) {
    KernelSummary Counted = K;
    addMachineCounts(Counted, *I.M->getFunction(Name));
    ASSERT_EQ(Counted.Accesses.size(), 2u);
    EXPECT_EQ(Counted.Accesses[0].WideBytes, Bytes) << Name;
    EXPECT_EQ(Counted.Accesses[1].WideBytes, 0);
  }
}
