//===- DataExprsTest.cpp - What data is a function of ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Stores at index %v, which \p Body computes from what it reads.
KernelSummary indexedBy(const std::string &Body) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @k(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %pt = getelementptr i32, ptr %p, i32 %t
  %pb = getelementptr i32, ptr %p, i32 %b
)" + Body + R"(
  %w = sext i32 %v to i64
  %a = getelementptr i8, ptr %q, i64 %w
  store volatile i8 0, ptr %a
  ret void
})");
  return summarize(I, "k");
}

/// The first node that stands for data in the index of the last access.
ExprNode dataIn(const KernelSummary &K) {
  if (K.Accesses.empty()) {
    ADD_FAILURE() << "no access";
    return {};
  }
  std::vector<ExprId> Work = {K.Accesses.back().Offset};
  while (!Work.empty()) {
    ExprId E = Work.back();
    Work.pop_back();
    if (E == NoExpr)
      continue;
    const ExprNode &N = K.Exprs[E];
    if (N.Kind == ExprKind::Opaque)
      return N;
    Work.insert(Work.end(), N.Ops.begin(), N.Ops.end());
  }
  ADD_FAILURE() << "the index is not data";
  return {};
}

unsigned inputsOf(const ExprNode &N) {
  unsigned Known = 0;
  for (ExprId E : N.Ops)
    Known += E != NoExpr;
  return Known;
}
} // namespace

TEST(DataExprs, DataIsAFunctionOfWhereItIsRead) {
  KernelSummary K = indexedBy("%v = load i32, ptr %pt");
  ExprNode PerLane = dataIn(K);
  ASSERT_EQ(inputsOf(PerLane), 1u);
  EXPECT_EQ(print(K, PerLane.Ops[0]), "4*tid.x");
  EXPECT_EQ(PerLane.Imm, 0);

  K = indexedBy("%v = load i32, ptr %pb");
  ExprNode PerBlock = dataIn(K);
  ASSERT_EQ(inputsOf(PerBlock), 1u);
  EXPECT_EQ(print(K, PerBlock.Ops[0]), "4*ctaid.x");
  EXPECT_NE(PerBlock.Imm, 0); // the same in all lanes

  // A constant address is nothing that the data varies with.
  ExprNode One = dataIn(indexedBy("%v = load i32, ptr %p"));
  EXPECT_EQ(inputsOf(One), 0u);
  EXPECT_NE(One.Imm, 0);
}

TEST(DataExprs, FloatsAreFollowedToTheirInputs) {
  KernelSummary K = indexedBy("%x = load float, ptr %pb\n"
                              "%y = fmul float %x, 2.0\n"
                              "%v = fptosi float %y to i32");
  ExprNode N = dataIn(K);
  ASSERT_EQ(inputsOf(N), 1u);
  EXPECT_EQ(print(K, N.Ops[0]), "4*ctaid.x");
  EXPECT_NE(N.Imm, 0);
  // An input that differs from lane to lane makes the sum differ.
  K = indexedBy("%x = load float, ptr %pb\n%y = load float, ptr %pt\n"
                "%z = fadd float %x, %y\n%v = fptosi float %z to i32");
  N = dataIn(K);
  EXPECT_EQ(inputsOf(N), 2u);
  EXPECT_EQ(N.Imm, 0);
}

TEST(DataExprs, NothingIsKnownOfWhatMayHaveChanged) {
  for (const char *Body :
       {"%v = load volatile i32, ptr %pb",
        "%v = atomicrmw xchg ptr %pb, i32 1 seq_cst",
        "%l = alloca i32\nstore volatile i32 %t, ptr %l\n%v = load i32, ptr %l",
        "%u = load volatile i32, ptr %pb\n%x = sitofp i32 %u to float\n"
        "%v = fptosi float %x to i32"}) {
    ExprNode N = dataIn(indexedBy(Body));
    EXPECT_EQ(inputsOf(N), 0u) << Body;
    EXPECT_EQ(N.Imm, 0) << Body;
  }
}

TEST(DataExprs, ANodeHasRoomForThreeInputs) {
  std::string Body = "%p1 = getelementptr i8, ptr %pt, i32 128\n"
                     "%p2 = getelementptr i8, ptr %pt, i32 256\n"
                     "%p3 = getelementptr i8, ptr %pt, i32 384\n"
                     "%x0 = load float, ptr %pt\n%x1 = load float, ptr %p1\n"
                     "%x2 = load float, ptr %p2\n%x3 = load float, ptr %p3\n"
                     "%y1 = fadd float %x0, %x1\n%y2 = fadd float %y1, %x2\n"
                     "%y3 = fadd float %y2, %x3\n";
  EXPECT_EQ(inputsOf(dataIn(indexedBy(Body + "%v = fptosi float %y2 to i32"))),
            3u);
  EXPECT_EQ(inputsOf(dataIn(indexedBy(Body + "%v = fptosi float %y3 to i32"))),
            0u);
}
