//===- CopyWaitsTest.cpp - Where a thread waits for its copies ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// The kernel that does \p Body with a pointer and a shared variable.
KernelSummary doing(const std::string &Body) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i64] undef, align 16
declare void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3),
                                                    ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.cp.async.wait.all()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %m) {
)" + Body + "\n  ret void\n}");
  return summarize(I, "k");
}

const std::string Ask = "call void @llvm.nvvm.cp.async.ca.shared.global.8("
                        "ptr addrspace(3) @s, ptr addrspace(1) %p)\n",
                  End = "call void @llvm.nvvm.cp.async.commit.group()\n";
std::string waitFor(unsigned Left) {
  return "call void @llvm.nvvm.cp.async.wait.group(i32 " +
         std::to_string(Left) + ")\n";
}

using Steps = std::vector<std::pair<CopyStep, unsigned>>;
Steps stepsOf(const KernelSummary &K) {
  Steps Out;
  for (const Instr &I : K.Instrs)
    if (I.Copying != CopyStep::None)
      Out.push_back({I.Copying, I.CopiesLeft});
  return Out;
}
} // namespace

TEST(CopyWaits, CopiesAreWaitedForWhereTheirGroupIs) {
  auto WaitsFor = [](const std::string &Wait) {
    const KernelSummary K = doing(Ask + Wait);
    // The store does not wait for the load of its own copy.
    EXPECT_TRUE(K.Instrs[K.Accesses[1].Instr].Operands.empty());
    size_t Waits = 0;
    for (const Instr &I : K.Instrs)
      if (I.Class == OpClass::Fence)
        Waits += llvm::is_contained(I.Operands, K.Accesses[0].Instr);
    return Waits;
  };
  EXPECT_EQ(WaitsFor(waitFor(0)), 1u);
  EXPECT_EQ(WaitsFor("call void @llvm.nvvm.cp.async.wait.all()\n"), 1u);
  EXPECT_EQ(WaitsFor(waitFor(1)), 0u);
}

TEST(CopyWaits, WaitsSayHowManyGroupsTheyLeave) {
  const KernelSummary K = doing(Ask + End + waitFor(3));
  EXPECT_EQ(stepsOf(K), (Steps{{CopyStep::Asks, 0},
                               {CopyStep::EndsGroup, 0},
                               {CopyStep::Waits, 3}}));
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  print(K, Out);
  EXPECT_NE(Text.find("waits for all groups but 3"), std::string::npos);
}
