//===- GivenLinesTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/GivenLines.h"
#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A diamond whose condition depends on data: blocks 0 to 3 are the condition,
/// one way, the other way and what follows. They stand on lines 10, 11, 13 and
/// 15 of file 0.
KernelSummary diamond() {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %a) {
entry:
  %x = load float, ptr addrspace(1) %a, align 4
  %c = fcmp olt float %x, 3.0
  br i1 %c, label %one, label %other
one:
  store float 1.0, ptr addrspace(1) %a, align 4
  br label %end
other:
  store float 2.0, ptr addrspace(1) %a, align 4
  br label %end
end:
  ret void
}
)");
  KernelSummary K = summarize(I, "k");
  K.Files = {"k.cu"};
  return K;
}

void putOnLine(KernelSummary &K, BlockId B, uint32_t Line) {
  for (InstrId I : K.Blocks[B].Instrs)
    K.Instrs[I].Where = K.Instrs[I].Inner = {0, Line, 5};
}

/// The block that \p Way of the first block leads to, put on line 11, and the
/// other one on line 13.
KernelSummary placed(unsigned Way) {
  KernelSummary K = diamond();
  putOnLine(K, 0, 10);
  putOnLine(K, K.Blocks[0].Succs[Way], 11);
  putOnLine(K, K.Blocks[0].Succs[1 - Way], 13);
  putOnLine(K, 3, 15);
  return K;
}

SourceSpan lines(uint32_t First, uint32_t Last) {
  return {{0, First, 0}, {0, Last, 0}};
}

GivenLine share(double Share) {
  GivenLine Line;
  Line.Head = lines(10, 10);
  Line.Then = lines(11, 12);
  Line.Share = Share;
  return Line;
}

GivenLine trips(const SourceLine &At, double Mean) {
  GivenLine Line;
  Line.Head = {{At.File, At.Line, 0}, {At.File, At.Line, 0}};
  Line.Trips = Mean;
  return Line;
}

/// The share of the first successor after \p Line was said; below 0 if nothing
/// is given.
double firstShare(KernelSummary &K, const GivenLine &Line) {
  setGivenData(K, Line);
  return K.Given.Shares.size() == 1 ? K.Given.Shares[0].First : -1;
}
} // namespace

TEST(GivenLines, TheWayIsKnownByTheLinesItLeadsTo) {
  for (unsigned Way : {0, 1}) {
    KernelSummary K = placed(Way);
    EXPECT_DOUBLE_EQ(firstShare(K, share(0.25)), Way == 0 ? 0.25 : 0.75);
    EXPECT_EQ(K.Given.Shares[0].Said, 0.25);
    EXPECT_EQ(K.Given.Shares[0].Where.Line, 10u);
    // The lines of the other way tell as much.
    GivenLine ByElse = share(0.25);
    ByElse.Then = lines(20, 21);
    ByElse.Else = lines(13, 14);
    EXPECT_DOUBLE_EQ(firstShare(K, ByElse), Way == 0 ? 0.25 : 0.75);
  }
}

// Two ways with code of their own, and nothing tells them apart.
TEST(GivenLines, AWayThatCannotBeToldIsNotTaken) {
  KernelSummary K = placed(0);
  GivenLine Line = share(0.25);
  Line.Then = {};
  auto Uses = setGivenData(K, Line);
  EXPECT_EQ(Uses[0].Share, GivenUse::NoWay);
  EXPECT_TRUE(K.Given.Shares.empty());
}

TEST(GivenLines, WithoutLinesTheWayWithCodeIsTheOneThatIsTaken) {
  KernelSummary K = placed(0);
  // "if (c) one;": the other way leads past the statement.
  const BlockId Other = K.Blocks[0].Succs[1];
  llvm::erase(K.Blocks[Other].Preds, 0u);
  K.Blocks[0].Succs[1] = 3;
  K.Blocks[3].Preds.push_back(0);
  GivenLine Line = share(0.25);
  Line.Then = {};
  EXPECT_DOUBLE_EQ(firstShare(K, Line), 0.25);
  // "if (c) continue; one;"
  Line.ThenJumps = true;
  EXPECT_DOUBLE_EQ(firstShare(K, Line), 0.75);
}

TEST(GivenLines, ABranchOnAnotherLineOrAKnownOneIsLeftAlone) {
  KernelSummary K = placed(0);
  GivenLine Line = share(0.25);
  Line.Head = lines(9, 9);
  EXPECT_EQ(setGivenData(K, Line)[0].Share, GivenUse::NotThere);
  K.Blocks[0].Condition = K.Exprs.constant(1, 1);
  EXPECT_EQ(setGivenData(K, share(0.25))[0].Share, GivenUse::Known);
  EXPECT_EQ(K.Given, GivenData());
}

TEST(GivenLines, AnInlinedBranchIsOnTheLineOfItsCall) {
  KernelSummary K = placed(0);
  for (InstrId I : K.Blocks[0].Instrs)
    K.Instrs[I].Inner.Line = 3;
  GivenLine Line = share(0.25);
  EXPECT_DOUBLE_EQ(firstShare(K, Line), 0.25);
  // Or of a call in between.
  for (InstrId I : K.Blocks[0].Instrs)
    K.Instrs[I].Where.Line = 20;
  EXPECT_EQ(setGivenData(K, Line)[0].Share, GivenUse::NotThere);
  K.Blocks[0].CallLines = {{0, 10, 7}};
  EXPECT_DOUBLE_EQ(firstShare(K, Line), 0.25);
}

TEST(GivenLines, TripsAreForLoopsOfWhichDataDecide) {
  KernelSummary K = kernel("whileData");
  K.Loops[0].Where = K.Loops[0].Inner = {0, 7, 3};
  auto Uses = setGivenData(K, trips(K.Loops[0].Inner, 40));
  EXPECT_EQ(Uses[0].Trips, GivenUse::Used);
  ASSERT_EQ(K.Given.Trips.size(), 1u);
  EXPECT_EQ(K.Given.Trips[0], (GivenTrips{0, 40, {0, 7, 3}}));
  // Nothing is left of what was said before.
  EXPECT_EQ(setGivenData(K, trips({0, 8, 0}, 3))[0].Trips, GivenUse::NotThere);
  EXPECT_EQ(K.Given, GivenData());
  setGivenData(K, trips(K.Loops[0].Inner, 40));
  setGivenData(K, {});
  EXPECT_EQ(K.Given, GivenData());
  K.Loops[0].BackedgeTaken = K.Exprs.constant(9);
  K.Loops[0].UpperBoundOnly = false;
  EXPECT_EQ(setGivenData(K, trips(K.Loops[0].Inner, 40))[0].Trips,
            GivenUse::Known);
}

// p + p^2 + p^3 + ... iterations.
TEST(GivenLines, AShareAtALoopIsHowOftenItGoesOn) {
  KernelSummary K = kernel("whileData");
  K.Loops[0].Where = K.Loops[0].Inner = {0, 7, 3};
  GivenLine Line = trips(K.Loops[0].Inner, 0);
  Line.Trips.reset();
  Line.Share = 0.75;
  EXPECT_EQ(setGivenData(K, Line)[0].Share, GivenUse::Used);
  ASSERT_EQ(K.Given.Trips.size(), 1u);
  EXPECT_DOUBLE_EQ(K.Given.Trips[0].Mean, 3);
  Line.Share = 1;
  EXPECT_EQ(setGivenData(K, Line)[0].Share, GivenUse::Endless);
}

// The compiler asks before the loop whether it is entered at all.
TEST(GivenLines, ABranchIntoTheLoopFollowsFromItsTrips) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %a) {
entry:
  %n = load volatile i32, ptr addrspace(1) %a, align 4
  %none = icmp slt i32 %n, 1
  br i1 %none, label %end, label %loop
loop:
  %x = load volatile i32, ptr addrspace(1) %a, align 4
  %again = icmp sgt i32 %x, 0
  br i1 %again, label %loop, label %end
end:
  ret void
}
)");
  KernelSummary K = summarize(I, "k");
  K.Files = {"k.cu"};
  ASSERT_EQ(K.Loops.size(), 1u);
  K.Loops[0].Where = K.Loops[0].Inner = {0, 10, 3};
  putOnLine(K, 0, 10);
  for (auto [Mean, Enters] : {std::pair(5.0, 1.0), std::pair(0.25, 0.25)}) {
    setGivenData(K, trips(K.Loops[0].Inner, Mean));
    ASSERT_EQ(K.Given.Shares.size(), 1u);
    EXPECT_EQ(K.Given.Shares[0].Block, 0u);
    EXPECT_EQ(K.Given.Shares[0].Enters, 0u);
    EXPECT_DOUBLE_EQ(K.Given.Shares[0].First, 1 - Enters);
  }
}
