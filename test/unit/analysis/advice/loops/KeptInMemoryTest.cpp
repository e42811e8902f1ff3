//===- KeptInMemoryTest.cpp - Sums that a loop keeps in memory ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/KeptInMemory.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "test/unit/analysis/advice/LoopIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

static std::vector<LineFinding> keptIn(llvm::StringRef Body, int64_t N) {
  const Asked A = ask(loopKernel(Body), {4096}, {256}, {{}, {}, {}, N});
  return findKeptInMemory(A.K, A.L, A.Gpu, A.P);
}

TEST(KeptInMemory, AnElementThatEachIterationStores) {
  const auto Found = keptIn(R"(
  %next = fadd float %s, %v
  store float %next, ptr addrspace(1) %q, align 4)",
                            5000);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Text, "'q' is stored at the same address in every "
                           "iteration of this loop");
  ASSERT_EQ(Found[0].Notes.size(), 2u);
  EXPECT_NE(Found[0].Notes[1].find("'p'"), std::string::npos);
  EXPECT_LT(Found[0].WithoutUs.Value, 0.9 * Found[0].TimeUs.Value);
}

TEST(KeptInMemory, ASumThatIsLoadedToo) {
  const auto Found = keptIn(R"(
  %old = load float, ptr addrspace(1) %q, align 4
  %next = fadd float %old, %v
  store float %next, ptr addrspace(1) %q, align 4)",
                            5000);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Text, "'q' is loaded and stored at the same address in "
                           "every iteration of this loop");
}

TEST(KeptInMemory, AnElementThatIsLoadedBesideOthersOfItsArray) {
  // Forty elements of q in each iteration, besides the one that follows it.
  auto Body = [](llvm::StringRef Store) {
    std::string Text = R"(
  %u = load float, ptr addrspace(1) %a, align 4
  %s0 = fadd float %s, %u)";
    for (unsigned I = 0; I < 40; ++I)
      Text += llvm::formatv(R"(
  %g{0} = getelementptr float, ptr addrspace(1) %q, i64 {0}
  %w{0} = load float, ptr addrspace(1) %g{0}, align 4
  %s{1} = fadd float %s{0}, %w{0})",
                            I, I + 1);
    return Text + "\n  %next = fadd float %s40, %v\n  " + Store.str();
  };
  const auto Found =
      keptIn(Body("store float %next, ptr addrspace(3) %b, align 4"), 4000);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Text, "an element of 'q' is loaded at the same address "
                           "in every iteration of this loop");
  // A store to the array itself may change them.
  EXPECT_TRUE(
      keptIn(Body("store float %next, ptr addrspace(1) %a, align 4"), 4000)
          .empty());
}

TEST(KeptInMemory, SilentWhereItMustBeStored) {
  // A loop that is over at once.
  constexpr llvm::StringLiteral Sum = R"(
  %next = fadd float %s, %v
  store float %next, ptr addrspace(1) %q, align 4)";
  EXPECT_TRUE(keptIn(Sum, 3).empty());
  // Another element each time.
  EXPECT_TRUE(keptIn(R"(
  %next = fadd float %s, %v
  store float %next, ptr addrspace(1) %a, align 4)",
                     5000)
                  .empty());
  // The loop reads the array elsewhere too.
  EXPECT_TRUE(keptIn(R"(
  %w = load float, ptr addrspace(1) %a, align 4
  %next = fadd float %w, %v
  store float %next, ptr addrspace(1) %q, align 4)",
                     5000)
                  .empty());
  // Threads meet in the loop, and may read it there.
  EXPECT_TRUE(keptIn(R"(
  %next = fadd float %s, %v
  store float %next, ptr addrspace(1) %q, align 4
  call void @llvm.nvvm.barrier0())",
                     5000)
                  .empty());
  EXPECT_TRUE(keptIn(R"(
  %next = fadd float %s, %v
  store volatile float %next, ptr addrspace(1) %q, align 4)",
                     5000)
                  .empty());
}
