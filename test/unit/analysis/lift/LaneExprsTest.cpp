//===- LaneExprsTest.cpp - Values that lanes take from each other ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// The index %v, which \p Body computes, at which a kernel stores a byte, in
/// the lanes of a warp; %x is 100 more than the thread's index. Lanes of which
/// it is not known have -1000.
std::vector<int64_t> indices(const std::string &Body, unsigned WarpLanes,
                             uint64_t BlockThreads = 128,
                             uint64_t FirstThread = 0,
                             const std::string &Triple = "amdgcn-amd-amdhsa") {
  Ir I = parseText("target triple = \"" + Triple + R"("
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare i32 @llvm.amdgcn.ds.permute(i32, i32)
declare i32 @llvm.amdgcn.ds.swizzle(i32, i32)
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
declare i32 @llvm.amdgcn.mov.dpp.i32(i32, i32, i32, i32, i1)
declare i32 @llvm.amdgcn.mov.dpp8.i32(i32, i32)
declare i32 @llvm.amdgcn.readlane.i32(i32, i32)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare i32 @llvm.amdgcn.writelane.i32(i32, i32, i32)
declare i32 @llvm.amdgcn.permlane16.i32(i32, i32, i32, i32, i1, i1)
declare i32 @llvm.amdgcn.permlanex16.i32(i32, i32, i32, i32, i1, i1)
declare i32 @llvm.amdgcn.permlane64.i32(i32)
declare {i32, i32} @llvm.amdgcn.permlane32.swap(i32, i32, i1, i1)
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = add i32 %t, 100
)" + Body + R"(
  %w = sext i32 %v to i64
  %a = getelementptr i8, ptr addrspace(1) %q, i64 %w
  store volatile i8 0, ptr addrspace(1) %a
  ret void
})");
  const KernelSummary K = summarize(I, "k");
  Launch L;
  L.Block = {BlockThreads, 1, 1};
  L.Grid = {1, 1, 1};
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.WarpSize = WarpLanes;
  Ctx.FirstThread = FirstThread;
  uint64_t Steps = 10000;
  const LaneValues V = evaluate(K.Exprs, K.Accesses.back().Offset, Ctx, Steps);
  std::vector<int64_t> Out;
  for (unsigned I = 0; I < WarpLanes; ++I)
    Out.push_back(V.Known.test(I) ? V.V[I] : -1000);
  return Out;
}

std::vector<int64_t> waveOf(unsigned Lanes,
                            llvm::function_ref<int64_t(int)> Value) {
  std::vector<int64_t> Out;
  for (unsigned I = 0; I < Lanes; ++I)
    Out.push_back(Value(static_cast<int>(I)));
  return Out;
}

/// %v by DPP from %x; lanes that take none keep 7.
std::string dpp(unsigned Control, unsigned Rows = 15, unsigned Banks = 15,
                bool ZeroIfNone = false) {
  auto number = [](unsigned N) { return ", i32 " + std::to_string(N); };
  return "%v = call i32 @llvm.amdgcn.update.dpp.i32(i32 7, i32 %x" +
         number(Control) + number(Rows) + number(Banks) +
         (ZeroIfNone ? ", i1 true)" : ", i1 false)");
}
} // namespace

TEST(LaneExprs, ShufflesOfWarpsKeepToTheirGroups) {
  auto told = [&](const std::string &Kind, unsigned By, unsigned Clamp) {
    return indices("%v = call i32 @llvm.nvvm.shfl.sync." + Kind +
                       ".i32(i32 -1, i32 %x, i32 " + std::to_string(By) +
                       ", i32 " + std::to_string(Clamp) + ")",
                   32, 128, 32, "nvptx64-nvidia-cuda");
  };
  EXPECT_EQ(told("bfly", 5, 31),
            waveOf(32, [](int L) { return 132 + (L ^ 5); }));
  EXPECT_EQ(told("down", 3, 31),
            waveOf(32, [](int L) { return 132 + (L + 3 < 32 ? L + 3 : L); }));
  // Groups of eight lanes.
  EXPECT_EQ(told("up", 2, 24 << 8),
            waveOf(32, [](int L) { return 132 + (L % 8 < 2 ? L : L - 2); }));
  EXPECT_EQ(told("idx", 6, 24 << 8 | 31),
            waveOf(32, [](int L) { return 132 + L / 8 * 8 + 6; }));
  // From one lane to all.
  EXPECT_EQ(told("idx", 6, 31), waveOf(32, [](int) { return 138; }));
}

TEST(LaneExprs, TheCrossbarReachesAllLanesOfAWavefront) {
  const std::string Reversed =
      "%l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n"
      "%r = sub i32 63, %l\n";
  for (const std::string Call :
       {"%v = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 %r, "
        "i32 31)",
        "%b = shl i32 %r, 2\n%v = call i32 @llvm.amdgcn.ds.bpermute(i32 %b, "
        "i32 %x)"}) {
    EXPECT_EQ(indices(Reversed + Call, 64),
              waveOf(64, [](int L) { return 163 - L; }));
    EXPECT_EQ(indices(Reversed + Call, 32),
              waveOf(32, [](int L) { return 131 - L; }));
    // Of 40 threads the last wavefront has 8: the other lanes give 0.
    EXPECT_EQ(indices(Reversed + Call, 32, 40, 32)[0], 0);
    EXPECT_EQ(indices(Reversed + Call, 32, 40, 32)[31], 132);
  }
}

TEST(LaneExprs, LanesSendWhatTheyHaveToOthers) {
  auto sent = [&](const std::string &To, unsigned Lanes, unsigned Block = 64,
                  unsigned First = 0) {
    return indices("%l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n" + To +
                       "\n%b = shl i32 %r, 2\n%v = call i32 "
                       "@llvm.amdgcn.ds.permute(i32 %b, i32 %x)",
                   Lanes, Block, First);
  };
  const std::string Next = "%r = add i32 %l, 1";
  EXPECT_EQ(sent(Next, 64),
            waveOf(64, [](int L) { return 100 + (L + 63) % 64; }));
  EXPECT_EQ(sent(Next, 32),
            waveOf(32, [](int L) { return 100 + (L + 31) % 32; }));
  // Of two that name a lane the last one counts; none names the odd lanes.
  EXPECT_EQ(sent("%h = lshr i32 %l, 2\n%r = shl i32 %h, 1", 32),
            waveOf(32, [](int L) {
              return L % 2 == 0 && L < 16 ? 100 + 2 * L + 3 : 0;
            }));
  // Of 40 threads the last wavefront has 8: the others send nothing.
  EXPECT_EQ(sent(Next, 32, 40, 32)[0], 0);
  EXPECT_EQ(sent(Next, 32, 40, 32)[8], 139);
}

TEST(LaneExprs, SwizzlesPermuteHalvesOfAWavefront) {
  auto swizzled = [&](unsigned Pattern) {
    return indices("%v = call i32 @llvm.amdgcn.ds.swizzle(i32 %x, i32 " +
                       std::to_string(Pattern) + ")",
                   64);
  };
  EXPECT_EQ(swizzled(0x1F | 3 << 10),
            waveOf(64, [](int L) { return 100 + (L ^ 3); }));
  EXPECT_EQ(swizzled(0x18 | 2 << 5),
            waveOf(64, [](int L) { return 100 + L / 8 * 8 + 2; }));
  EXPECT_EQ(swizzled(0x8000 | 0x4E), // of a quad 2, 3, 0, 1
            waveOf(64, [](int L) { return 100 + (L ^ 2); }));
  // Modes that are not read.
  EXPECT_THAT(swizzled(0xC020), testing::Each(-1000));
}

TEST(LaneExprs, DppMovesWithinRows) {
  const auto reversed = [](int L) { return 100 + L / 16 * 16 + 15 - L % 16; };
  EXPECT_EQ(indices(dpp(0x140), 64), waveOf(64, reversed));
  EXPECT_EQ(indices(dpp(0x140), 32), waveOf(32, reversed));
  EXPECT_EQ(indices(dpp(0x141), 32),
            waveOf(32, [](int L) { return 100 + L / 8 * 8 + 7 - L % 8; }));
  EXPECT_EQ(indices(dpp(0x1B), 32), // of a quad 3, 2, 1, 0
            waveOf(32, [](int L) { return 100 + (L ^ 3); }));
  EXPECT_EQ(indices(dpp(0x121), 32), waveOf(32, [](int L) {
              return 100 + L / 16 * 16 + (L + 15) % 16;
            }));
  EXPECT_EQ(indices(dpp(0x155), 32),
            waveOf(32, [](int L) { return 105 + L / 16 * 16; }));
  EXPECT_EQ(indices(dpp(0x166), 32),
            waveOf(32, [](int L) { return 100 + (L ^ 6); }));
}

TEST(LaneExprs, WhatDppFindsNoLaneForStaysOrIsZero) {
  auto down = [](int Else) {
    return waveOf(64,
                  [=](int L) { return L % 16 + 2 < 16 ? 100 + L + 2 : Else; });
  };
  EXPECT_EQ(indices(dpp(0x102), 64), down(7));
  EXPECT_EQ(indices(dpp(0x102, 15, 15, true), 64), down(0));
  EXPECT_EQ(indices(dpp(0x111), 64),
            waveOf(64, [](int L) { return L % 16 ? 99 + L : 7; }));
  // Rows 1 and 3 only, and of these the first bank.
  EXPECT_EQ(indices(dpp(0x142, 10, 1, true), 64), waveOf(64, [](int L) {
              return L / 16 % 2 && L % 16 < 4 ? 99 + L / 16 * 16 : 7;
            }));
  EXPECT_EQ(indices(dpp(0x143, 12), 64),
            waveOf(64, [](int L) { return L < 32 ? 7 : 131; }));
  EXPECT_EQ(indices(dpp(0x138), 64),
            waveOf(64, [](int L) { return L ? 99 + L : 7; }));
  EXPECT_EQ(indices(dpp(0x130), 64),
            waveOf(64, [](int L) { return L < 63 ? 101 + L : 7; }));
  // Lanes behind the block's end are no lanes.
  EXPECT_EQ(indices(dpp(0x101), 64, 10)[9], 7);
  EXPECT_EQ(indices("%v = call i32 @llvm.amdgcn.mov.dpp.i32(i32 %x, i32 "
                    "257, i32 15, i32 15, i1 true)",
                    64, 10)[9],
            0);
}

TEST(LaneExprs, LanesOfARowAreChosenOneByOne) {
  EXPECT_EQ(indices("%v = call i32 @llvm.amdgcn.mov.dpp8.i32(i32 %x, i32 " +
                        std::to_string(1 | 7 << 3 | 2 << 21) + ")",
                    32),
            waveOf(32, [](int L) {
              const int Of[] = {1, 7, 0, 0, 0, 0, 0, 2};
              return 100 + L / 8 * 8 + Of[L % 8];
            }));
  const std::string Of = "i32 0, i32 %x, i32 19088743, i32 -1985229329, "
                         "i1 false, i1 false)"; // 0x01234567, 0x89ABCDEF
  auto Number = [](int L) { return L % 16 < 8 ? 7 - L % 8 : 15 - L % 8; };
  EXPECT_EQ(indices("%v = call i32 @llvm.amdgcn.permlane16.i32(" + Of, 32),
            waveOf(32, [&](int L) { return 100 + L / 16 * 16 + Number(L); }));
  EXPECT_EQ(
      indices("%v = call i32 @llvm.amdgcn.permlanex16.i32(" + Of, 32),
      waveOf(32, [&](int L) { return 100 + (L / 16 * 16 ^ 16) + Number(L); }));
}

TEST(LaneExprs, HalvesOfAWavefrontAreExchanged) {
  const std::string Other = "%v = call i32 @llvm.amdgcn.permlane64.i32(i32 %x)";
  EXPECT_EQ(indices(Other, 64),
            waveOf(64, [](int L) { return 100 + (L ^ 32); }));
  EXPECT_EQ(indices(Other, 32), waveOf(32, [](int L) { return 100 + L; }));
  const std::string Swap = "%s = call {i32, i32} "
                           "@llvm.amdgcn.permlane32.swap(i32 %x, i32 %t, i1 "
                           "false, i1 false)\n%v = extractvalue {i32, i32} ";
  EXPECT_EQ(indices(Swap + "%s, 0", 64),
            waveOf(64, [](int L) { return L < 32 ? 100 + L : L - 32; }));
  EXPECT_EQ(indices(Swap + "%s, 1", 64),
            waveOf(64, [](int L) { return L < 32 ? 132 + L : L; }));
}

TEST(LaneExprs, OneLaneIsReadAndWritten) {
  EXPECT_EQ(indices("%v = call i32 @llvm.amdgcn.readlane.i32(i32 %x, i32 9)",
                    64, 128, 64),
            waveOf(64, [](int) { return 173; }));
  EXPECT_EQ(indices("%v = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)", 32,
                    128, 64),
            waveOf(32, [](int) { return 164; }));
  EXPECT_EQ(indices("%v = call i32 @llvm.amdgcn.writelane.i32(i32 5, i32 3, "
                    "i32 %x)",
                    32),
            waveOf(32, [](int L) { return L == 3 ? 5 : 100 + L; }));
  // The first of those that come there is not the first of all.
  EXPECT_THAT(indices(R"(
  %late = icmp ugt i32 %t, 9
  br i1 %late, label %some, label %join
some:
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)
  br label %join
join:
  %v = phi i32 [ 0, %0 ], [ %r, %some ])",
                      32),
              testing::Contains(-1000).Times(22));
}

TEST(LaneExprs, DataThatIsToldStaysData) {
  const std::string Data = "%g = getelementptr i32, ptr addrspace(1) %p, i32 "
                           "%t\n%d = load i32, ptr addrspace(1) %g\n";
  EXPECT_THAT(indices(Data + "%v = call i32 "
                             "@llvm.amdgcn.update.dpp.i32(i32 0, i32 %d, i32 "
                             "320, i32 15, i32 15, i1 false)",
                      64),
              testing::Each(-1000));
  EXPECT_THAT(indices(Data + "%b = shl i32 %d, 2\n%v = call i32 "
                             "@llvm.amdgcn.ds.bpermute(i32 %b, i32 %x)",
                      64),
              testing::Each(-1000));
}

TEST(LaneExprs, SumsOfAScanAreKnown) {
  // Each lane adds what the lane 1, 2, 4, ... before it has.
  EXPECT_EQ(indices(R"(
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  br label %loop
loop:
  %by = phi i32 [ 1, %0 ], [ %twice, %loop ]
  %sum = phi i32 [ 1, %0 ], [ %next, %loop ]
  %from = sub i32 %lane, %by
  %before = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %sum, i32 %from, i32 31)
  %has = icmp uge i32 %lane, %by
  %more = select i1 %has, i32 %before, i32 0
  %next = add i32 %sum, %more
  %twice = shl i32 %by, 1
  %again = icmp ult i32 %twice, 32
  br i1 %again, label %loop, label %done
done:
  %v = add i32 %next, 0)",
                    32),
            waveOf(32, [](int L) { return L + 1; }));
}
