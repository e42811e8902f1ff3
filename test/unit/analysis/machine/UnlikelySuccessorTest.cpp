//===- UnlikelySuccessorTest.cpp - What hardly ever happens ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/UnlikelySuccessor.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/Instructions.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Of the branch at the end of the first block, which leads to %record or to
/// %end; \p Place: where the record is kept.
uint8_t unlikely(const std::string &Compare, const std::string &Place = "%m",
                 const std::string &Written = "%m") {
  Ir I = parseText(R"ir(
target triple = "nvptx64-nvidia-cuda"
@best = addrspace(1) global i64 0
define ptx_kernel void @k(ptr addrspace(1) %m, ptr addrspace(1) %p, i64 %n) {
  %own = load double, ptr addrspace(1) %p
  %at = getelementptr i64, ptr addrspace(1) %m, i64 %n
  %bits = load i64, ptr addrspace(1) )ir" +
                   Place + R"ir(
  %now = bitcast i64 %bits to double
  %new = bitcast double %own to i64
  %c = )ir" + Compare +
                   R"ir(
  br i1 %c, label %record, label %end
record:
  br label %try
try:
  %old = cmpxchg ptr addrspace(1) )ir" +
                   Written + R"ir(, i64 %bits, i64 %new seq_cst seq_cst
  br label %end
end:
  ret void
}
)ir");
  if (!I.M)
    return NoUnlikelySucc;
  const UnlikelyWay Way = unlikelySuccessor(*llvm::cast<llvm::BranchInst>(
      I.M->getFunction("k")->getEntryBlock().getTerminator()));
  // In rising order, every value would be a record.
  EXPECT_EQ(Way.IfRandom, Way.Succ != NoUnlikelySucc);
  return Way.Succ;
}
} // namespace

TEST(UnlikelySuccessor, RecordsAreRare) {
  EXPECT_EQ(unlikely("fcmp ogt double %own, %now"), 0);
  EXPECT_EQ(unlikely("fcmp olt double %now, %own"), 0);
  EXPECT_EQ(unlikely("icmp slt i64 %new, %bits"), 0);
  EXPECT_EQ(unlikely("icmp slt i64 %new, %bits", "@best", "@best"), 0);
}

TEST(UnlikelySuccessor, NotWhereEachThreadHasItsOwnPlace) {
  EXPECT_EQ(unlikely("fcmp ogt double %own, %now", "%at", "%at"),
            NoUnlikelySucc);
}

TEST(UnlikelySuccessor, NotWhereAnotherPlaceIsWritten) {
  EXPECT_EQ(unlikely("fcmp ogt double %own, %now", "%m", "@best"),
            NoUnlikelySucc);
}

TEST(UnlikelySuccessor, ALockThatIsFreeIsTaken) {
  EXPECT_EQ(unlikely("icmp eq i64 %bits, 0"), NoUnlikelySucc);
}

TEST(UnlikelySuccessor, HugeArgumentsOfASineAreRare) {
  auto Of = [](const std::string &Magnitude) {
    Ir I = parseText(R"ir(
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fabs.f32(float)
declare float @llvm.nvvm.fabs.f32(float)
declare float @llvm.sqrt.f32(float)
define float @k(float %x) {
  %m = call float @)ir" +
                     Magnitude +
                     R"ir((float %x)
  %c = fcmp ult float %m, 105615.0
  br i1 %c, label %small, label %huge
small:
  ret float %x
huge:
  ret float 0.0
}
)ir");
    return unlikelySuccessor(
               *llvm::cast<llvm::BranchInst>(
                   I.M->getFunction("k")->getEntryBlock().getTerminator()))
        .Succ;
  };
  EXPECT_EQ(Of("llvm.fabs.f32"), 1);
  // So it is in the math library of the CUDA toolkit.
  EXPECT_EQ(Of("llvm.nvvm.fabs.f32"), 1);
  EXPECT_EQ(Of("llvm.sqrt.f32"), NoUnlikelySucc);
}

namespace {
/// Of a branch on the %c of \p Test, in which %x, %y are floats and %i, %j
/// integers from memory.
std::array<bool, 2> errorsOf(const std::string &Test) {
  Ir I = parseText(R"ir(
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fabs.f32(float)
declare i32 @llvm.abs.i32(i32, i1)
define i32 @k(ptr %p, ptr %q, i32 %n) {
  %x = load float, ptr %p
  %y = load float, ptr %q
  %i = load i32, ptr %p
  %j = load i32, ptr %q
)ir" + Test + R"ir(
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
)ir");
  if (!I.M)
    return {};
  return mayBeErrors(*llvm::cast<llvm::BranchInst>(
      I.M->getFunction("k")->getEntryBlock().getTerminator()));
}
constexpr std::array<bool, 2> Neither = {false, false}, Both = {true, true},
                              First = {true, false}, Second = {false, true};
} // namespace

TEST(UnlikelySuccessor, HowFarTwoValuesAreApart) {
  const std::string Far = "%d = fsub float %x, %y\n"
                          "%m = call float @llvm.fabs.f32(float %d)\n";
  EXPECT_EQ(errorsOf(Far + "%c = fcmp ogt float %m, 0x3F50624DE0000000"), Both);
  EXPECT_EQ(errorsOf(Far + "%r = fdiv float %m, %y\n"
                           "%c = fcmp ogt float %r, 0.5"),
            Both);
  EXPECT_EQ(errorsOf("%d = fsub float %x, %y\n"
                     "%m = fmul float %d, %d\n"
                     "%c = fcmp ogt float %m, 0.5"),
            Both);
  EXPECT_EQ(errorsOf("%d = sub i32 %i, %j\n"
                     "%m = call i32 @llvm.abs.i32(i32 %d, i1 true)\n"
                     "%c = icmp sgt i32 %m, 2"),
            Both);
  // Not of one value, nor of a product: only a NaN passes the other way.
  EXPECT_EQ(errorsOf("%m = call float @llvm.fabs.f32(float %x)\n"
                     "%c = fcmp ogt float %m, 0.5"),
            Second);
  EXPECT_EQ(errorsOf("%m = fmul float %x, %y\n"
                     "%c = fcmp ogt float %m, 0.5"),
            Second);
}

TEST(UnlikelySuccessor, WhatANaNOrAHugeValuePasses) {
  EXPECT_EQ(errorsOf("%c = fcmp uge float %x, 2.0"), First);
  EXPECT_EQ(errorsOf("%c = fcmp olt float %x, 2.0"), Second);
  EXPECT_EQ(errorsOf("%c = fcmp olt float %x, %y"), Neither);
  EXPECT_EQ(errorsOf("%c = fcmp ogt float %x, 0x46293E5940000000"), Both);
  EXPECT_EQ(errorsOf("%c = icmp sgt i32 %i, 1000000"), Both);
  EXPECT_EQ(errorsOf("%c = icmp ugt i32 %i, -16"), Both);
  EXPECT_EQ(errorsOf("%c = icmp sgt i32 %i, -16"), Neither);
  // Together with another test, and negated.
  EXPECT_EQ(errorsOf("%a = icmp sgt i32 %i, 3\n"
                     "%b = fcmp uge float %x, 2.0\n"
                     "%c = select i1 %a, i1 %b, i1 false"),
            First);
  EXPECT_EQ(errorsOf("%a = fcmp uge float %x, 2.0\n"
                     "%c = xor i1 %a, true"),
            Second);
}

TEST(UnlikelySuccessor, ComputedValuesThatDiffer) {
  EXPECT_EQ(errorsOf("%c = icmp ne i32 %i, %j"), First);
  EXPECT_EQ(errorsOf("%c = icmp eq i32 %i, %j"), Second);
  EXPECT_EQ(errorsOf("%c = fcmp une float %x, %y"), First);
  EXPECT_EQ(errorsOf("%c = icmp ne i32 %i, 7"), Neither);
  EXPECT_EQ(errorsOf("%c = icmp ne i32 %i, %n"), Neither);
}
