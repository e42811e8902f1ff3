//===- UncoalescedTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Uncoalesced.h"
#include "test/unit/analysis/advice/LineCostFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
std::vector<LineFinding> find(const Asked &A) {
  return findUncoalesced(A.K, A.L, A.Gpu, A.P);
}
} // namespace

TEST(Uncoalesced, ConsecutiveThreadsAreNoFinding) {
  EXPECT_THAT(find(ask("saxpy", {4096}, {256}, {1048576})), IsEmpty());
  EXPECT_THAT(find(ask("vec4", {4096}, {256})), IsEmpty());
  EXPECT_THAT(find(ask("matmulNaive", {64, 64}, {16, 16}, {{}, {}, {}, 1024})),
              IsEmpty());
}

TEST(Uncoalesced, OneSideOfATransposition) {
  auto F = find(ask("transposeNaive", {64, 64}, {32, 8}, {{}, {}, 2048, 2048}));
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_EQ(F[0].Text, "32 sectors per request instead of 4 (stride 8192 bytes "
                       "between neighbouring threads)");
  EXPECT_THAT(F[0].Notes, Contains(HasSubstr("through shared memory")));
  EXPECT_THAT(F[0].Accesses, testing::ElementsAre(1));
  EXPECT_GT(F[0].gainPercent(), 30);
  EXPECT_LT(F[0].WithoutUs.Value, F[0].TimeUs.Value);
}

TEST(Uncoalesced, FieldsOfOneArrayAreOneFinding) {
  // b[i].x += dt * b[i].vx: two loads and a store of one array.
  auto F = find(ask("aos", {4096}, {256}, {{}, {}, 1048576}));
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_THAT(F[0].Accesses, SizeIs(3));
  EXPECT_THAT(F[0].Text, HasSubstr("(stride 32 bytes between neighbouring"));
  EXPECT_THAT(F[0].Notes, Contains(HasSubstr("structure of arrays")));
}

TEST(Uncoalesced, TheBlocksShapeDecides) {
  EXPECT_THAT(find(ask("rows2d", {16, 16}, {8, 16}, {{}, {}, 4096})),
              IsEmpty());
  auto F = find(ask("rows2d", {64, 16}, {2, 16}, {{}, {}, 4096}));
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_THAT(F[0].Text, HasSubstr("a warp covers 16 rows of 8 bytes"));
  EXPECT_THAT(F[0].Notes, Contains(HasSubstr("at least 8 threads wide in x")));
}

TEST(Uncoalesced, DataDecidesOverAGather) {
  EXPECT_THAT(find(ask("gather", {4096}, {256}, {{}, {}, {}, 1048576})),
              IsEmpty());
}

TEST(Uncoalesced, AnAssumedStrideIsAnExpression) {
  Asked A = ask("transposeNaive", {64, 64}, {32, 8}, {{}, {}, 2048, 2048});
  A.L.Args[3].From = Provenance::Unknown;
  auto F = find(A);
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_THAT(F[0].Text, testing::Not(HasSubstr("8192")));
}
