//===- DataAssumptionsTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/DataAssumptions.h"
#include "analysis/predict/PredictLaunch.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/TestGpu.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;

namespace {
using K = AssumptionKind;

/// Two branches on data: the second way of the first one leads to the second
/// one, which has more work behind it.
KernelSummary twoBranches() {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %a) {
entry:
  %x = load volatile float, ptr addrspace(1) %a, align 4
  %c = fcmp olt float %x, 3.0
  br i1 %c, label %one, label %next
one:
  store volatile float 1.0, ptr addrspace(1) %a, align 4
  br label %next
next:
  %y = load volatile float, ptr addrspace(1) %a, align 4
  %d = fcmp olt float %y, 2.0
  br i1 %d, label %two, label %end
two:
  %q = fdiv float %x, %y
  store volatile float %q, ptr addrspace(1) %a, align 4
  store volatile float 2.0, ptr addrspace(1) %a, align 4
  br label %end
end:
  ret void
}
)");
  KernelSummary Out = summarize(I, "k");
  Out.Files = {"/p/k.cu", "/p/rows.cuh"};
  Out.MainFile = 0;
  for (BlockId B = 0; B < Out.Blocks.size(); ++B)
    for (InstrId In : Out.Blocks[B].Instrs)
      Out.Instrs[In].Where = Out.Instrs[In].Inner = {0, 10 + B, 1};
  return Out;
}

std::vector<Assumption> madeOf(const KernelSummary &Kernel,
                               AssumptionSet Asked) {
  Launch L;
  L.Grid = {16, 1, 1};
  L.Block = {64, 1, 1};
  WarpProfile P = profileWarps(Kernel, L, tinyGpu(), 4);
  return dataAssumptions(Kernel, P, Asked | P.Why, 16).named();
}
} // namespace

TEST(DataAssumptions, TheBranchIsNamedThatMostWorkHangsOn) {
  KernelSummary Kernel = twoBranches();
  EXPECT_THAT(madeOf(Kernel, {}),
              ElementsAre(Assumption{K::BranchGuessed, "", {}, 12}));
  // In a header, it says in which.
  for (InstrId In : Kernel.Blocks[2].Instrs)
    Kernel.Instrs[In].Where.File = Kernel.Instrs[In].Inner.File = 1;
  EXPECT_THAT(madeOf(Kernel, {}),
              ElementsAre(Assumption{K::BranchGuessed, "rows.cuh", {}, 12}));
}

TEST(DataAssumptions, WhatIsSaidIsToldAndNotGuessed) {
  KernelSummary Kernel = twoBranches();
  Kernel.Given.Shares = {{2, 0.5, 0.5, {0, 12, 1}, NoId}};
  EXPECT_THAT(madeOf(Kernel, {}),
              ElementsAre(Assumption{K::BranchShareGiven, "", 0.5, 12},
                          Assumption{K::BranchGuessed, "", {}, 10}));
}

TEST(DataAssumptions, AGivenTripCountNarrowsTheBand) {
  KernelSummary Kernel = kernel("whileData");
  Kernel.Loops[0].Where = Kernel.Loops[0].Inner = {0, 7, 3};
  Launch L;
  L.Grid = {64, 1, 1};
  L.Block = {256, 1, 1};
  L.Args = {{}, {}, ArgValue::integer(16384)};
  auto Guessed = predictLaunch(Kernel, L, tinyGpu());
  ASSERT_TRUE(bool(Guessed)) << llvm::toString(Guessed.takeError());
  Kernel.Given.Trips = {{0, 16, {0, 7, 3}}};
  auto Given = predictLaunch(Kernel, L, tinyGpu());
  ASSERT_TRUE(bool(Given)) << llvm::toString(Given.takeError());
  const Estimate &Wide = Guessed->TimeUs, &Narrow = Given->TimeUs;
  EXPECT_LT(Narrow.Hi / Narrow.Lo, Wide.Hi / Wide.Lo / 4);
  EXPECT_TRUE(Wide.Why.contains(K::TripCountGuessed));
  EXPECT_FALSE(Narrow.Why.contains(K::TripCountGuessed));
  EXPECT_TRUE(llvm::is_contained(Narrow.Why.named(),
                                 (Assumption{K::TripCountGiven, "", 16.0, 7})));
}
