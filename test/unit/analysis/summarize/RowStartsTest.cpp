//===- RowStartsTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/RowStarts.h"
#include "analysis/warp/WarpProfile.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/RoundGpu.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// for (j = begin[tid]; j < begin[tid + Next]; ++j) sum += value[j];
KernelSummary rows(const std::string &Next) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %begin, ptr addrspace(1) %value,
                          ptr addrspace(1) %out) {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr i32, ptr addrspace(1) %begin, i64 %w
  %q = getelementptr i32, ptr addrspace(1) %p, i64 )" +
                   Next + R"(
  %lo = load i32, ptr addrspace(1) %p, align 4
  %hi = load i32, ptr addrspace(1) %q, align 4
  %some = icmp slt i32 %lo, %hi
  br i1 %some, label %loop, label %end
loop:
  %j = phi i32 [ %lo, %entry ], [ %j1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %jw = sext i32 %j to i64
  %pv = getelementptr float, ptr addrspace(1) %value, i64 %jw
  %v = load float, ptr addrspace(1) %pv, align 4
  %s1 = fadd float %s, %v
  %j1 = add nsw i32 %j, 1
  %more = icmp slt i32 %j1, %hi
  br i1 %more, label %loop, label %end
end:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %po = getelementptr float, ptr addrspace(1) %out, i64 %w
  store float %r, ptr addrspace(1) %po, align 4
  ret void
}
)");
  return summarize(I, "k");
}

/// The kernel with 1000 rows that have \p Entries elements in all.
WarpProfile profile(const KernelSummary &K, uint64_t Entries) {
  Launch L = launch({1}, {960});
  L.PointerBytes = {4 * 1001, 4 * Entries, 4000};
  return profileWarps(K, L, gpu(), 1);
}
} // namespace

TEST(RowStarts, ALoopFromOneElementToTheNextIsARow) {
  KernelSummary K = rows("1");
  ASSERT_EQ(K.RowStarts.size(), 2u);
  for (const RowStart &R : K.RowStarts) {
    EXPECT_EQ(K.Accesses[R.Load].BaseIndex, 0u);
    EXPECT_EQ(K.Accesses[R.Entry].BaseIndex, 1u);
    EXPECT_EQ(R.EntryBytes, 4u);
  }
  EXPECT_NE(K.Loops[0].TakenOfData, NoExpr);
  EXPECT_TRUE(K.Blocks[0].ComparesRows);
}

TEST(RowStarts, ElementsThatAreNoNeighboursAreNoRow) {
  KernelSummary K = rows("2");
  EXPECT_TRUE(K.RowStarts.empty());
  EXPECT_EQ(K.Loops[0].TakenOfData, NoExpr);
  EXPECT_FALSE(K.Blocks[0].ComparesRows);
}

TEST(RowStarts, RowsAreAsLongAsTheArraysSayInTheMean) {
  KernelSummary K = rows("1");
  WarpProfile P = profile(K, 70'000);
  EXPECT_NEAR(P.Loops[0].MeanTrip, 70, 1);
  EXPECT_TRUE(P.Why.contains(AssumptionKind::TripCountGuessed));
  EXPECT_NEAR(profile(K, 5000).Loops[0].MeanTrip, 5, 0.5);
  // All rows have an element, so all lanes enter the loop.
  EXPECT_NEAR(profile(K, 5000).Blocks[1].LaneExecutions, 5 * 32, 1);
  // Without the sizes, it is the default count that stands for them.
  EXPECT_EQ(profileWarps(K, launch({1}, {960}), gpu(), 1).Loops[0].MeanTrip,
            ProfileOptions().DefaultTrip);
}

TEST(RowStarts, ShortRowsOfNeighboursLieSideBySide) {
  KernelSummary K = rows("1");
  auto Sectors = [&](uint64_t Entries) {
    WarpProfile P = profile(K, Entries);
    return P.Accesses[K.RowStarts[0].Entry].SectorsPerRequest.Value;
  };
  // Two floats per row: 32 lanes read within 256 bytes.
  EXPECT_LE(Sectors(2000), 9);
  EXPECT_EQ(Sectors(70'000), 32);
}
