//===- CacheTrafficTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Reuse.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/RoundGpu.h"
#include <cmath>

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
WarpProfile profile(const KernelSummary &K, const Launch &L) {
  return profileWarps(K, L, gpu(), 4);
}

/// y[i] = a * x[i] + y[i] over \p Elements.
WarpProfile saxpy(uint64_t Elements, L2State State) {
  Launch L = launch({Elements / 256}, {256},
                    {static_cast<int64_t>(Elements), {}, {}, {}});
  L.Conditions.L2 = State;
  return profile(kernel("saxpy"), L);
}

/// out[i * Out] = in[i * In]; in may be written elsewhere, so that a bypassed
/// L1 holds none of it.
KernelSummary strided(unsigned In, unsigned Out) {
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %f = shl i32 %b, 8
  %i = add i32 %f, %t
  %x = mul i32 %i, IN
  %y = mul i32 %i, OUT
  %xw = zext i32 %x to i64
  %yw = zext i32 %y to i64
  %px = getelementptr float, ptr addrspace(1) %in, i64 %xw
  %py = getelementptr float, ptr addrspace(1) %out, i64 %yw
  %v = load float, ptr addrspace(1) %px, align 4
  store float %v, ptr addrspace(1) %py, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)";
  Text.replace(Text.find("IN\n"), 2, std::to_string(In));
  Text.replace(Text.find("OUT\n"), 3, std::to_string(Out));
  Ir I = parseText(Text);
  return summarize(I, "k");
}

double lookupsPerWarp(unsigned In, unsigned Out) {
  Launch L = launch({1024}, {256});
  L.Conditions.L1 = L1Mode::Bypass;
  WarpProfile P = profile(strided(In, Out), L);
  return P.L2Requests / P.Warps;
}
} // namespace

TEST(CacheTraffic, AWarmL2HasWhatFits) {
  const double Array = 1048576 * 4; // two of them, in 40 MB
  EXPECT_NEAR(saxpy(1048576, L2State::Warm).DramReadBytes, 0, 32);
  EXPECT_EQ(saxpy(1048576, L2State::Cold).DramReadBytes, 2 * Array);
  // What is asked of the L2 does not depend on what it holds.
  EXPECT_EQ(saxpy(1048576, L2State::Warm).L2Bytes,
            saxpy(1048576, L2State::Cold).L2Bytes);
}

TEST(CacheTraffic, AWarmL2HasLittleOfWhatDoesNotFit) {
  const double Array = 16777216 * 4.0; // two of them are 134 MB
  for (L2State State : {L2State::Warm, L2State::Cold})
    EXPECT_NEAR(saxpy(16777216, State).DramReadBytes / (2 * Array), 1, 1e-3);
  // A little more than fits: some is there still.
  double Some = saxpy(5242880, L2State::Warm).DramReadBytes;
  EXPECT_GT(Some, 0);
  EXPECT_LT(Some, 2 * 5242880 * 4);
}

TEST(CacheTraffic, WrittenDataStayInTheL2) {
  // Fits: nothing is written back within the launch.
  EXPECT_NEAR(saxpy(1048576, L2State::Cold).DramWriteBytes, 0, 1);
  EXPECT_NEAR(saxpy(1048576, L2State::Warm).DramWriteBytes, 0, 1);
  // Of what a launch with an empty cache writes, an eighth of the 40 MB is
  // still in it at the end, and not more if all of it would fit.
  const double Array = 16777216 * 4.0;
  EXPECT_NEAR(saxpy(16777216, L2State::Cold).DramWriteBytes, Array - 5e6,
              1e-3 * Array);
  EXPECT_NEAR(saxpy(4194304, L2State::Cold).DramWriteBytes, Array / 4 - 5e6,
              1e-3 * Array);
  // One of many launches writes back what the one before left.
  EXPECT_NEAR(saxpy(16777216, L2State::Warm).DramWriteBytes, Array,
              1e-3 * Array);
}

TEST(CacheTraffic, PartsOfSectorsAreStoredInMoreLookups) {
  // Four sectors of one line: two lookups of 64 bytes, each way.
  const double Dense = lookupsPerWarp(1, 1);
  EXPECT_NEAR(Dense, 4, 1e-6);
  // Eight sectors in two lines: four, and more where they are half full and
  // stored.
  const double Load = lookupsPerWarp(2, 1) - Dense + 2;
  const double Store = lookupsPerWarp(1, 2) - Dense + 2;
  EXPECT_NEAR(Load, 4, 0.1);
  EXPECT_GT(Store, 1.3 * Load);
  EXPECT_LT(Store, 2 * Load);
  // A sector per lane: a lookup each.
  EXPECT_NEAR(lookupsPerWarp(32, 1) - Dense + 2, 32, 1);
}

TEST(CacheTraffic, BlocksWithoutWorkDoNotChangeWhatDramMoves) {
  // out[y][x] = in[2 * y][2 * x] + in[2 * y + 1][2 * x] for x < w and y < h.
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) noalias readonly %in,
                          ptr addrspace(1) noalias %out, i32 %w, i32 %h) {
  %tx = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %bx = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %nx = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %fx = mul nsw i32 %bx, %nx
  %x = add nsw i32 %fx, %tx
  %fy = mul nsw i32 %by, %ny
  %y = add nsw i32 %fy, %ty
  %cx = icmp slt i32 %x, %w
  %cy = icmp slt i32 %y, %h
  %c = and i1 %cx, %cy
  br i1 %c, label %work, label %end
work:
  %pitch = shl nsw i32 %w, 1
  %x2 = shl nsw i32 %x, 1
  %y2 = shl nsw i32 %y, 1
  %row = mul nsw i32 %y2, %pitch
  %i0 = add nsw i32 %row, %x2
  %i1 = add nsw i32 %i0, %pitch
  %j = mul nsw i32 %y, %w
  %o = add nsw i32 %j, %x
  %i0w = sext i32 %i0 to i64
  %i1w = sext i32 %i1 to i64
  %ow = sext i32 %o to i64
  %p0 = getelementptr float, ptr addrspace(1) %in, i64 %i0w
  %p1 = getelementptr float, ptr addrspace(1) %in, i64 %i1w
  %po = getelementptr float, ptr addrspace(1) %out, i64 %ow
  %v0 = load float, ptr addrspace(1) %p0, align 4
  %v1 = load float, ptr addrspace(1) %p1, align 4
  %v = fadd float %v0, %v1
  store float %v, ptr addrspace(1) %po, align 4
  br label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
)");
  const KernelSummary K = summarize(I, "k");
  constexpr int64_t W = 1024, H = 768;
  constexpr double In = 4.0 * W * 4 * H;
  auto At = [&](Dim3 Grid, Dim3 Block) {
    Launch L = launch(Grid, Block, {{}, {}, W, H});
    L.Conditions.L2 = L2State::Cold;
    GpuModel Gpu = gpu();
    Gpu.L2Bytes = fact(4e6);
    return profileWarps(K, L, Gpu, 1024 / Block.count());
  };
  const WarpProfile Full = At({64, 48}, {16, 16});
  EXPECT_NEAR(Full.DramReadBytes / In, 1, 1e-3);
  EXPECT_GT(Full.DramWriteBytes, 0);
  // Some blocks without work, and so many that the middle one has none.
  const std::pair<Dim3, Dim3> Cases[] = {
      {{65, 49}, {16, 16}}, {{96, 48}, {16, 16}},   {{2, 768}, {512}},
      {{3, 769}, {512}},    {{1, 768}, {1024}},     {{2, 768}, {1024}},
      {{4, 256}, {288, 3}}, {{300, 300}, {16, 16}}, {{64, 300}, {16, 16}}};
  for (const auto &[Grid, Block] : Cases) {
    const WarpProfile P = At(Grid, Block);
    SCOPED_TRACE(Grid.X);
    EXPECT_NEAR(P.DramReadBytes / Full.DramReadBytes, 1, 1e-3);
    EXPECT_NEAR(P.DramWriteBytes / Full.DramWriteBytes, 1, 1e-3);
    EXPECT_NEAR(P.L2Bytes / Full.L2Bytes, 1, 1e-3);
  }
}

TEST(CacheTraffic, BlocksWithoutWorkDoNotChangeWhatL1Holds) {
  // out[x] = the sum of in[0] to in[w - 1], which every thread reads, for
  // x < h: each block with work asks the L2 for the array once.
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) noalias readonly %in,
                          ptr addrspace(1) noalias %out, i32 %w, i32 %h) {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul nsw i32 %b, %n
  %x = add nsw i32 %f, %t
  %c = icmp slt i32 %x, %h
  br i1 %c, label %loop, label %end
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %kw = sext i32 %k to i64
  %p = getelementptr float, ptr addrspace(1) %in, i64 %kw
  %v = load float, ptr addrspace(1) %p, align 4
  %s1 = fadd float %s, %v
  %k1 = add nsw i32 %k, 1
  %again = icmp slt i32 %k1, %w
  br i1 %again, label %loop, label %store
store:
  %xw = sext i32 %x to i64
  %o = getelementptr float, ptr addrspace(1) %out, i64 %xw
  store float %s1, ptr addrspace(1) %o, align 4
  br label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
)");
  const KernelSummary K = summarize(I, "k");
  constexpr int64_t Words = 4096, Blocks = 64;
  auto L2Bytes = [&](uint64_t Grid) {
    return profile(K, launch({Grid}, {256}, {{}, {}, Words, Blocks * 256}))
        .L2Bytes;
  };
  EXPECT_NEAR(L2Bytes(Blocks) / (Blocks * 4.0 * (Words + 256)), 1, 0.01);
  EXPECT_NEAR(L2Bytes(10 * Blocks) / L2Bytes(Blocks), 1, 0.01);
  EXPECT_NEAR(L2Bytes(1000 * Blocks) / L2Bytes(Blocks), 1, 0.01);
}

TEST(CacheTraffic, ALineThatAllReadIsHot) {
  Launch L = launch({1024}, {256});
  L.Conditions.L1 = L1Mode::Bypass;
  WarpProfile All = profile(strided(0, 1), L);
  // Every warp of the launch asks for one line.
  EXPECT_NEAR(All.HotLineRequests / All.Warps, 1, 0.05);
  WarpProfile Own = profile(strided(1, 1), L);
  EXPECT_LT(Own.HotLineRequests, All.HotLineRequests / 50);
  EXPECT_LE(All.HotLineRequests, All.L2Requests);
  // L1 asks for it once a block.
  L.Conditions.L1 = L1Mode::On;
  EXPECT_LT(profile(strided(0, 1), L).HotLineRequests,
            All.HotLineRequests * 0.3);
}

TEST(CacheTraffic, ARemainderReachesNoFurther) {
  // out[i % 100], whatever the block is.
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = mul nsw i32 %b, %n
  %i = add nsw i32 %f, %t
  %at = srem i32 %i, 100
  %w = sext i32 %at to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %w
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
)");
  const KernelSummary K = summarize(I, "k");
  for (uint64_t Block : {96, 160, 256, 320, 500, 992, 1000, 1024}) {
    const WarpProfile P = profile(K, launch({1000000 / Block}, {Block}));
    EXPECT_NEAR(P.Accesses[0].LaunchBytes, 400, 32) << Block;
    EXPECT_LE(P.Accesses[0].BlockBytes, 416) << Block;
  }
}

TEST(CacheTraffic, AddsToOneCounterAreHot) {
  WarpProfile P =
      profile(kernel("reduceShared"), launch({4096}, {256}, {{}, {}, 1048576}));
  EXPECT_GE(P.HotLineRequests, 4096); // one add a block
}

TEST(CacheTraffic, BroadcastDataWaitForL2OnceAndNotForDram) {
  Launch L = launch({4096}, {256});
  L.Conditions.L2 = L2State::Cold;
  WarpProfile Broadcast = profile(strided(0, 1), L);
  WarpProfile Stream = profile(strided(1, 1), L);
  EXPECT_GT(Stream.Accesses[0].DramWaits, 0.99);
  EXPECT_LT(Broadcast.Accesses[0].DramWaits, 0.2);
}

TEST(CacheTraffic, WaitsAreSharesInOrder) {
  const std::pair<const char *, Launch> Cases[] = {
      {"saxpy", launch({4096}, {256}, {1048576, {}, {}, {}})},
      {"gridStride", launch({64}, {256}, {1048576, {}, {}, {}})},
      {"matmulNaive", launch({64, 64}, {16, 16}, {{}, {}, {}, 1024})},
      {"matmulTiled", launch({64, 64}, {16, 16}, {{}, {}, {}, 1024})},
      {"transposeNaive", launch({64, 64}, {32, 8}, {{}, {}, 2048, 2048})},
      {"reduceShared", launch({1024}, {256}, {{}, {}, 262144})},
      {"stencil3d", launch({8, 64}, {32, 8}, {{}, {}, 256, 512, 64})},
      {"gather", launch({64}, {256}, {{}, {}, {}, 16384})},
      {"aos", launch({64}, {256}, {{}, {}, 16384})},
      {"triangular", launch({4}, {256}, {{}, {}, 1024})},
      {"histogram", launch({64}, {256}, {{}, {}, 1048576})},
      {"rowGather", launch({8, 64}, {32, 8}, {{}, {}, {}, 256})},
      {"wrapped", launch({4096}, {256}, {{}, {}, {}, 1000})},
      {"shifted", launch({128, 64}, {32, 8}, {{}, {}, {}, 4096})},
      {"flat3d", launch({4096}, {256}, {{}, 1000, 1000})},
  };
  for (const auto &[Name, At] : Cases)
    for (L2State State : {L2State::Warm, L2State::Cold})
      for (L1Mode Mode : {L1Mode::On, L1Mode::Bypass}) {
        SCOPED_TRACE(Name);
        Launch L = At;
        L.Conditions.L2 = State, L.Conditions.L1 = Mode;
        KernelSummary K = kernel(Name);
        WarpProfile P = profile(K, L);
        EXPECT_GE(P.L2Requests, 0);
        EXPECT_LE(P.HotLineRequests, P.L2Requests * (1 + 1e-9));
        EXPECT_LE(P.DramReadBytes, P.L2Bytes * (1 + 1e-9));
        for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
          const AccessProfile &A = P.Accesses[Id];
          EXPECT_GE(A.DramWaits, 0) << Id;
          EXPECT_LE(A.DramWaits, A.L2Waits) << Id;
          EXPECT_LE(A.L2Waits, 1) << Id;
          if (K.Accesses[Id].Space != MemSpace::Global ||
              K.Accesses[Id].Kind != AccessKind::Load || A.Requests <= 0)
            continue;
          // Who misses waits; so may a hit.
          EXPECT_GE(A.L2Waits, A.L1Misses - 1e-9) << Id;
          EXPECT_GE(A.L1Misses, A.L2Misses - 1e-9) << Id;
        }
      }
}

TEST(CacheTraffic, ASmallGridHasMoreOfTheL1) {
  // One block in flight on an SM has all of it, four share it.
  KernelSummary K = kernel("matmulNaive");
  Launch Few = launch({10, 10}, {16, 16}, {{}, {}, {}, 160});
  WarpProfile One = profileWarps(K, Few, gpu(), 1);
  WarpProfile Four = profileWarps(K, Few, gpu(), 4);
  EXPECT_EQ(One.L2Bytes, Four.L2Bytes); // 100 blocks on 100 SMs, either way
}

/// out[i] = table[in[i]] over \p Elements, with \p TableBytes behind table.
static WarpProfile gather(uint64_t Elements, uint64_t TableBytes) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) noalias readonly %in,
                          ptr addrspace(1) noalias readonly %table,
                          ptr addrspace(1) noalias %out) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %f = shl i32 %b, 8
  %i = add i32 %f, %t
  %w = zext i32 %i to i64
  %pi = getelementptr i32, ptr addrspace(1) %in, i64 %w
  %at = load i32, ptr addrspace(1) %pi, align 4
  %aw = zext i32 %at to i64
  %pt = getelementptr float, ptr addrspace(1) %table, i64 %aw
  %v = load float, ptr addrspace(1) %pt, align 4
  %po = getelementptr float, ptr addrspace(1) %out, i64 %w
  store float %v, ptr addrspace(1) %po, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)");
  Launch L = launch({Elements / 256}, {256});
  L.Conditions.L2 = L2State::Cold;
  L.PointerBytes = {Elements * 4, TableBytes, Elements * 4};
  return profile(summarize(I, "k"), L);
}

TEST(CacheTraffic, AGatherReadsNoMoreThanItsArray) {
  const uint64_t Elements = 16777216;
  const double In = Elements * 4.0;
  // Nothing is known of the table: each lane reads a sector of its own.
  EXPECT_NEAR(gather(Elements, 0).DramReadBytes, In + Elements * 32.0, In / 10);
  // A table of 1 MB is read once.
  EXPECT_NEAR(gather(Elements, 1 << 20).DramReadBytes, In + (1 << 20),
              In / 100);
  // Of one of 400 MB the 40 MB of the L2 are found there.
  const double Large = gather(Elements, 400'000'000).DramReadBytes - In;
  EXPECT_LT(Large, Elements * 32.0 * 0.96);
  EXPECT_GT(Large, Elements * 32.0 * 0.8);
}

TEST(CacheTraffic, AGatherFromFewSectorsMeetsSomeOfThemTwice) {
  // 32 lanes on a table of eight sectors.
  const WarpProfile P = gather(1048576, 256);
  const double Sectors = P.Accesses[1].SectorsPerRequest.Value;
  EXPECT_GT(Sectors, 7);
  EXPECT_LE(Sectors, 8);
  EXPECT_LE(P.Accesses[1].L1Misses, 0.1);
}

/// A kernel of one read array, whose blocks of 256 threads execute \p Body
/// between the index %i and the end.
static KernelSummary reader(llvm::StringRef Body) {
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %r = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %f = shl i32 %b, 8
  %i = add i32 %f, %t
BODY  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
)";
  Text.replace(Text.find("BODY"), 4, Body.str());
  Ir I = parseText(Text);
  return summarize(I, "k");
}

TEST(CacheTraffic, AWrappedNeighbourIsReadWithTheOthers) {
  // in[i] and the element of the row above, where the last row is above the
  // first: 4096 rows of 4096.
  const KernelSummary K = reader(R"(  %y = lshr i32 %i, 12
  %x = and i32 %i, 4095
  %u = add i32 %y, 4095
  %ym = urem i32 %u, 4096
  %row = shl i32 %ym, 12
  %j = add i32 %row, %x
  %iw = zext i32 %i to i64
  %jw = zext i32 %j to i64
  %pi = getelementptr float, ptr addrspace(1) %in, i64 %iw
  %pj = getelementptr float, ptr addrspace(1) %in, i64 %jw
  %v = load float, ptr addrspace(1) %pi, align 4
  %w = load float, ptr addrspace(1) %pj, align 4
  %s = fadd float %v, %w
  %po = getelementptr float, ptr addrspace(1) %out, i64 %iw
  store float %s, ptr addrspace(1) %po, align 4
)");
  Launch L = launch({65536}, {256});
  L.Conditions.L2 = L2State::Cold;
  const double Array = 4096.0 * 4096 * 4;
  EXPECT_NEAR(profile(K, L).DramReadBytes / Array, 1, 0.05);
}

TEST(CacheTraffic, WhatWasWrittenBeforeIsReadFromTheL2) {
  // A thread writes an element and reads that of another one; or the other way
  // round. The array has 1 MB.
  const std::string Places = R"(  %iw = zext i32 %i to i64
  %j = sub i32 262143, %i
  %jw = zext i32 %j to i64
  %pi = getelementptr float, ptr addrspace(1) %out, i64 %iw
  %pj = getelementptr float, ptr addrspace(1) %out, i64 %jw
  %pk = getelementptr float, ptr addrspace(1) %in, i64 %iw
)";
  const std::string Write =
      "  store float 1.0, ptr addrspace(1) %pi, align 4\n";
  const std::string Read = R"(  %v = load float, ptr addrspace(1) %pj, align 4
  store float %v, ptr addrspace(1) %pk, align 4
)";
  Launch L = launch({1024}, {256});
  L.Conditions.L2 = L2State::Cold;
  auto Bytes = [&](const std::string &Body) {
    return profile(reader(Places + Body), L).DramReadBytes;
  };
  EXPECT_NEAR(Bytes(Read + Write), 1048576, 1024);
  EXPECT_LT(Bytes(Write + Read), 1024);
}

TEST(CacheTraffic, APlaceThatAThreadLoadsAgainIsNotWaitedFor) {
  const KernelSummary K = reader(R"(  %iw = zext i32 %i to i64
  %pi = getelementptr float, ptr addrspace(1) %in, i64 %iw
  %po = getelementptr float, ptr addrspace(1) %out, i64 %iw
  %v = load float, ptr addrspace(1) %pi, align 4
  store float %v, ptr addrspace(1) %po, align 4
  %w = load float, ptr addrspace(1) %pi, align 4
  store float %w, ptr addrspace(1) %po, align 4
)");
  Launch L = launch({1024}, {256});
  L.Conditions.L2 = L2State::Cold;
  const WarpProfile P = profile(K, L);
  EXPECT_GT(P.Accesses[0].DramWaits, 0.99);
  EXPECT_LT(P.Accesses[2].L2Waits, 0.05);
  EXPECT_LT(P.Accesses[2].DramWaits, 0.05);
}

TEST(CacheTraffic, BothSidesOfABranchReadPlacesOfTheirOwn) {
  const KernelSummary K = reader(R"(  %iw = zext i32 %i to i64
  %pi = getelementptr float, ptr addrspace(1) %in, i64 %iw
  %po = getelementptr float, ptr addrspace(1) %out, i64 %iw
  %c = icmp ult i32 %i, 8388608
  br i1 %c, label %low, label %high
low:
  %v = load float, ptr addrspace(1) %pi, align 4
  br label %end
high:
  %w = load float, ptr addrspace(1) %pi, align 4
  br label %end
end:
  %p = phi float [ %v, %low ], [ %w, %high ]
  store float %p, ptr addrspace(1) %po, align 4
)");
  Launch L = launch({65536}, {256});
  L.Conditions.L2 = L2State::Cold;
  const double Array = 16777216.0 * 4;
  EXPECT_NEAR(profile(K, L).DramReadBytes / Array, 1, 0.01);
}

TEST(CacheTraffic, AGuardOnAnotherIndexLeavesNoPlaceOut) {
  // The first row of blocks reads all of it, the others nothing.
  const KernelSummary K = reader(R"(  %c = icmp eq i32 %r, 0
  br i1 %c, label %read, label %end
read:
  %iw = zext i32 %i to i64
  %pi = getelementptr float, ptr addrspace(1) %in, i64 %iw
  %po = getelementptr float, ptr addrspace(1) %out, i64 %iw
  %v = load float, ptr addrspace(1) %pi, align 4
  store float %v, ptr addrspace(1) %po, align 4
  br label %end
end:
)");
  Launch L = launch({16384, 4}, {256});
  L.Conditions.L2 = L2State::Cold;
  const double Array = 16384.0 * 256 * 4;
  EXPECT_NEAR(profile(K, L).DramReadBytes / Array, 1, 0.01);
}

static double dramPages(const WarpProfile &P) {
  double Pages = 0;
  for (const WarpProfile::DramStream &S : P.DramStreams)
    Pages += S.Pages;
  return Pages;
}

// 400 columns on four blocks of 128: the threads that the guard stops would
// come to the next row, which has threads of its own.
TEST(CacheTraffic, RowsOfThreadsThatOverhangLeaveNoPlaceOut) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %f = shl i32 %b, 7
  %x = add i32 %f, %t
  %c = icmp ult i32 %x, 400
  br i1 %c, label %copy, label %end
copy:
  %r = mul i32 %y, 400
  %i = add i32 %r, %x
  %w = zext i32 %i to i64
  %p = getelementptr float, ptr addrspace(1) %in, i64 %w
  %q = getelementptr float, ptr addrspace(1) %out, i64 %w
  %v = load float, ptr addrspace(1) %p, align 4
  store float %v, ptr addrspace(1) %q, align 4
  br label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
)");
  Launch L = launch({4, 4000}, {128});
  L.Conditions.L2 = L2State::Cold;
  const WarpProfile P = profile(summarize(I, "k"), L);
  const double Bytes = 400.0 * 4000 * 4;
  EXPECT_NEAR(P.DramReadBytes, Bytes, 0.02 * Bytes);
}

TEST(CacheTraffic, SectorsOfOnePageFindItOpen) {
  // A row of blocks reads rows; or every lane a row of its own, 16 KB long.
  auto PerPage = [](unsigned Stride) {
    Launch L = launch({1024}, {256});
    L.Conditions.L2 = L2State::Cold;
    WarpProfile P = profile(strided(Stride, Stride), L);
    return (P.DramReadBytes + P.DramWriteBytes) / dramPages(P);
  };
  EXPECT_EQ(PerPage(1), 1024);
  EXPECT_EQ(PerPage(8), 1024); // a sector of each 32 bytes
  EXPECT_EQ(PerPage(64), 128); // four of 1024
  EXPECT_EQ(PerPage(4096), 32);
}

TEST(CacheTraffic, OfGatheredSectorsNoPagesAreSaid) {
  const WarpProfile P = gather(16777216, 0);
  // Reading the indices and writing the sums opens one for each KB.
  const double InOrder = 2 * 16777216.0 * 4 / 1024;
  EXPECT_NEAR(dramPages(P), InOrder, InOrder / 20); // some stay in the L2
}

TEST(CacheTraffic, StacksThatNoCacheHoldsComeFromDram) {
  // Each thread writes a word of its array and reads another.
  auto WithStack = [](unsigned Words) {
    std::string Text = R"(  %a = alloca [WORDS x i32], align 4
  %iw = zext i32 %i to i64
  %pi = getelementptr i32, ptr addrspace(1) %in, i64 %iw
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %iw
  %v = load i32, ptr addrspace(1) %pi, align 4
  %s = getelementptr i32, ptr %a, i64 1
  store i32 %v, ptr %a, align 4
  %w = load i32, ptr %s, align 4
  store i32 %w, ptr addrspace(1) %po, align 4
)";
    Text.replace(Text.find("WORDS"), 5, std::to_string(Words));
    Launch L = launch({65536}, {256});
    L.Conditions.L2 = L2State::Warm;
    return profile(reader(Text), L);
  };
  // Four blocks of 256 threads on each of 100 SMs: stacks of 64 KB on an SM, of
  // 200 KB, which are 20 of the 40 MB of the L2, and of 1.6 MB.
  const WarpProfile InL1 = WithStack(16);
  const WarpProfile InL2 = WithStack(50);
  const WarpProfile InDram = WithStack(400);
  const double Each = 16777216.0 * 4;
  EXPECT_NEAR((InL2.L2Bytes - InL1.L2Bytes) / Each, 2, 0.01);
  EXPECT_NEAR((InL2.DramReadBytes - InL1.DramReadBytes) / Each, 0, 0.1);
  EXPECT_NEAR((InDram.L2Bytes - InL1.L2Bytes) / Each, 2, 0.01);
  EXPECT_NEAR((InDram.DramReadBytes - InL1.DramReadBytes) / Each, 1, 0.1);
  EXPECT_NEAR((InDram.DramWriteBytes - InL1.DramWriteBytes) / Each, 1, 0.1);
}

TEST(CacheTraffic, AmdsSpillsComeFromDramWhereNoCacheHoldsThem) {
  auto With = [](uint64_t SpillBytes, Vendor Maker, unsigned Threads = 256) {
    KernelSummary K = kernel("saxpy");
    K.SpillBytesPerThread = SpillBytes;
    K.ScratchBytesPerThread = 4000;
    GpuModel G = gpu();
    G.Arch.Maker = Maker;
    return profileWarps(K, launch({1000}, {Threads}, {256000, {}, {}, {}}), G,
                        4);
  };
  const WarpProfile None = With(0, Vendor::Amd);
  // 256,000 threads store 4,000 bytes and load them again.
  const WarpProfile Some = With(8000, Vendor::Amd);
  EXPECT_NEAR(Some.DramReadBytes - None.DramReadBytes, 256e3 * 4000, 1e7);
  EXPECT_NEAR(Some.DramWriteBytes - None.DramWriteBytes, 256e3 * 4000, 1e7);
  EXPECT_NEAR(Some.L2Bytes - None.L2Bytes, 256e3 * 8000, 1);
  const WarpProfile Other = With(8000, Vendor::Nvidia);
  EXPECT_EQ(Other.L2Bytes, With(0, Vendor::Nvidia).L2Bytes);
}

TEST(CacheTraffic, SeveralL2sFetchTheirOwnCopies) {
  auto With = [](double Dies) {
    GpuModel G = gpu();
    if (Dies > 0)
      G.L2Dies = fact(Dies);
    return profileWarps(kernel("saxpy"),
                        launch({1000}, {256}, {256000, {}, {}, {}}), G, 4);
  };
  EXPECT_EQ(With(0).FabricBytes, 0);
  EXPECT_EQ(With(1).FabricBytes, 0);
  // Nothing is shared: x and y are read, y is written.
  EXPECT_NEAR(With(8).FabricBytes, 3 * 4 * 256e3, 1e5);
}
