//===- WarpProfileTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/WarpProfile.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/RoundGpu.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <tuple>

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
WarpProfile profile(const KernelSummary &K, const Launch &L,
                    unsigned Resident = 4) {
  return profileWarps(K, L, gpu(), Resident);
}

double executed(const WarpProfile &P, OpClass Op) {
  return P.WarpInstructions[static_cast<unsigned>(Op)];
}

} // namespace

TEST(WarpProfile, SaxpyIsCoalescedAndCountsTheGuard) {
  KernelSummary K = kernel("saxpy");
  WarpProfile P = profile(K, launch({4096}, {256}, {1048576, {}, {}, {}}));
  EXPECT_EQ(P.Warps, 32768);
  EXPECT_EQ(executed(P, OpClass::Fp32Fma), 32768);
  EXPECT_EQ(executed(P, OpClass::LoadGlobal), 65536);
  EXPECT_EQ(P.LaneInstructions[static_cast<unsigned>(OpClass::Fp32Fma)],
            1048576);
  for (const AccessProfile &A : P.Accesses) {
    EXPECT_EQ(A.SectorsPerRequest.Value, 4);
    EXPECT_EQ(A.SectorsPerRequest.Hi, 5);
    EXPECT_EQ(A.LinesPerRequest.Value, 1);
    EXPECT_FALSE(A.Uncoalesced);
    EXPECT_EQ(A.WarpBytes, 128);
    EXPECT_EQ(A.BlockBytes, 1024);
    EXPECT_EQ(A.LaunchBytes, 4194304);
  }
  EXPECT_EQ(P.RequestedBytes, 3 * 4194304.0);
  // Half of the threads have no work: the count follows the guard.
  WarpProfile Half = profile(K, launch({4096}, {256}, {524288, {}, {}, {}}));
  EXPECT_NEAR(executed(Half, OpClass::Fp32Fma) / 32768, 0.5, 0.05);
}

TEST(WarpProfile, BlocksWithoutWorkAreToldFromTheOthers) {
  KernelSummary K = kernel("saxpy");
  // The grid was made 256 times too large.
  WarpProfile P = profile(K, launch({100096}, {256}, {100000, {}, {}, {}}));
  EXPECT_EQ(executed(P, OpClass::Fp32Fma), 3125);
  const BlockId Body = K.Accesses[0].Block;
  EXPECT_EQ(P.Blocks[Body].LongestExecutions, 1);
  EXPECT_NEAR(P.Blocks[Body].MeanExecutions, 391.0 / 100096, 1e-9);
  EXPECT_NEAR(P.Blocks[0].MeanExecutions, 1, 1e-9);
}

TEST(WarpProfile, TheLongestBlockIsToldFromAMeanOne) {
  WarpProfile Even =
      profile(kernel("saxpy"), launch({4096}, {256}, {1048576, {}, {}, {}}));
  for (unsigned C = 0; C < NumOpClasses; ++C)
    EXPECT_NEAR(Even.LongestBlock[C], Even.WarpInstructions[C] / 4096, 1e-6);
  // A guard lets three of four blocks go.
  WarpProfile Quarter =
      profile(kernel("saxpy"), launch({4096}, {256}, {262144, {}, {}, {}}));
  EXPECT_EQ(Quarter.LongestBlock, Even.LongestBlock);
  EXPECT_NEAR(Quarter.LongestBlock[unsigned(OpClass::Fp32Fma)], 8, 1e-9);
  EXPECT_LT(executed(Quarter, OpClass::Fp32Fma), 0.3 * 8 * 4096);
}

// One instruction of a warp, however many rows its lanes name. Rows of 16 bytes
// that follow each other lie in different banks.
TEST(WarpProfile, RowsOfMatricesAreOneRequest) {
  for (auto [Kind, Result, Lanes] :
       {std::tuple("x1", "i32", 8), std::tuple("x2", "{ i32, i32 }", 16),
        std::tuple("x4", "{ i32, i32, i32, i32 }", 32)}) {
    const std::string Load =
        llvm::formatv("{0} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.{1}.b16.p3("
                      "ptr addrspace(3) ",
                      Result, Kind);
    Ir I = parseText(llvm::formatv(R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare {0})
@tile = internal addrspace(3) global [2048 x i8] undef, align 16
define ptx_kernel void @k() {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = shl i32 %t, 4
  %p = getelementptr i8, ptr addrspace(3) @tile, i32 %o
  %x = call {0}%p)
  ret void
})ir",
                                   Load)
                         .str());
    const KernelSummary K = summarize(I, "k");
    const WarpProfile P = profile(K, launch({10}, {96}, {}));
    ASSERT_EQ(P.Accesses.size(), 1u);
    EXPECT_EQ(P.Accesses[0].Requests, 30) << Kind;
    EXPECT_EQ(P.Accesses[0].ActiveLanes, Lanes);
    EXPECT_EQ(P.Accesses[0].PassesPerRequest.Value, 1);
  }
}

TEST(WarpProfile, PartOfTheLastWarp) {
  KernelSummary K = kernel("saxpy");
  WarpProfile P = profile(K, launch({1}, {50}, {50, {}, {}, {}}));
  EXPECT_EQ(P.Warps, 2);
  EXPECT_EQ(P.LaneInstructions[static_cast<unsigned>(OpClass::Fp32Fma)], 50);
  EXPECT_EQ(P.Accesses[0].ActiveLanes, 25);
}

TEST(WarpProfile, SharedMemoryBanks) {
  Launch L = launch({32, 32}, {32, 8}, {{}, {}, 1024, 1024});
  WarpProfile Plain = profile(kernel("transposeTile"), L);
  EXPECT_EQ(Plain.Accesses[1].PassesPerRequest.Value, 1);
  EXPECT_EQ(Plain.Accesses[2].PassesPerRequest.Value, 32);
  WarpProfile Padded = profile(kernel("transposePadded"), L);
  EXPECT_EQ(Padded.Accesses[2].PassesPerRequest.Value, 1);
  EXPECT_EQ(Padded.BarriersPerWarp, 1);
}

TEST(WarpProfile, StridesShowAsSectors) {
  WarpProfile T = profile(kernel("transposeNaive"),
                          launch({32, 32}, {32, 8}, {{}, {}, 1024, 1024}));
  EXPECT_EQ(T.Accesses[0].SectorsPerRequest.Value, 4);
  EXPECT_FALSE(T.Accesses[0].Uncoalesced);
  EXPECT_EQ(T.Accesses[1].SectorsPerRequest.Value, 32);
  EXPECT_TRUE(T.Accesses[1].Uncoalesced);
  EXPECT_EQ(T.Loops[0].MeanTrip, 4);
  // Each sector that it writes to is written by eight requests.
  EXPECT_EQ(T.Accesses[1].LaunchBytes, 1024.0 * 1024 * 4);
  WarpProfile A =
      profile(kernel("aos"), launch({4096}, {256}, {{}, {}, 1048576}));
  EXPECT_EQ(A.Accesses[0].SectorsPerRequest.Value, 32);
  EXPECT_TRUE(A.Accesses[0].Uncoalesced);
  WarpProfile V = profile(kernel("vec4"), launch({4096}, {256}));
  EXPECT_EQ(V.Accesses[0].SectorsPerRequest.Value, 16);
  EXPECT_FALSE(V.Accesses[0].Uncoalesced);
}

TEST(WarpProfile, RowsOfATwoDimensionalBlock) {
  // 8 x 4 threads of a warp read four rows of 32 bytes.
  WarpProfile P =
      profile(kernel("rows2d"), launch({16, 16}, {8, 16}, {{}, {}, 4096}));
  EXPECT_EQ(P.Accesses[0].SectorsPerRequest.Value, 4);
  EXPECT_EQ(P.Accesses[0].LinesPerRequest.Value, 4);
  // 2 x 16: sixteen rows, a quarter of a sector each.
  WarpProfile Q =
      profile(kernel("rows2d"), launch({64, 16}, {2, 16}, {{}, {}, 4096}));
  EXPECT_EQ(Q.Accesses[0].SectorsPerRequest.Value, 16);
  EXPECT_TRUE(Q.Accesses[0].Uncoalesced);
}

TEST(WarpProfile, MatrixProductCountsAndReuse) {
  Launch L = launch({64, 64}, {16, 16}, {{}, {}, {}, 1024});
  WarpProfile N = profile(kernel("matmulNaive"), L);
  EXPECT_EQ(N.Loops[0].MeanTrip, 1024);
  EXPECT_EQ(executed(N, OpClass::Fp32Fma), 32768.0 * 1024);
  EXPECT_EQ(N.Accesses[0].SectorsPerRequest.Value, 2); // two rows, broadcast
  EXPECT_EQ(N.Accesses[1].SectorsPerRequest.Value, 2); // sixteen columns
  EXPECT_GT(N.L1Share, 0.8); // each element is read by sixteen threads
  WarpProfile T = profile(kernel("matmulTiled"), L);
  EXPECT_EQ(T.Loops[0].MeanTrip, 64);
  EXPECT_EQ(T.Loops[1].MeanTrip, 16);
  EXPECT_EQ(T.BarriersPerWarp, 128);
  EXPECT_EQ(executed(T, OpClass::Fp32Fma), 32768.0 * 1024);
  // 2 * 64 tiles of 1 KiB a block.
  EXPECT_EQ(T.RequestedBytes, 4096.0 * (2 * 64 + 1) * 1024);
  EXPECT_LT(T.L2Bytes, N.L2Bytes * 1.01);
}

TEST(WarpProfile, ReductionHalvesItsWarps) {
  KernelSummary K = kernel("reduceShared");
  WarpProfile P = profile(K, launch({64}, {256}, {{}, {}, 16384}));
  EXPECT_EQ(P.Loops[0].MeanTrip, 8);
  // 128, 64, 32 threads: 4, 2, 1 warps; then one warp five times: 12 of 8.
  const Access &Partner = K.Accesses[2];
  // Only some warps of the first and the last block are looked at.
  EXPECT_NEAR(P.Accesses[2].Requests / (64 * 12), 1, 0.01);
  EXPECT_NEAR(P.Blocks[Partner.Block].LaneExecutions * P.Warps / (64 * 255), 1,
              0.01);
  EXPECT_EQ(P.BarriersPerWarp, 9);
  EXPECT_EQ(P.Blocks[Partner.Block].LongestExecutions, 8);
  // One lane of one warp adds to the result.
  EXPECT_EQ(executed(P, OpClass::AtomicGlobal), 64);
}

TEST(WarpProfile, TriangularLoopsAreIntegrated) {
  WarpProfile P =
      profile(kernel("triangular"), launch({4}, {256}, {{}, {}, 1024}));
  // The inner body runs 0 + 1 + ... + 1023 times a warp.
  EXPECT_NEAR(P.Accesses[0].Requests / (32 * 523776.0), 1, 0.01);
}

TEST(WarpProfile, GridStrideSharesTheWork) {
  WarpProfile P =
      profile(kernel("gridStride"), launch({64}, {256}, {1048576, {}, {}, {}}));
  EXPECT_EQ(P.Loops[0].MeanTrip, 64);
  EXPECT_EQ(executed(P, OpClass::Fp32Fma), 32768);
  EXPECT_EQ(P.Accesses[0].LaunchBytes, 4194304);
}

TEST(WarpProfile, DivergentBranchesRunBothWays) {
  KernelSummary K = kernel("divergent");
  WarpProfile P = profile(K, launch({16}, {256}));
  EXPECT_EQ(executed(P, OpClass::Fp32Div), P.Warps);
  EXPECT_EQ(P.LaneInstructions[static_cast<unsigned>(OpClass::Fp32Div)],
            P.Warps * 16);
  // The reduction of huge arguments is not what sinf costs.
  EXPECT_EQ(executed(P, OpClass::LoadLocal), 0);
}

TEST(WarpProfile, SwitchTakesTheKnownCase) {
  KernelSummary K = kernel("switchy");
  WarpProfile P = profile(K, launch({16}, {256}, {{}, 1}));
  EXPECT_EQ(executed(P, OpClass::Fp32SinCosApprox), P.Warps);
  EXPECT_EQ(executed(P, OpClass::Fp32Div), 0);
  WarpProfile D = profile(K, launch({16}, {256}, {{}, 99}));
  EXPECT_EQ(executed(D, OpClass::Fp32Div), D.Warps);
  // Not given: all five ways alike, and it says so.
  WarpProfile U = profile(K, launch({16}, {256}));
  EXPECT_NEAR(executed(U, OpClass::Fp32Div), U.Warps / 5, 1e-3 * U.Warps);
  EXPECT_TRUE(U.Why.contains(AssumptionKind::BranchGuessed));
}

TEST(WarpProfile, DataSaysSo) {
  WarpProfile G =
      profile(kernel("gather"), launch({64}, {256}, {{}, {}, {}, 16384}));
  EXPECT_TRUE(G.Accesses[1].Why.contains(AssumptionKind::IndexUnknown));
  EXPECT_EQ(G.Accesses[1].SectorsPerRequest.Lo, 1);
  EXPECT_EQ(G.Accesses[1].SectorsPerRequest.Value, 32);
  EXPECT_EQ(G.Accesses[1].LaunchBytes, -1);
  EXPECT_TRUE(G.Why.contains(AssumptionKind::CacheSharesAssumed));
  WarpProfile W =
      profile(kernel("whileData"), launch({64}, {256}, {{}, {}, 16384}));
  EXPECT_TRUE(W.Why.contains(AssumptionKind::TripCountGuessed));
  EXPECT_EQ(W.Loops[0].MeanTrip, ProfileOptions().DefaultTrip);
  EXPECT_TRUE(W.Loops[0].Guessed);
  WarpProfile H =
      profile(kernel("histogram"), launch({64}, {256}, {{}, {}, 1048576}));
  const Estimate &Bins = H.Accesses[2].PassesPerRequest;
  EXPECT_LT(Bins.Lo, Bins.Value);
  EXPECT_LT(Bins.Value, Bins.Hi);
}

TEST(WarpProfile, RowsBehindAPointerKeepTheirPattern) {
  WarpProfile P =
      profile(kernel("rowTable"), launch({128}, {256}, {{}, {}, 4096}));
  EXPECT_EQ(P.Accesses[0].SectorsPerRequest.Value, 1);
  EXPECT_LE(P.Accesses[1].SectorsPerRequest.Hi, 5);
  EXPECT_FALSE(P.Accesses[1].Uncoalesced);
}

TEST(WarpProfile, SharesSumToOneAndFollowTheCaches) {
  KernelSummary K = kernel("saxpy");
  Launch L = launch({4096}, {256}, {1048576, {}, {}, {}});
  WarpProfile Warm = profile(K, L);
  EXPECT_DOUBLE_EQ(Warm.L1Share + Warm.L2Share + Warm.DramShare, 1);
  EXPECT_NEAR(Warm.DramReadBytes, 0, 32); // 8 MB in 40
  L.Conditions.L2 = L2State::Cold;
  EXPECT_EQ(profile(K, L).DramReadBytes, 2 * 4194304.0);
  // 128 MiB do not stay in L2.
  Launch Big = launch({65536}, {256}, {16777216, {}, {}, {}});
  WarpProfile P = profile(K, Big);
  EXPECT_NEAR(P.DramReadBytes / (2 * 67108864.0), 1, 2e-3);
  EXPECT_NEAR(P.DramWriteBytes / 67108864.0, 1, 2e-3);
  EXPECT_DOUBLE_EQ(P.L1Share + P.L2Share + P.DramShare, 1);
}

TEST(WarpProfile, BypassTakesTheL1Away) {
  KernelSummary K = kernel("matmulNaive");
  Launch L = launch({64, 64}, {16, 16}, {{}, {}, {}, 1024});
  double On = profile(K, L).L2Bytes;
  L.Conditions.L1 = L1Mode::Bypass;
  EXPECT_GT(profile(K, L).L2Bytes, 2 * On);
}

TEST(WarpProfile, StencilNeighboursShareLines) {
  KernelSummary K = kernel("stencil3d");
  Launch L = launch({8, 64}, {32, 8}, {{}, {}, 256, 512, 64});
  WarpProfile P = profile(K, L);
  // Seven reads of mostly the same data: at least half of them hit in L1.
  EXPECT_GT(P.L1Share, 0.5);
  EXPECT_LT(P.L2Bytes, P.RequestedBytes * 0.5);
}

TEST(WarpProfile, AbsurdLaunchesEnd) {
  KernelSummary K = kernel("gridStride");
  WarpProfile P = profile(
      K, launch({2147483647, 65535, 65535}, {1024}, {INT64_MAX, {}, {}, {}}));
  EXPECT_GT(P.Warps, 1e20);
  WarpProfile N = profile(K, launch({1}, {0}, {0, {}, {}, {}}));
  EXPECT_EQ(N.Warps, 0);
  KernelSummary M = kernel("matmulNaive");
  WarpProfile H = profile(M, launch({2147483647}, {1024}, {{}, {}, {}, -5}));
  EXPECT_EQ(executed(H, OpClass::Fp32Fma), 0);
}

TEST(WarpProfile, TheBudgetIsKeptAndNamed) {
  KernelSummary K = kernel("matmulTiled");
  ProfileOptions Tight;
  Tight.StepBudget = 600;
  WarpProfile P = profileWarps(
      K, launch({64, 64}, {16, 16}, {{}, {}, {}, 1024}), gpu(), 4, Tight);
  EXPECT_TRUE(P.Why.contains(AssumptionKind::BudgetExhausted));
  EXPECT_EQ(P.Warps, 32768);
}

TEST(WarpProfile, AGuardOnTheWarpIsSeenWithOneSampleToo) {
  // Three warps of eight work. The budget is for one sample of a block, whose
  // middle warp leaves at once.
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 96
  br i1 %c, label %work, label %end
work:
)";
  const unsigned Stores = 40;
  for (unsigned I = 0; I < Stores; ++I) {
    const std::string N = std::to_string(I);
    Text += "  %m" + N + " = mul i32 %t, " + std::to_string(2 * I + 3) +
            "\n  %w" + N + " = zext i32 %m" + N + " to i64\n  %q" + N +
            " = getelementptr float, ptr addrspace(1) %p, i64 %w" + N +
            "\n  store float 1.0, ptr addrspace(1) %q" + N + "\n";
  }
  Text += R"(
  br label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)";
  Ir I = parseText(Text);
  KernelSummary K = summarize(I, "k");
  ProfileOptions Tight;
  Tight.StepBudget = 80000;
  const double Blocks = 1000;
  WarpProfile P = profileWarps(K, launch({1000}, {256}), gpu(), 4, Tight);
  double Requests = 0;
  for (const AccessProfile &A : P.Accesses)
    Requests += A.Requests;
  EXPECT_NEAR(Requests, Blocks * 3 * Stores, 1);
}

TEST(WarpProfile, AStepOfOneThenTwoIsCounted) {
  // Its phi has constants for both iterations; what is read alternates.
  KernelSummary K = kernel("twoSteps");
  WarpProfile P = profile(K, launch({1, 64}, {32, 4}));
  EXPECT_FALSE(P.Why.contains(AssumptionKind::TripCountGuessed));
  EXPECT_FALSE(P.Why.contains(AssumptionKind::IndexUnknown));
  EXPECT_FALSE(P.Why.contains(AssumptionKind::BranchGuessed));
  // Rows 8 + (30 + 28) / 4 a thread, two passes along x where tid.x is small:
  // nowhere near the default of 16 iterations each.
  double Adds = executed(P, OpClass::Fp32Add) / P.Warps;
  EXPECT_GE(Adds, 14);
  EXPECT_LE(Adds, 2 * (8 + 7));
}

TEST(WarpProfile, LanesThatShareAShiftStayCoalesced) {
  KernelSummary K = kernel("shifted");
  Launch L = launch({128, 64}, {32, 8}, {{}, {}, {}, 4096});
  WarpProfile P = profile(K, L);
  const AccessProfile &In = P.Accesses[1];
  ASSERT_FALSE(K.Accesses[1].Affine);
  EXPECT_GE(In.SectorsPerRequest.Value, 4);
  EXPECT_LE(In.SectorsPerRequest.Hi, 5);
  EXPECT_FALSE(In.Uncoalesced);
  EXPECT_TRUE(P.Why.contains(AssumptionKind::IndexUnknown));
  // A shift moves what is read, 64 rows of 4096: it does not multiply it.
  EXPECT_NEAR(In.LaunchBytes, 64 * 4096 * 4, 64 * 4096 * 0.4);

  // Two rows in a warp: two shifts, each half a warp wide, that may be equal
  // (two sectors) or any others (three each).
  L.Block = {16, 16, 1};
  P = profile(K, L);
  EXPECT_GE(P.Accesses[1].SectorsPerRequest.Lo, 2);
  EXPECT_LE(P.Accesses[1].SectorsPerRequest.Hi, 6);
  EXPECT_FALSE(P.Accesses[1].Uncoalesced);
}

TEST(WarpProfile, RowsThatAnIndexPicksAreEachTheirOwn) {
  KernelSummary K = kernel("rowGather");
  Launch L = launch({8, 64}, {32, 8}, {{}, {}, {}, 256});
  WarpProfile P = profile(K, L);
  const AccessProfile &In = P.Accesses[1];
  EXPECT_LE(In.SectorsPerRequest.Hi, 5);
  EXPECT_EQ(In.LaunchBytes, 8 * 64 * 32 * 8 * 4);
  EXPECT_TRUE(P.Why.contains(AssumptionKind::CacheSharesAssumed));
}

TEST(WarpProfile, FlatIndicesTakenApartHaveFootprints) {
  KernelSummary K = kernel("wrapped");
  WarpProfile P = profile(K, launch({4096}, {256}, {{}, {}, {}, 1000}));
  // 1000 columns, read 1048 times; 1049 rows, one figure each.
  EXPECT_NEAR(P.Accesses[0].LaunchBytes, 4000, 1500);
  EXPECT_NEAR(P.Accesses[1].LaunchBytes, 4196, 1500);
  EXPECT_EQ(P.Accesses[2].LaunchBytes, 4194304);
  EXPECT_FALSE(P.Why.contains(AssumptionKind::CacheSharesAssumed));
}

TEST(WarpProfile, CountsAreThoseOfTheMachineText) {
  KernelSummary K = kernel("taps");
  Launch L = launch({64}, {32});
  WarpProfile AsWritten = profile(K, L);
  EXPECT_EQ(AsWritten.SharedLaneBytes, -1); // no machine text, not known
  // 16 copies of the loop's body: one address, no counter, no test, and of two
  // loads one that joins them.
  auto At = [](OpCounts &Counts, OpClass Op) -> double & {
    return Counts[static_cast<unsigned>(Op)];
  };
  for (const Block &B : K.Blocks) {
    OpCounts Once{};
    for (InstrId I : B.Instrs)
      At(Once, K.Instrs[I].Class) += K.Instrs[I].Count;
    double Bytes = 0;
    if (B.InnermostLoop != NoId) {
      ASSERT_EQ(At(Once, OpClass::LoadShared), 1);
      At(Once, OpClass::IntAdd) = 1.0 / 16;
      At(Once, OpClass::IntCompare) = At(Once, OpClass::Branch) = 0;
      At(Once, OpClass::LoadShared) = 0.5;
      Bytes = 4;
    }
    K.MachineCounts.push_back(Once);
    K.MachineLaneCounts.push_back(Once);
    K.MachineSharedBytes.push_back(Bytes);
  }
  WarpProfile P = profile(K, L);
  EXPECT_EQ(executed(P, OpClass::Fp32Fma),
            executed(AsWritten, OpClass::Fp32Fma));
  EXPECT_EQ(executed(P, OpClass::LoadShared),
            executed(AsWritten, OpClass::LoadShared) / 2);
  EXPECT_LT(executed(P, OpClass::Branch),
            executed(AsWritten, OpClass::Branch) / 8);
  EXPECT_LT(executed(P, OpClass::IntAdd),
            executed(AsWritten, OpClass::IntAdd) / 4);
  // Requests follow; what they move is all of it.
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    bool Joined = K.Instrs[K.Accesses[Id].Instr].Class == OpClass::LoadShared;
    EXPECT_DOUBLE_EQ(P.Accesses[Id].Requests,
                     AsWritten.Accesses[Id].Requests * (Joined ? 0.5 : 1));
  }
  EXPECT_EQ(P.SharedLaneBytes, 64.0 * 16 * 4);
}

TEST(WarpProfile, WrappedTripCountsStayFinite) {
  KernelSummary K = kernel("counter64");
  // No loop runs 2^62 times: guessed, and said so.
  WarpProfile P = profile(
      K, launch({65535}, {1024}, {{}, {}, int64_t(1) << 62, int64_t(1) << 62}));
  for (double N : P.WarpInstructions)
    EXPECT_TRUE(std::isfinite(N));
  EXPECT_LT(executed(P, OpClass::LoadGlobal) / P.Warps, 1e15);
}
