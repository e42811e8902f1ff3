//===- WarpWalkTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/WarpWalk.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/RoundGpu.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
WarpProfile profile(const KernelSummary &K) {
  return profileWarps(K, launch({64}, {256}), gpu(), 4);
}

KernelSummary summaryOf(std::string Text) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)" + Text);
  return summarize(I, "k");
}

/// if (x \p Predicate y) x = x / y; of two floats, the second one \p Second.
KernelSummary branching(const std::string &Predicate,
                        const std::string &Second = "%y",
                        const std::string &Compared = "%s") {
  return summaryOf(R"(
declare float @llvm.fabs.f32(float)
define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %w
  %pb = getelementptr float, ptr addrspace(1) %b, i64 %w
  %x = load float, ptr addrspace(1) %pa, align 4
  %y = load float, ptr addrspace(1) %pb, align 4
  %s = fmul float %x, 3.0
  %m = call float @llvm.fabs.f32(float %s)
  %c = fcmp )" + Predicate +
                   " float " + Compared + ", " + Second + R"(
  br i1 %c, label %then, label %end
then:
  %d = fdiv float %x, %y
  store float %d, ptr addrspace(1) %pa, align 4
  br label %end
end:
  ret void
}
)");
}

double dividingShare(const KernelSummary &K) {
  WarpProfile P = profile(K);
  return P.WarpInstructions[unsigned(OpClass::Fp32Div)] / P.Warps;
}
} // namespace

TEST(WarpWalk, ComputedFloatsAreHardlyEverEqual) {
  KernelSummary Equal = branching("oeq");
  EXPECT_EQ(Equal.Blocks[0].UnlikelySucc, 0);
  EXPECT_EQ(dividingShare(Equal), 0);
  EXPECT_EQ(dividingShare(branching("ueq")), 0);
  // And always different.
  EXPECT_EQ(dividingShare(branching("une")), 1);
  EXPECT_EQ(dividingShare(branching("one")), 1);
  // One way only: nothing is guessed.
  EXPECT_FALSE(profile(Equal).Why.contains(AssumptionKind::BranchGuessed));
}

// Of data in rising order, every value would be a record.
TEST(WarpWalk, WhatIsRareInRandomOrderIsAGuess) {
  KernelSummary K = branching("oeq");
  K.Blocks[0].UnlikelyIfRandom = true;
  EXPECT_EQ(dividingShare(K), 0);
  EXPECT_TRUE(profile(K).Why.contains(AssumptionKind::BranchGuessed));
}

// As the math library asks whether an argument needs the long way.
TEST(WarpWalk, MagnitudesAreHardlyEverHuge) {
  EXPECT_EQ(dividingShare(branching("ult", "1.056150e+05", "%m")), 1);
  EXPECT_EQ(dividingShare(branching("oge", "1.056150e+05", "%m")), 0);
  EXPECT_DOUBLE_EQ(dividingShare(branching("ult", "2.000000e+00", "%m")), 0.5);
  // A number is hardly ever not one.
  EXPECT_EQ(dividingShare(branching("uno")), 0);
  EXPECT_EQ(dividingShare(branching("ord")), 1);
}

TEST(WarpWalk, AnOrderOfFloatsGoesBothWays) {
  for (const char *Predicate : {"olt", "oge", "ugt"}) {
    KernelSummary K = branching(Predicate);
    EXPECT_DOUBLE_EQ(dividingShare(K), 0.5) << Predicate;
    EXPECT_TRUE(profile(K).Why.contains(AssumptionKind::BranchGuessed));
  }
}

TEST(WarpWalk, DataAreOftenZeroOrOne) {
  EXPECT_DOUBLE_EQ(dividingShare(branching("oeq", "0.0")), 0.5);
  EXPECT_DOUBLE_EQ(dividingShare(branching("une", "1.0")), 0.5);
  // Not any other number.
  EXPECT_EQ(dividingShare(branching("oeq", "0.25")), 0);
}

TEST(WarpWalk, OneWarpAndItsLastLanes) {
  KernelSummary K = branching("oeq");
  Launch L = launch({1}, {40});
  GpuModel Gpu = gpu();
  ProfileOptions Options;
  RequestMemo Costs(Gpu);
  WarpWalker W({K, L, Gpu, Options, Costs}, walkBudget(Options, Gpu));
  WalkedWarp First = W.walk({{0, 0, 0}, 0, 1});
  EXPECT_EQ(First.BlockExecutions[0], 1);
  EXPECT_GE(First.Instructions, K.Blocks[0].Instrs.size());
  EXPECT_EQ(W.sums().Blocks[0].Lanes, 32);
  const uint64_t Steps = W.stepsTaken();
  EXPECT_GT(Steps, 0u);
  // Eight threads are left for the second warp, which stands for ten.
  EXPECT_EQ(W.walk({{0, 0, 0}, 32, 10}).BlockExecutions[0], 1);
  EXPECT_EQ(W.sums().Blocks[0].Lanes, 32 + 80);
  EXPECT_EQ(W.sums().Blocks[0].Warps, 11);
  EXPECT_EQ(W.sums().Accesses[0].Requests, 11);
  EXPECT_GT(W.stepsTaken(), Steps);
}

TEST(WarpWalk, ABudgetIsNotExceeded) {
  KernelSummary K = branching("oeq");
  Launch L = launch({1}, {40});
  GpuModel Gpu = gpu();
  ProfileOptions Options;
  RequestMemo Costs(Gpu);
  WarpWalker W({K, L, Gpu, Options, Costs}, 3);
  W.walk({{0, 0, 0}, 0, 1});
  EXPECT_EQ(W.stepsTaken(), 3u);
}

// The user's word is taken where the walk would have to guess, and only there.
TEST(WarpWalk, ATripCountThatIsGivenIsNotGuessed) {
  KernelSummary K = kernel("whileData");
  const Launch L = launch({64}, {256}, {{}, {}, 16384});
  K.Given.Trips = {{0, 100, {}}};
  WarpProfile P = profileWarps(K, L, gpu(), 4);
  EXPECT_EQ(P.Loops[0].MeanTrip, 100);
  EXPECT_TRUE(P.Loops[0].Given);
  EXPECT_FALSE(P.Loops[0].Guessed);
  EXPECT_FALSE(P.Why.contains(AssumptionKind::TripCountGuessed));
  // Whole iterations are walked, at least one of a loop that is entered.
  K.Given.Trips = {{0, 2.6, {}}};
  EXPECT_EQ(profileWarps(K, L, gpu(), 4).Loops[0].MeanTrip, 3);
  K.Given.Trips = {{0, 0, {}}};
  EXPECT_LE(profileWarps(K, L, gpu(), 4).Loops[0].MeanTrip, 1);
}

// while ((i = atomicAdd(head, 1)) < n) a[i] = 1;
TEST(WarpWalk, WorkThatIsFetchedIsSharedAlike) {
  KernelSummary K = summaryOf(R"(
define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %head, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %head, i32 1 monotonic
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %x = zext i32 %i to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %x
  store i32 1, ptr addrspace(1) %p
  br label %loop
end:
  ret void
}
)");
  auto Walk = [&](int64_t N) {
    return profileWarps(K, launch({64}, {256}, {{}, {}, N}), gpu(), 4);
  };
  WarpProfile P = Walk(64 * 256 * 50);
  EXPECT_EQ(P.Loops[0].MeanTrip, 50);
  EXPECT_TRUE(P.Loops[0].Guessed);
  EXPECT_TRUE(P.Why.contains(AssumptionKind::TripCountGuessed));
  K.Given.Trips = {{0, 7, {}}};
  EXPECT_EQ(Walk(64 * 256 * 50).Loops[0].MeanTrip, 7);
}

TEST(WarpWalk, ASearchIsNotGoneThroughToItsLimit) {
  KernelSummary K = kernel("nestedBreak");
  auto Trip = [&](int64_t Limit) {
    const Launch L = launch({4}, {64}, {{}, {}, 8, Limit});
    WarpProfile P = profileWarps(K, L, gpu(), 4);
    EXPECT_TRUE(P.Loops[1].Guessed);
    return P.Loops[1].MeanTrip;
  };
  ASSERT_TRUE(K.Loops[1].Searches);
  EXPECT_EQ(Trip(50), ProfileOptions().DefaultTrip);
  EXPECT_EQ(Trip(3), 3);
  K.Loops[1].Searches = false;
  EXPECT_EQ(Trip(50), 50);
}

TEST(WarpWalk, ALimitOfATripCountStaysOne) {
  KernelSummary K = kernel("nestedBreak");
  K.Loops[1].Searches = false;
  ASSERT_TRUE(isTripOfData(K.Loops[1]));
  const Launch L = launch({4}, {64}, {{}, {}, 8, 50});
  EXPECT_EQ(profileWarps(K, L, gpu(), 4).Loops[1].MeanTrip, 50);
  K.Given.Trips = {{1, 7, {}}};
  WarpProfile P = profileWarps(K, L, gpu(), 4);
  EXPECT_EQ(P.Loops[1].MeanTrip, 7);
  EXPECT_FALSE(P.Why.contains(AssumptionKind::TripCountGuessed));
  K.Given.Trips = {{1, 700, {}}};
  EXPECT_EQ(profileWarps(K, L, gpu(), 4).Loops[1].MeanTrip, 50);
}

TEST(WarpWalk, ABranchThatIsGivenGoesAsItIsSaid) {
  KernelSummary K = branching("olt");
  EXPECT_EQ(profile(K).Blocks[0].GuessedExecutions, 1);
  K.Given.Shares = {{0, 0.125, 0.125, {}, NoId}};
  EXPECT_DOUBLE_EQ(dividingShare(K), 0.125);
  WarpProfile P = profile(K);
  EXPECT_TRUE(P.Blocks[0].Given);
  EXPECT_EQ(P.Blocks[0].GuessedExecutions, 0);
  EXPECT_FALSE(P.Why.contains(AssumptionKind::BranchGuessed));
  // What is taken to be unlikely otherwise, as well.
  KernelSummary Equal = branching("oeq");
  Equal.Given.Shares = K.Given.Shares;
  EXPECT_DOUBLE_EQ(dividingShare(Equal), 0.125);
  K.Given.Shares = {{0, 0, 0, {}, NoId}};
  EXPECT_EQ(dividingShare(K), 0);
}
