//===- RepeatedQuotientTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/RepeatedQuotient.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/InstIterator.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Of the division in a kernel that begins with \p Text: %x and %y are the
/// thread's numbers in its block, %p an array of doubles, and %a a parameter.
QuotientAxes axesOf(const std::string &Text, const std::string &After = "") {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@tile = external addrspace(3) global double
define ptx_kernel void @k(ptr addrspace(1) %p, double %a, i32 %n) {
entry:
  %x = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %px = getelementptr double, ptr addrspace(1) %p, i32 %x
  %py = getelementptr double, ptr addrspace(1) %p, i32 %y
  %pn = getelementptr double, ptr addrspace(1) %p, i32 %n
  %ofx = load double, ptr addrspace(1) %px
  %ofy = load double, ptr addrspace(1) %py
  %ofn = load double, ptr addrspace(1) %pn
)" + Text + R"(
  store double %q, ptr addrspace(1) %px
)" + After + R"(
  ret void
}
)");
  if (!I.M)
    return {};
  const llvm::Function &F = *I.M->getFunction("k");
  RepeatedQuotients Quotients(F);
  for (const llvm::Instruction &In : llvm::instructions(F))
    if (In.getOpcode() == llvm::Instruction::FDiv)
      return Quotients.of(In);
  ADD_FAILURE() << "no division";
  return {};
}
constexpr uint8_t X = 1, Y = 2, All = QuotientAxes::All;
} // namespace

TEST(RepeatedQuotient, ADivisorThatTheLaunchHandsOver) {
  const QuotientAxes Q = axesOf("%q = fdiv double %ofx, %a");
  EXPECT_EQ(Q.OfDivisor, 0);
  EXPECT_FALSE(Q.IsDivisorOfArray);
  EXPECT_EQ(Q.OfQuotient, X);
  EXPECT_TRUE(Q.IsQuotientOfArray);
  EXPECT_EQ(
      axesOf("%s = fmul double %a, 3.0\n%q = fdiv double %s, %a").OfQuotient,
      0);
  EXPECT_EQ(axesOf("%q = fdiv double %ofx, 3.0").OfDivisor, 0);
}

TEST(RepeatedQuotient, AnElementThatAllThreadsRead) {
  const QuotientAxes Q = axesOf("%q = fdiv double %ofy, %ofn");
  EXPECT_EQ(Q.OfDivisor, 0);
  EXPECT_TRUE(Q.IsDivisorOfArray);
  EXPECT_EQ(Q.OfQuotient, Y);
  EXPECT_EQ(axesOf("%q = fdiv double %ofy, %ofx").OfQuotient, X | Y);
}

TEST(RepeatedQuotient, AnElementThatOtherThreadsMayHaveWritten) {
  const QuotientAxes Q =
      axesOf("%q = fdiv double %ofy, %ofn",
             "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)");
  EXPECT_EQ(Q.OfDivisor, All);
  EXPECT_EQ(Q.OfQuotient, All);
  // What the launch hands over stays the same.
  EXPECT_EQ(axesOf("%q = fdiv double %ofy, %a",
                   "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
                .OfDivisor,
            0);
  EXPECT_EQ(axesOf("%t = load double, ptr addrspace(3) @tile\n"
                   "%q = fdiv double %ofy, %t")
                .OfDivisor,
            All);
  EXPECT_EQ(axesOf("%v = load volatile double, ptr addrspace(1) %pn\n"
                   "%q = fdiv double %ofy, %v")
                .OfDivisor,
            All);
}

TEST(RepeatedQuotient, EachThreadHasItsOwn) {
  EXPECT_EQ(axesOf("%q = fdiv double %a, %ofx").OfDivisor, X);
  EXPECT_EQ(axesOf("%l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n"
                   "%d = sitofp i32 %l to double\n"
                   "%q = fdiv double %a, %d")
                .OfDivisor,
            All);
}

TEST(RepeatedQuotient, EachIterationHasItsOwnDivisor) {
  const QuotientAxes Q = axesOf(R"(br label %body
body:
  %i = phi i32 [ %y, %entry ], [ %j, %body ]
  %d = sitofp i32 %i to double
  %q = fdiv double %a, %d
  %j = add i32 %i, %n
  %c = icmp slt i32 %j, 1000
  br i1 %c, label %body, label %done
done:)");
  EXPECT_EQ(Q.OfDivisor, All);
  EXPECT_EQ(Q.OfQuotient, Y);
  EXPECT_TRUE(Q.IsQuotientOfArray);
}
