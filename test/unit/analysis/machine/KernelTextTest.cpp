//===- KernelTextTest.cpp - What a text says beside control flow ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/KernelText.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(KernelText, ParametersBoundsAndSharedMemory) {
  KernelSummary K = kernel("vec4");
  EXPECT_EQ(K.MaxThreadsPerBlockBound, 256u);
  EXPECT_EQ(K.MinBlocksPerSmBound, 2u);
  EXPECT_FALSE(K.UsesDynamicShared);
  EXPECT_TRUE(kernel("reduceShared").UsesDynamicShared);
  EXPECT_EQ(kernel("matmulTiled").StaticSharedBytes, 2048u);
}

namespace {
CalleeText textOf(const std::string &Functions) {
  Ir I = parseText("target triple = \"nvptx64-nvidia-cuda\"\n" + Functions);
  return calleeText(*I.M->getFunction("f"), *I.M->getFunction("k"));
}
double countIn(const CalleeText &T, OpClass Class) {
  return T.Counts[static_cast<unsigned>(Class)];
}
} // namespace

TEST(KernelText, CalleesOfCalleesAreCounted) {
  CalleeText T = textOf(R"(
define float @g(float %x) {
  %y = fmul float %x, %x
  ret float %y
}
define float @f(float %x) {
  %a = call float @g(float %x)
  %b = call float @g(float %a)
  ret float %b
}
define ptx_kernel void @k() {
  %v = call float @f(float 1.0)
  ret void
})");
  EXPECT_EQ(countIn(T, OpClass::Fp32Mul), 2);
  EXPECT_FALSE(T.Why.contains(AssumptionKind::Recursion));
  EXPECT_FALSE(T.Why.contains(AssumptionKind::ExternalCall));
}

TEST(KernelText, TheOperationsOfACalleeHaveTheirPlaces) {
  CalleeText T = textOf(R"(
define float @g(float %x) !dbg !5 {
  %y = fadd float %x, %x, !dbg !9
  ret float %y, !dbg !9
}
define float @f(float %x) !dbg !4 {
  %a = fmul float %x, %x, !dbg !6
  %b = fmul float %a, %x, !dbg !6
  %c = fmul float %b, %x, !dbg !7
  %d = call float @g(float %c), !dbg !8
  ret float %d, !dbg !8
}
define ptx_kernel void @k() {
  %v = call float @f(float 1.0)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "g", file: !1, line: 20, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 2, column: 3, scope: !4)
!7 = !DILocation(line: 3, column: 3, scope: !4)
!8 = !DILocation(line: 4, column: 3, scope: !4)
!9 = !DILocation(line: 21, column: 3, scope: !5)
)");
  auto At = [&](unsigned Line, unsigned CalledAt, OpClass Class) {
    double Sum = 0;
    for (const auto &[Place, Part] : T.ByPlace)
      if (Place.first->getLine() == Line &&
          (Place.second ? Place.second->getLine() : 0) == CalledAt) {
        EXPECT_EQ(Part.Times, 1);
        Sum += Part.Counts[static_cast<unsigned>(Class)];
      }
    return Sum;
  };
  EXPECT_EQ(At(2, 0, OpClass::Fp32Mul), 2);
  EXPECT_EQ(At(3, 0, OpClass::Fp32Mul), 1);
  // In the function that is called in turn, by the call on line 4.
  EXPECT_EQ(At(21, 4, OpClass::Fp32Add), 1);
  EXPECT_EQ(At(21, 0, OpClass::Fp32Add), 0);
}

TEST(KernelText, WhatACalleeHardlyEverDoesIsLeftOut) {
  // Of a huge argument, it is reduced in double precision, in a loop.
  CalleeText T = textOf(R"(
declare float @llvm.fabs.f32(float)
define float @f(float %x) {
entry:
  %m = call float @llvm.fabs.f32(float %x)
  %small = fcmp olt float %m, 105615.0
  br i1 %small, label %join, label %reduce
reduce:
  %k = phi i32 [ 0, %entry ], [ %n, %reduce ]
  %d = fpext float %x to double
  %q = fmul double %d, 3.0
  %n = add i32 %k, 1
  %z = fptosi double %q to i32
  %c = icmp slt i32 %n, %z
  br i1 %c, label %reduce, label %join
join:
  %r = phi float [ %x, %entry ], [ 1.0, %reduce ]
  %s = fmul float %r, %r
  ret float %s
}
define ptx_kernel void @k() {
  %v = call float @f(float 1.0)
  ret void
})");
  EXPECT_EQ(countIn(T, OpClass::Fp64Mul), 0);
  EXPECT_EQ(countIn(T, OpClass::Fp32Mul), 1);
  EXPECT_FALSE(T.Why.contains(AssumptionKind::TripCountGuessed));
}

TEST(KernelText, RecursionAndUnknownFunctionsAreSaid) {
  CalleeText T = textOf(R"(
declare void @elsewhere()
define void @f() {
  call void @elsewhere()
  call void @f()
  ret void
}
define ptx_kernel void @k() {
  call void @f()
  ret void
})");
  EXPECT_TRUE(T.Why.contains(AssumptionKind::Recursion));
  ASSERT_EQ(T.Why.named().size(), 1u);
  EXPECT_EQ(T.Why.named()[0],
            (Assumption{AssumptionKind::ExternalCall, "elsewhere"}));
}

TEST(KernelText, CopiesMoveAsMuchAsTheirAlignmentAllows) {
  auto Chunk = [](const char *Align) {
    Ir I =
        parseText(std::string(R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @k(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align )") +
                  Align + " %p, ptr align " + Align + R"( %q, i64 64, i1 false)
  ret void
})");
    return memoryChunk(llvm::cast<llvm::MemIntrinsic>(
        I.M->getFunction("k")->getEntryBlock().front()));
  };
  EXPECT_EQ(Chunk("4"), 4u);
  EXPECT_LT(Chunk("1"), Chunk("8"));
}
