//===- SpinLockTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/SpinLock.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// A kernel with a loop that runs n times, and in it one that \p Try ends.
static KernelSummary trying(llvm::StringRef Try) {
  const std::string Text = llvm::formatv(R"ir(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {{
entry:
  br label %outer
outer:
  %j = phi i32 [ 0, %entry ], [ %jn, %got ]
  br label %spin
spin:
  %old = load volatile i32, ptr addrspace(1) %q, align 4
{0}
  br i1 %again, label %spin, label %got
got:
  %jn = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %jn, %n
  br i1 %more, label %outer, label %end
end:
  ret void
}
)ir",
                                         Try);
  Ir I = parseText(Text);
  return summarize(I, "k");
}

static constexpr llvm::StringLiteral Lock = R"(
  %c = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 monotonic monotonic
  %free = extractvalue { i32, i1 } %c, 1
  %again = xor i1 %free, true)";

TEST(SpinLock, ALockInEachIteration) {
  EXPECT_TRUE(locksInLoop(trying(Lock)));
  EXPECT_TRUE(locksInLoop(trying(R"(
  %c = atomicrmw xchg ptr addrspace(1) %p, i32 1 monotonic
  %again = icmp ne i32 %c, 0)")));
}

TEST(SpinLock, OtherLoopsWithAtomics) {
  // A sum that is made of compare and swap.
  EXPECT_FALSE(locksInLoop(trying(R"(
  %new = mul i32 %old, 3
  %c = cmpxchg ptr addrspace(1) %p, i32 %old, i32 %new monotonic monotonic
  %free = extractvalue { i32, i1 } %c, 1
  %again = xor i1 %free, true)")));
  // What it finds does not decide how long it runs.
  EXPECT_FALSE(locksInLoop(trying(R"(
  %c = atomicrmw xchg ptr addrspace(1) %p, i32 1 monotonic
  %again = icmp ne i32 %old, 0)")));
}
