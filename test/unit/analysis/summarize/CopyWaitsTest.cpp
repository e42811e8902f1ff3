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

namespace {
/// `for (i = 0; i < m; ++i) { \p Body }`, i in %i; %n is where the shared
/// variable begins, as a number.
std::string loop(const std::string &Body, const std::string &Name = "l") {
  return "br label %" + Name + "\n" + Name + ":\n%i" + Name +
         " = phi i32 [ 0, " + (Name == "l" ? "%0" : "%l") + " ], [ %j" + Name +
         ", %" + Name + " ]\n" + Body + "%j" + Name + " = add nuw nsw i32 %i" +
         Name + ", 1\n%c" + Name + " = icmp slt i32 %j" + Name +
         ", %m\nbr i1 %c" + Name + ", label %" + Name + ", label %e" + Name +
         "\ne" + Name + ":\n";
}

/// The address, as %b\p Name, of barrier (i + \p Shift) % \p Stages.
std::string barrier(const std::string &Name, unsigned Shift, unsigned Stages,
                    const std::string &Counter = "%il") {
  return "%s" + Name + " = add nuw nsw i32 " + Counter + ", " +
         std::to_string(Shift) + "\n%r" + Name + " = urem i32 %s" + Name +
         ", " + std::to_string(Stages) + "\n%o" + Name + " = shl i32 %r" +
         Name + ", 3\n%b" + Name + " = add i32 %o" + Name +
         ", ptrtoint (ptr addrspace(3) @s to i32)\n";
}
std::string bulk(const std::string &Name) {
  return "call void asm sideeffect "
         "\"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
         "[$0], [$1], 512, [$2];\", \"r,l,r\"(i32 %b" +
         Name + ", ptr addrspace(1) %p, i32 %b" + Name + ")\n";
}
std::string await(const std::string &Name) {
  return "call void asm sideeffect \"mbarrier.try_wait.parity.shared::cta.b64 "
         "P, [$0], $1;\", \"r,r\"(i32 %b" +
         Name + ", i32 0)\n";
}
} // namespace

/// The copy for iteration i + 3 is asked for in iteration i, among four
/// barriers; or for i + 4, once i is done.
TEST(CopyWaits, StagesAreTheDistanceOfBarriers) {
  EXPECT_EQ(stepsOf(doing(loop(barrier("c", 3, 4) + bulk("c") +
                               barrier("w", 0, 4) + await("w")))),
            (Steps{{CopyStep::Asks, 0}, {CopyStep::WaitsAtBarrier, 3}}));
  EXPECT_EQ(stepsOf(doing(loop(barrier("w", 0, 4) + await("w") +
                               barrier("c", 4, 4) + bulk("c")))),
            (Steps{{CopyStep::WaitsAtBarrier, 4}, {CopyStep::Asks, 0}}));
  EXPECT_EQ(stepsOf(doing(loop(barrier("c", 0, 1) + bulk("c") +
                               barrier("w", 0, 1) + await("w")))),
            (Steps{{CopyStep::Asks, 0}, {CopyStep::WaitsAtBarrier, 0}}));
}

/// A loop that does not ask waits for who does: as many as there are barriers.
TEST(CopyWaits, OtherWarpsAskForAsManyAsThereAreBarriers) {
  EXPECT_EQ(stepsOf(doing(loop(barrier("c", 0, 3) + bulk("c")) +
                          loop(barrier("w", 0, 3, "%ik") + await("w"), "k"))),
            (Steps{{CopyStep::Asks, 0}, {CopyStep::WaitsForOthers, 3}}));
}

/// A place that data decides, and a barrier that no copy tells.
TEST(CopyWaits, OtherBarriersAreLeftAlone) {
  const std::string Other = "%bw = load volatile i32, ptr addrspace(1) %p\n";
  EXPECT_EQ(
      stepsOf(doing(loop(barrier("c", 0, 3) + bulk("c") + Other + await("w")))),
      (Steps{{CopyStep::Asks, 0}}));
  EXPECT_TRUE(stepsOf(doing(loop(barrier("w", 0, 3) + await("w")))).empty());
}
