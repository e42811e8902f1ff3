//===- SummarizeKernelTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(SummarizeKernel, SaxpyIsAffineInBlockAndThread) {
  KernelSummary K = kernel("saxpy");
  ASSERT_EQ(K.Accesses.size(), 3u);
  for (const Access &A : K.Accesses) {
    EXPECT_EQ(print(K, A.Offset), "4*ctaid.x*ntid.x + 4*tid.x");
    EXPECT_TRUE(A.Affine);
    EXPECT_EQ(A.Space, MemSpace::Global);
    EXPECT_EQ(A.Base, Access::BaseKind::Argument);
    EXPECT_EQ(A.Where.Line, 10u);
  }
  EXPECT_EQ(access(K, 0).BaseIndex, 2u);
  EXPECT_TRUE(access(K, 0).ReadOnly); // const __restrict__
  EXPECT_FALSE(access(K, 1).ReadOnly);
  EXPECT_EQ(access(K, 2).Kind, AccessKind::Store);
  EXPECT_EQ(print(K, K.Blocks[0].Condition, {"n"}),
            "((ctaid.x*ntid.x + tid.x) < n)");
  // mad, compare, two addresses, one contracted multiply-add.
  EXPECT_EQ(count(K, OpClass::IntMul), 1u);
  EXPECT_EQ(count(K, OpClass::IntMulWide), 2u);
  EXPECT_EQ(count(K, OpClass::Fp32Fma), 1u);
  EXPECT_EQ(count(K, OpClass::Fp32Add) + count(K, OpClass::Fp32Mul), 0u);
  EXPECT_EQ(count(K, OpClass::SpecialRegister), 2u);
  EXPECT_EQ(count(K, OpClass::LoadGlobal), 2u);
  EXPECT_EQ(count(K, OpClass::StoreGlobal), 1u);
}

TEST(SummarizeKernel, DataDependentExits) {
  KernelSummary W = kernel("whileData");
  EXPECT_EQ(W.Loops[0].BackedgeTaken, NoExpr);
  EXPECT_TRUE(isTripOfData(W.Loops[0]));
  KernelSummary N = kernel("nestedBreak");
  EXPECT_FALSE(N.Loops[0].UpperBoundOnly);
  EXPECT_TRUE(N.Loops[1].UpperBoundOnly);
  EXPECT_FALSE(isTripOfData(N.Loops[0]));
  EXPECT_TRUE(isTripOfData(N.Loops[1]));
  EXPECT_EQ(print(N, N.Loops[1].BackedgeTaken, {"", "", "n", "m"}), "m - 1");
  // Data choose the half, but not how often there is one (Bisection).
  KernelSummary B = kernel("binarySearch");
  EXPECT_NE(B.Loops[0].BackedgeTaken, NoExpr);
}

TEST(SummarizeKernel, SwitchKeepsItsCases) {
  KernelSummary K = kernel("switchy");
  const Block &B = K.Blocks[0];
  EXPECT_EQ(B.Terminator, TerminatorKind::Switch);
  EXPECT_EQ(B.Succs.size(), 5u);
  EXPECT_EQ(B.SwitchValues.size(), 4u);
  EXPECT_EQ(print(K, B.Condition, {"x", "mode"}), "mode");
  EXPECT_EQ(count(K, OpClass::Fp32SinCosApprox), 1u);
  EXPECT_EQ(count(K, OpClass::Fp32Div), 1u);
  EXPECT_EQ(count(K, OpClass::Fp32Rcp), 1u);
  EXPECT_GE(count(K, OpClass::Fp32Ex2Approx), 1u);
}

TEST(SummarizeKernel, LaunchBoundsAndVectors) {
  KernelSummary K = kernel("vec4");
  EXPECT_EQ(K.MaxThreadsPerBlockBound, 256u);
  EXPECT_EQ(K.MinBlocksPerSmBound, 2u);
  ASSERT_EQ(K.Accesses.size(), 2u);
  EXPECT_EQ(access(K, 0).BytesPerLane, 16u);
  EXPECT_EQ(access(K, 1).BytesPerLane, 16u);
  EXPECT_EQ(count(K, OpClass::LoadGlobal), 1u);
  EXPECT_EQ(count(K, OpClass::StoreGlobal), 1u);
}

TEST(SummarizeKernel, ClustersOfBlocks) {
  Ir I = parseText("target triple = \"nvptx64-nvidia-cuda\"\n"
                   "define ptx_kernel void @k() \"nvvm.cluster_dim\"=\"4,2,1\""
                   " { ret void }\ndefine ptx_kernel void @l() { ret void }");
  EXPECT_EQ(summarize(I, "k").ClusterBlocks, 8U);
  EXPECT_EQ(summarize(I, "l").ClusterBlocks, 1U);
}

TEST(SummarizeKernel, FunctionsThatWereNotInlined) {
  KernelSummary C = kernel("callsHelper");
  EXPECT_FALSE(C.Why.contains(AssumptionKind::Recursion));
  EXPECT_GE(count(C, OpClass::Fp32Fma), 6u); // its loop at the default count
  EXPECT_TRUE(C.Why.contains(AssumptionKind::TripCountGuessed));
  EXPECT_TRUE(kernel("recursive").Why.contains(AssumptionKind::Recursion));
}

TEST(SummarizeKernel, WarpAndBlockOperations) {
  KernelSummary K = kernel("warpSum");
  EXPECT_EQ(count(K, OpClass::Shuffle), 1u);
  EXPECT_EQ(print(K, K.Loops[0].BackedgeTaken), "4");
  KernelSummary H = kernel("histogram");
  EXPECT_EQ(count(H, OpClass::AtomicShared), 1u);
  EXPECT_EQ(count(H, OpClass::AtomicGlobal), 1u);
  EXPECT_EQ(count(H, OpClass::Barrier), 2u);
  KernelSummary A = kernel("assembly");
  // mov.u32 %smid: known.
  EXPECT_EQ(count(A, OpClass::InlineAsm), 0u);
  EXPECT_FALSE(A.Why.contains(AssumptionKind::InlineAssembly));
  KernelSummary D = kernel("doubles");
  EXPECT_EQ(count(D, OpClass::Fp64Fma), 1u);
  EXPECT_EQ(count(D, OpClass::Fp64Rcp), 1u);
  KernelSummary M = kernel("constant");
  EXPECT_EQ(count(M, OpClass::LoadConst), 1u);
}

TEST(SummarizeKernel, InlineAssemblyIsReadWhereItsNamesAreKnown) {
  // mov.u32 from %smid.
  KernelSummary A = kernel("assembly");
  EXPECT_EQ(count(A, OpClass::InlineAsm), 0u);
  EXPECT_EQ(count(A, OpClass::SelectMove), 1u);
  EXPECT_FALSE(A.Why.contains(AssumptionKind::InlineAssembly));
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() {
  call void asm sideeffect "fma.rn.f32 a; later.b32 a; bar.sync 0;", ""()
  ret void
})");
  KernelSummary K = summarize(I, "k");
  EXPECT_EQ(count(K, OpClass::Fp32Fma), 1u);
  EXPECT_EQ(count(K, OpClass::InlineAsm), 1u);
  EXPECT_EQ(count(K, OpClass::Barrier), 1u);
  EXPECT_TRUE(K.Why.contains(AssumptionKind::InlineAssembly));
}

// The loop of Fig. 3 of Kleimenov and Popova 2021, with names for numbers.
TEST(SummarizeKernel, UnrotatedLoopWithAFallThrough) {
  Ir I = parseText(R"(
define void @k(double %res, double %p) {
entry:
  br label %head
head:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %temp = phi double [ %res, %entry ], [ %sum, %latch ]
  %test = icmp slt i32 %j, 15
  br i1 %test, label %body, label %exit
body:
  %product = fmul double %temp, 1.3
  %eight = fadd double %product, 8.0
  %sum = fadd double %eight, %p
  br label %latch
latch:
  %next = add nsw i32 %j, 1
  br label %head
exit:
  ret void
})");
  KernelSummary K = summarize(I, "k");
  ASSERT_EQ(K.Loops.size(), 1u);
  EXPECT_TRUE(K.Loops[0].TestsBeforeBody);
  EXPECT_EQ(print(K, K.Loops[0].BackedgeTaken), "15");
  ASSERT_EQ(K.Blocks.size(), 5u);
  EXPECT_EQ(K.Blocks[2].Name, "%body");
  EXPECT_TRUE(K.Blocks[2].FallsThrough);
  EXPECT_EQ(K.Instrs[K.Blocks[2].Instrs.back()].Class, OpClass::Free);
  EXPECT_FALSE(K.Blocks[3].FallsThrough); // the back edge is a branch
  EXPECT_EQ(K.Instrs[K.Blocks[3].Instrs.back()].Class, OpClass::Branch);
  // No contraction without leave: a product and two sums.
  EXPECT_EQ(count(K, OpClass::Fp64Mul), 1u);
  EXPECT_EQ(count(K, OpClass::Fp64Add), 2u);
  const Instr *Product = named(K, "%product"), *Sum = named(K, "%sum");
  ASSERT_TRUE(Product && Sum);
  ASSERT_EQ(Product->Operands.size(), 1u);
  EXPECT_EQ(K.Instrs[Product->Operands[0]].Name, "%temp");
  const Instr &Phi = K.Instrs[Product->Operands[0]];
  EXPECT_TRUE(Phi.IsPhi);
  ASSERT_EQ(Phi.Incoming.size(), 2u);
  EXPECT_EQ(Phi.Incoming[0].Def, NoId); // an argument
  EXPECT_EQ(K.Instrs[Phi.Incoming[1].Def].Name, "%sum");
}

TEST(SummarizeKernel, NumbersValuesAsThePrintedIrDoes) {
  KernelSummary K = kernel("saxpy");
  const Instr *Fma = nullptr;
  for (const Instr &I : K.Instrs)
    if (I.Class == OpClass::Fp32Fma)
      Fma = &I;
  ASSERT_TRUE(Fma);
  EXPECT_EQ(Fma->Name, "%18");
}

TEST(SummarizeKernel, BlocksOfALoopFollowEachOther) {
  for (const char *Name : {"matmulTiled", "histogram", "nestedBreak",
                           "triangular", "divergent", "geometric"}) {
    KernelSummary K = kernel(Name);
    for (const KernelLoop &L : K.Loops) {
      ASSERT_FALSE(L.Blocks.empty());
      EXPECT_EQ(L.Blocks.front(), L.Header);
      for (size_t I = 1; I < L.Blocks.size(); ++I)
        EXPECT_EQ(L.Blocks[I], L.Blocks[I - 1] + 1) << Name;
    }
  }
}

TEST(SummarizeKernel, RefusesWhatItCannotRead) {
  Ir I = parseText("declare void @k()");
  auto None = summarizeKernel(*I.M->getFunction("k"));
  ASSERT_FALSE(static_cast<bool>(None));
  EXPECT_EQ(llvm::toString(None.takeError()),
            "kernel 'k' has no body in this module");
}

TEST(SummarizeKernel, ManyThingsInOneModuleDoNotCrash) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@dyn = external addrspace(3) global [0 x float]
define ptx_kernel void @irreducible(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  %x = phi i32 [ 0, %entry ], [ %y, %b ]
  br label %b
b:
  %y = phi i32 [ 1, %entry ], [ %x, %a ]
  %d = icmp eq i32 %y, 7
  br i1 %d, label %a, label %end
end:
  ret void
}
define ptx_kernel void @forever(ptr %p) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %n, %l ]
  %n = add i32 %i, 1
  store volatile i32 %i, ptr %p
  br label %l
}
define ptx_kernel void @vectors(ptr %p, <4 x i32> %v, i128 %big) {
  %q = getelementptr i32, ptr %p, <4 x i32> %v
  %r = extractelement <4 x ptr> %q, i32 1
  store i128 %big, ptr %r
  %s = add <4 x i32> %v, %v
  store <4 x i32> %s, ptr %p
  ret void
}
define ptx_kernel void @dead(ptr %p) {
  ret void
unreachable.block:
  %x = load i32, ptr %p
  br label %unreachable.block
}
define ptx_kernel void @indirect(ptr %f) {
  call void %f()
  ret void
})");
  EXPECT_EQ(summarize(I, "irreducible").Blocks.size(), 4u);
  EXPECT_EQ(summarize(I, "forever").Loops[0].BackedgeTaken, NoExpr);
  EXPECT_EQ(summarize(I, "vectors").Accesses.size(), 2u);
  EXPECT_EQ(summarize(I, "dead").Blocks.size(), 1u);
  EXPECT_EQ(summarize(I, "indirect").Why.named().size(), 1u);
}

TEST(CountTextOps, AgreesWithTheSummaryWhereNothingIsMerged) {
  Ir I = parseKernels();
  KernelSummary K = summarize(I, "saxpy");
  OpCounts Text = countTextOps(*I.M->getFunction("saxpy"));
  for (OpClass Op : {OpClass::Fp32Fma, OpClass::LoadGlobal, OpClass::IntMul,
                     OpClass::IntMulWide, OpClass::SpecialRegister})
    EXPECT_EQ(Text[static_cast<unsigned>(Op)], count(K, Op));
}
