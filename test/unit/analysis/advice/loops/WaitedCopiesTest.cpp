//===- WaitedCopiesTest.cpp - Tiles that a loop waits for -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/WaitedCopies.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// One element per thread and iteration: \p Copy puts that at %g into shared
/// memory at %t, with a barrier; then \p Reads are read, and one sum made of
/// them.
static std::vector<LineFinding>
waitedIn(llvm::StringRef Copy, llvm::StringRef Gpu = "", unsigned Reads = 40) {
  std::string Sum;
  for (unsigned I = 0; I < Reads; ++I)
    Sum += llvm::formatv("  %e{0} = load volatile float, ptr addrspace(3) %u, "
                         "align 4\n  %s{1} = fadd float %s{0}, %e{0}\n",
                         I, I + 1)
               .str();
  const std::string Text = llvm::formatv(R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.wait.all()
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
@tile = internal addrspace(3) global [64 x float] undef
define ptx_kernel void @k(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) noalias %q, i32 %n) {{
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = zext nneg i32 %tid to i64
  %z = xor i64 %y, 1
  %t = getelementptr float, ptr addrspace(3) @tile, i64 %y
  %u = getelementptr float, ptr addrspace(3) @tile, i64 %z
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %jn, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %s{2}, %loop ]
  %j4 = shl i32 %j, 12
  %b6 = shl i32 %bid, 6
  %jb = add i32 %j4, %b6
  %at = add i32 %jb, %tid
  %x = zext nneg i32 %at to i64
  %g = getelementptr float, ptr addrspace(1) %p, i64 %x
{0}
  call void @llvm.nvvm.barrier0()
{1}
  call void @llvm.nvvm.barrier0()
  %jn = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %jn, %n
  br i1 %more, label %loop, label %end
end:
  %o = getelementptr float, ptr addrspace(1) %q, i64 %y
  store float %s{2}, ptr addrspace(1) %o, align 4
  ret void
})ir",
                                         Copy, Sum, Reads)
                               .str();
  Ir I = parseText(Text);
  Asked A = ask(summarize(I, "k"), {64}, {64}, {{}, {}, 1000});
  if (!Gpu.empty()) {
    A.Gpu = llvm::cantFail(findGpu(Gpu));
    A.P = llvm::cantFail(predictLaunch(A.K, A.L, A.Gpu));
  }
  return findWaitedCopies(A.K, A.L, A.Gpu, A.P);
}

static const char *const ThroughRegisters = R"(
  %v = load float, ptr addrspace(1) %g, align 4
  store float %v, ptr addrspace(3) %t, align 4)";

TEST(WaitedCopies, ThroughRegisters) {
  const auto Found = waitedIn(ThroughRegisters);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Text,
            "each of 1000 iterations of this loop copies 'p' to 'tile' through "
            "registers and waits for it before it computes");
  ASSERT_EQ(Found[0].Notes.size(), 1u);
  EXPECT_NE(Found[0].Notes[0].find("256 B more"), std::string::npos);
  EXPECT_LT(Found[0].WithoutUs.Value, 0.95 * Found[0].TimeUs.Value);
}

TEST(WaitedCopies, AsynchronousCopiesThatAreWaitedForAtOnce) {
  const auto Found = waitedIn(R"(
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %t, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.wait.all())");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_NE(Found[0].Text.find("'tile' asynchronously and waits"),
            std::string::npos);
}

TEST(WaitedCopies, AsynchronousCopiesThatWereAskedForBefore) {
  EXPECT_TRUE(waitedIn(R"(
  call void @llvm.nvvm.cp.async.wait.all()
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %t, ptr addrspace(1) %g))")
                  .empty());
}

// Two stages hide one iteration, which is short here; four hide three.
TEST(WaitedCopies, TooFewStages) {
  const char *const TwoStages = R"(
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %t, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1))";
  const auto Found = waitedIn(TwoStages, "", 4);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Text, "each of 1000 iterations of this loop waits for "
                           "copies from 'p' to 'tile' that were asked for only "
                           "one iteration before");
  ASSERT_EQ(Found[0].Notes.size(), 1u);
  EXPECT_NE(Found[0].Notes[0].find("stages instead of 2"), std::string::npos)
      << Found[0].Notes[0];
  EXPECT_LT(Found[0].WithoutUs.Value, 0.8 * Found[0].TimeUs.Value);
  // Enough to do in the meantime.
  EXPECT_TRUE(waitedIn(TwoStages, "", 200).empty());
}

TEST(WaitedCopies, ValuesThatAreComputedWith) {
  EXPECT_TRUE(waitedIn(R"(
  %v = load float, ptr addrspace(1) %g, align 4
  %w = fmul float %v, 2.0
  store float %w, ptr addrspace(3) %t, align 4)")
                  .empty());
}

TEST(WaitedCopies, TwoBytesAreNotCopied) {
  EXPECT_TRUE(waitedIn(R"(
  %v = load i16, ptr addrspace(1) %g, align 4
  store i16 %v, ptr addrspace(3) %t, align 4)")
                  .empty());
}

TEST(WaitedCopies, TheLoopWritesTheArray) {
  EXPECT_TRUE(waitedIn(std::string(ThroughRegisters) +
                       "\n  store float %s0, ptr addrspace(1) %g, align 4")
                  .empty());
}

TEST(WaitedCopies, OlderGpusDoNotCopyAsynchronously) {
  EXPECT_TRUE(waitedIn(ThroughRegisters, "t4").empty());
}
