//===- RepeatedLoadsTest.cpp - Short rows that are loaded again -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/RepeatedLoads.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
/// m times, a thread adds up n elements of p, which are 1 << 20 apart and begin
/// at its own place plus \p More; the result is stored to \p To.
KernelSummary rows(llvm::StringRef More = "0", llvm::StringRef Times = "%n",
                   llvm::StringRef To = "%q") {
  const std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %m, i32 %n) {{
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %b = shl i32 %c, 8
  %i = add i32 %b, %t
  %x = zext i32 %i to i64
  %o = getelementptr float, ptr addrspace(1) {2}, i64 %x
  br label %outer
outer:
  %j = phi i32 [ 0, %entry ], [ %jn, %next ]
  %least = phi float [ 1.0, %entry ], [ %less, %next ]
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %kn, %inner ]
  %s = phi float [ 0.0, %outer ], [ %sum, %inner ]
  %row = shl nuw nsw i32 %k, 20
  %at = add i32 %row, %i
  %from = add i32 %at, {0}
  %y = zext i32 %from to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %y
  %v = load float, ptr addrspace(1) %a, align 4
  %sum = fadd float %s, %v
  %kn = add nuw nsw i32 %k, 1
  %morek = icmp slt i32 %kn, {1}
  br i1 %morek, label %inner, label %next
next:
  %less = fmul float %least, %sum
  %jn = add nuw nsw i32 %j, 1
  %morej = icmp slt i32 %jn, %m
  br i1 %morej, label %outer, label %done
done:
  store float %less, ptr addrspace(1) %o, align 4
  ret void
}
)ir",
      More, Times, To);
  Ir I = parseText(Text);
  return summarize(I, "k");
}

std::vector<LineFinding> repeatedIn(const KernelSummary &K, int64_t M,
                                    int64_t N) {
  const Asked A = ask(K, {4096}, {256}, {{}, {}, M, N});
  return findRepeatedLoads(A.K, A.L, A.Gpu, A.P);
}
} // namespace

TEST(RepeatedLoads, TheSameElementsInEachIteration) {
  const auto F = repeatedIn(rows(), 64, 8);
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_THAT(F[0].Text, HasSubstr("loads the same elements of 'p' again"));
  EXPECT_LT(F[0].WithoutUs.Value, F[0].TimeUs.Value);
}

TEST(RepeatedLoads, OtherElementsInEachIteration) {
  EXPECT_THAT(repeatedIn(rows("%j"), 64, 8), IsEmpty());
}

TEST(RepeatedLoads, MoreThanRegistersHoldOrHardlyAgain) {
  EXPECT_THAT(repeatedIn(rows(), 64, 40), IsEmpty());
  EXPECT_THAT(repeatedIn(rows(), 2, 8), IsEmpty());
}

TEST(RepeatedLoads, TheCompilerKeepsWhatItCanCount) {
  EXPECT_THAT(repeatedIn(rows("0", "8"), 64, 8), IsEmpty());
}

TEST(RepeatedLoads, AnArrayThatIsStoredTo) {
  EXPECT_THAT(repeatedIn(rows("0", "%n", "%p"), 64, 8), IsEmpty());
}
