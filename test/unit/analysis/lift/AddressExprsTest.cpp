//===- AddressExprsTest.cpp - Where pointers point ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(AddressExprs, AddressesOfTransposesStencilsAndRecords) {
  KernelSummary T = kernel("transposePadded");
  EXPECT_EQ(print(T, access(T, 2).Offset), "132*tid.x + 4*tid.y + 32*iter1");
  EXPECT_EQ(access(T, 2).Space, MemSpace::Shared);
  EXPECT_EQ(access(T, 2).Base, Access::BaseKind::Variable);
  EXPECT_EQ(T.Variables[access(T, 2).BaseIndex].SizeBytes, 32u * 33 * 4);
  KernelSummary S = kernel("stencil3d");
  EXPECT_EQ(print(S, access(S, 1).Offset, {"", "", "nx", "ny", "nz"}),
            "4*ctaid.x*ntid.x + 4*ctaid.y*ntid.y*nx + 4*tid.x + 4*tid.y*nx + "
            "4*iter0*nx*ny + 4*nx*ny - 4");
  EXPECT_EQ(print(S, S.Loops[0].BackedgeTaken, {"", "", "nx", "ny", "nz"}),
            "nz - 3");
  KernelSummary A = kernel("aos");
  EXPECT_EQ(print(A, access(A, 0).Offset), "32*ctaid.x*ntid.x + 32*tid.x + 16");
  KernelSummary D = kernel("block3d");
  EXPECT_EQ(print(D, access(D, 0).Offset),
            "4*tid.x + 4*tid.y*ntid.x + 4*tid.z*ntid.x*ntid.y");
}

TEST(AddressExprs, IndicesFromDataAreOpaque) {
  KernelSummary K = kernel("gather");
  EXPECT_FALSE(access(K, 1).Affine);
  EXPECT_TRUE(K.Exprs.dependsOnData(access(K, 1).Offset));
  EXPECT_EQ(access(K, 1).BaseIndex, 1u);
  KernelSummary F = kernel("flat3d"); // i % w, i / w: known, not affine
  EXPECT_FALSE(access(F, 0).Affine);
  EXPECT_FALSE(F.Exprs.dependsOnData(access(F, 0).Offset));
}

TEST(AddressExprs, StructsByValue) {
  KernelSummary K = kernel("byval");
  ASSERT_EQ(K.Params.size(), 1u);
  EXPECT_TRUE(K.Params[0].IsByValStruct);
  EXPECT_EQ(K.Params[0].SizeBytes, 32u);
  ASSERT_EQ(K.Accesses.size(), 2u); // parameter loads are no accesses
  EXPECT_NE(access(K, 0).BaseIndex, access(K, 1).BaseIndex);
  EXPECT_EQ(print(K, access(K, 1).Offset, {"p"}),
            "4*ctaid.x*ntid.x*p+24 + 4*tid.x*p+24");
  EXPECT_EQ(print(K, K.Blocks[0].Condition, {"p"}),
            "((ctaid.x*ntid.x + tid.x) < p+16)");
}

TEST(AddressExprs, APointerThatDataChooseLiesAsItsFirstChoiceDoes) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b,
                          ptr addrspace(1) %c) {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pa = getelementptr i32, ptr addrspace(1) %a, i64 %w
  %pb = getelementptr i32, ptr addrspace(1) %b, i64 %w
  %pc = getelementptr i32, ptr addrspace(1) %c, i64 %w
  %x = load i32, ptr addrspace(1) %pc, align 4
  %is = icmp slt i32 %x, 7
  %p = select i1 %is, ptr addrspace(1) %pa, ptr addrspace(1) %pb
  store i32 %x, ptr addrspace(1) %p, align 4
  %xw = sext i32 %x to i64
  %px = getelementptr i32, ptr addrspace(1) %b, i64 %xw
  %q = select i1 %is, ptr addrspace(1) %pa, ptr addrspace(1) %px
  store i32 %x, ptr addrspace(1) %q, align 4
  %far = add nuw nsw i64 %w, 900
  %pd = getelementptr i32, ptr addrspace(1) %a, i64 %far
  %r = select i1 %is, ptr addrspace(1) %pa, ptr addrspace(1) %pd
  store i32 %x, ptr addrspace(1) %r, align 4
  ret void
}
)");
  KernelSummary K = summarize(I, "k");
  const Launch L = launch({1}, {32});
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.UniformDataAsZero = true;
  auto At = [&](size_t N) {
    uint64_t Steps = 1000;
    return evaluate(K.Exprs, access(K, N).Offset, Ctx, Steps);
  };
  EXPECT_EQ(access(K, 1).Base, Access::BaseKind::Unknown);
  ASSERT_TRUE(At(1).Known.test(5));
  EXPECT_EQ(At(1).V[5] - At(1).V[0], 20);
  EXPECT_FALSE(At(2).Known.test(5)); // one of them is scattered
  EXPECT_EQ(access(K, 3).Base, Access::BaseKind::Argument);
  ASSERT_TRUE(At(3).Known.test(5));
  EXPECT_EQ(At(3).V[5] - At(3).V[0], 20);
  Ctx.UniformDataAsZero = false;
  EXPECT_FALSE(At(1).Known.test(5));
  EXPECT_FALSE(At(3).Known.test(5));
}

TEST(AddressExprs, ThePointerThatIsChosenDecidesTheSpace) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [32 x float] undef
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %g = addrspacecast ptr addrspace(3) @s to ptr
  %c = icmp eq i32 %n, 0
  %either = select i1 %c, ptr %p, ptr %q
  %x = load float, ptr %g
  store float %x, ptr %either
  ret void
})");
  KernelSummary K = summarize(I, "k");
  ASSERT_EQ(K.Accesses.size(), 2u);
  // A generic pointer to a shared variable is the variable.
  EXPECT_EQ(access(K, 0).Space, MemSpace::Shared);
  EXPECT_EQ(access(K, 0).Base, Access::BaseKind::Variable);
  EXPECT_EQ(print(K, access(K, 0).Offset), "0");
  // One of two arguments is neither.
  EXPECT_NE(access(K, 1).Base, Access::BaseKind::Variable);
  EXPECT_NE(access(K, 1).Space, MemSpace::Shared);
}

TEST(AddressExprs, APointerMovedByAnUnknownWayIsKnownInTheFirstIteration) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %a, i32 %n, i32 %m) {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %start = getelementptr i32, ptr addrspace(1) %a, i64 %w
  br label %head
head:
  %p = phi ptr addrspace(1) [ %start, %entry ], [ %next, %latch ]
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  store i32 %i, ptr addrspace(1) %p, align 4
  %rest = srem i32 %i, %m
  %some = icmp eq i32 %rest, 0
  br i1 %some, label %far, label %latch
far:
  %step = sdiv i32 %m, 3
  %wide = sext i32 %step to i64
  %moved = getelementptr i32, ptr addrspace(1) %p, i64 %wide
  br label %latch
latch:
  %next = phi ptr addrspace(1) [ %p, %head ], [ %moved, %far ]
  %j = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %head, label %exit
exit:
  ret void
}
)");
  KernelSummary K = summarize(I, "k");
  const Access &A = access(K, 0);
  EXPECT_EQ(A.Base, Access::BaseKind::Argument);
  EXPECT_EQ(A.BaseIndex, 0u);
  EXPECT_NE(print(K, A.Offset).find("iter0 == 0"), std::string::npos)
      << print(K, A.Offset);
}

TEST(AddressExprs, PointersAsNumbersWhereTheArraysPlaceDoesNotMatter) {
  auto Stored = [](const std::string &Body) {
    Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %w
  %q = getelementptr i8, ptr addrspace(1) %a, i64 20
  %pn = ptrtoint ptr addrspace(1) %p to i64
  %qn = ptrtoint ptr addrspace(1) %q to i64
  %bn = ptrtoint ptr addrspace(1) %b to i64
)" + Body + R"(
  %place = getelementptr i8, ptr addrspace(1) %b, i64 %v
  store volatile i8 0, ptr addrspace(1) %place
  ret void
})");
    KernelSummary K = summarize(I, "k");
    return print(K, access(K, 0).Offset);
  };
  EXPECT_EQ(Stored("%v = sub i64 %pn, %qn"), "tid.x - 20");
  EXPECT_EQ(Stored("%v = and i64 %pn, 15"), "(tid.x & 15)");
  EXPECT_EQ(Stored("%is = icmp ult ptr addrspace(1) %p, %q\n"
                   "%v = zext i1 %is to i64"),
            "((tid.x < 20))");
  // Two arrays, and bits that an allocation leaves open.
  for (const char *Body : {"%v = sub i64 %pn, %bn", "%v = and i64 %pn, 4095"})
    EXPECT_EQ(Stored(Body).find("tid.x"), std::string::npos) << Stored(Body);
}
