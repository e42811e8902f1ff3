//===- GuessedPathsTest.cpp - What hangs on guessed branches --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/GuessedPaths.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/RoundGpu.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Each thread loads twelve elements, looks at the sum, and does \p Then where
/// it is 5. %s is the sum, %p the place of its element in the array.
KernelSummary guarded(llvm::StringRef Then) {
  std::string Loads = "%s0 = load i32, ptr addrspace(1) %p, align 4\n";
  for (unsigned I = 1; I < 12; ++I)
    Loads +=
        llvm::formatv("%p{0} = getelementptr i8, ptr addrspace(1) %p, i64 {1}\n"
                      "%v{0} = load i32, ptr addrspace(1) %p{0}, align 4\n"
                      "%s{0} = add i32 %s{2}, %v{0}\n",
                      I, 1048576 * I, I - 1);
  const std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @k(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %out) {{
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %w
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %w
  {0}
  %is = icmp eq i32 %s11, 5
  br i1 %is, label %then, label %end
then:
  {1}
  br label %end
end:
  ret void
}
)ir",
      Loads, Then);
  Ir I = parseText(Text);
  return summarize(I, "k");
}

WarpProfile profile(const KernelSummary &K) {
  return profileWarps(K, launch({4096}, {256}, {{}, {}}), gpu(), 4);
}

bool isAssumed(const KernelSummary &K) {
  return withoutIdleGuesses(K, profile(K), gpu())
      .contains(AssumptionKind::BranchGuessed);
}

double share(const KernelSummary &K) {
  return shareOfGuessedPaths(K, profile(K), gpu());
}
} // namespace

TEST(GuessedPaths, NothingGuessedIsNothing) {
  const KernelSummary K = kernel("saxpy");
  EXPECT_EQ(shareOfGuessedPaths(
                K,
                profileWarps(K, launch({4096}, {256}, {1048576, {}, {}, {}}),
                             gpu(), 4),
                gpu()),
            0);
}

TEST(GuessedPaths, AStoreAmongTwelveLoadsHardlyMatters) {
  const KernelSummary K = guarded("store i32 %s11, ptr addrspace(1) %o");
  EXPECT_GT(share(K), 0.02);
  EXPECT_LT(share(K), ShareThatMatters);
  EXPECT_FALSE(isAssumed(K));
}

TEST(GuessedPaths, WorkThatMatters) {
  std::string Stores;
  for (unsigned I = 0; I < 8; ++I)
    Stores +=
        llvm::formatv("%o{0} = getelementptr i8, ptr addrspace(1) %o, i64 {1}\n"
                      "store i32 %s11, ptr addrspace(1) %o{0}, align 4\n",
                      I, 1048576 * I);
  const KernelSummary K = guarded(Stores);
  EXPECT_GT(share(K), 0.2);
  EXPECT_TRUE(isAssumed(K));
}

TEST(GuessedPaths, WaitingAndQueueingAlwaysMatter) {
  for (const char *Then :
       {"call void @llvm.nvvm.barrier0()",
        "%x = atomicrmw add ptr addrspace(1) %out, i32 1 monotonic"}) {
    const KernelSummary K = guarded(Then);
    EXPECT_GE(share(K), 1) << Then;
    EXPECT_TRUE(isAssumed(K)) << Then;
  }
}
