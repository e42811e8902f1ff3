//===- OtherSizesTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/OtherSizes.h"
#include "test/unit/plugin/CudaAst.h"
#include "gmock/gmock.h"
#include <set>

using namespace gpuperf;
using namespace gpuperf::test;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
/// The only launch of `void host(int n, int m, int h, float *p) { Body }`.
LaunchAnswer answerFor(const std::string &Body, const HostBindings &Assume) {
  LaunchAnswer Answer;
  auto Unit = parseCuda("__global__ void k(int n, int m, float *p);\n"
                        "void host(int n, int m, int h, float *p) {\n" +
                            Body + "}\n",
                        /*DeviceSide=*/true);
  auto Sites = readLaunchSites(Unit->getASTContext());
  EXPECT_EQ(Sites.size(), 1u) << Body;
  if (Sites.size() != 1)
    return Answer;
  Answer.Site = Sites[0];
  Answer.Bound = bindLaunch(Answer.Site, Assume);
  EXPECT_TRUE(Answer.Bound.L) << Answer.Bound.WhyNot;
  return Answer;
}

std::vector<Launch> othersOf(const std::string &Body,
                             const HostBindings &Assume = {}) {
  const LaunchAnswer Answer = answerFor(Body, Assume);
  std::vector<Launch> Out = launchesAtOtherSizes(Answer, Assume);
  EXPECT_EQ(hasOpenSizes(Answer, Assume), !Out.empty()) << Body;
  return Out;
}
} // namespace

TEST(OtherSizes, NothingIsOpenWhereTheSourceSaysAll) {
  EXPECT_THAT(othersOf("k<<<4, 256>>>(1000, 7, p);"), IsEmpty());
}

TEST(OtherSizes, NothingIsOpenWhereTheUserSaysAll) {
  HostBindings Assume;
  Assume["n"].Integer = 5000;
  EXPECT_THAT(othersOf("k<<<n / 256, 256>>>(n, 7, p);", Assume), IsEmpty());
}

TEST(OtherSizes, TheGridFollowsTheSize) {
  const auto Others = othersOf("k<<<(n + 31) / 32, 32>>>(n, 7, p);");
  EXPECT_THAT(Others, SizeIs(4));
  std::set<int64_t> Sizes;
  for (const Launch &L : Others) {
    ASSERT_THAT(L.Args, SizeIs(3));
    const int64_t N = L.Args[0].Integer;
    Sizes.insert(N);
    EXPECT_EQ(L.Grid, (Dim3{static_cast<uint64_t>(N + 31) / 32, 1, 1}));
    EXPECT_EQ(L.Block, (Dim3{32, 1, 1}));
    EXPECT_EQ(L.Args[1].Integer, 7); // the source's
  }
  EXPECT_THAT(Sizes, SizeIs(4));
}

TEST(OtherSizes, NoTwoAreAlike) {
  const auto Others = othersOf("k<<<dim3(n, m, h), dim3(32, 8)>>>(n, m, p);");
  EXPECT_THAT(Others, SizeIs(4));
  bool Larger = false, Smaller = false;
  for (const Launch &L : Others) {
    EXPECT_NE(L.Grid.X, L.Grid.Y);
    EXPECT_NE(L.Grid.Y, L.Grid.Z);
    EXPECT_NE(L.Grid.X, L.Grid.Z);
    EXPECT_EQ(L.Args[0].Integer, static_cast<int64_t>(L.Grid.X));
    EXPECT_EQ(L.Args[1].Integer, static_cast<int64_t>(L.Grid.Y));
    Larger |= L.Grid.X > L.Grid.Y;
    Smaller |= L.Grid.X < L.Grid.Y;
  }
  EXPECT_TRUE(Larger && Smaller);
}

TEST(OtherSizes, WhatTheUserSaysIsKept) {
  HostBindings Assume;
  Assume["m"].Integer = 77;
  const auto Others = othersOf("k<<<n, 32>>>(n, m, p);", Assume);
  EXPECT_THAT(Others, SizeIs(4));
  for (const Launch &L : Others)
    EXPECT_EQ(L.Args[1].Integer, 77);
}

TEST(OtherSizes, AnArgumentThatCannotBeReadIsOpenByItsName) {
  const auto Others = othersOf("int x; scanf(\"%d\", &x);\n"
                               "k<<<4, 32>>>(x, 7, p);");
  EXPECT_THAT(Others, SizeIs(4));
  std::set<int64_t> Sizes;
  for (const Launch &L : Others) {
    Sizes.insert(L.Args[0].Integer);
    EXPECT_EQ(L.Grid, (Dim3{4, 1, 1}));
  }
  EXPECT_THAT(Sizes, SizeIs(4));
}

TEST(OtherSizes, TheyAreAskedAsTheLaunchWas) {
  LaunchAnswer Answer = answerFor("k<<<n, 32, 128>>>(n, m, p);", {});
  ASSERT_TRUE(Answer.Bound.L);
  EXPECT_TRUE(Answer.Bound.L->Args[0].isAssumed());
  Answer.Bound.L->Conditions.L1 = L1Mode::Bypass;
  Answer.Bound.L->Conditions.L2 = L2State::Cold;
  Answer.Bound.L->Conditions.How = Timing::Single;
  const auto Others = launchesAtOtherSizes(Answer, {});
  EXPECT_THAT(Others, SizeIs(4));
  for (const Launch &L : Others) {
    EXPECT_EQ(L.Conditions.L1, L1Mode::Bypass);
    EXPECT_EQ(L.Conditions.L2, L2State::Cold);
    EXPECT_EQ(L.Conditions.How, Timing::Single);
    EXPECT_EQ(L.DynamicSharedBytes, 128u);
    EXPECT_FALSE(L.Args[0].isAssumed());
  }
}

TEST(OtherSizes, ALaunchThatIsNotKnownHasNone) {
  EXPECT_FALSE(hasOpenSizes(LaunchAnswer(), {}));
  EXPECT_THAT(launchesAtOtherSizes(LaunchAnswer(), {}), IsEmpty());
}

TEST(OtherSizes, TheSharedMemoryFitsABlock) {
  const auto Others = othersOf(
      "k<<<(h + 255) / 256, 256, 3 * n * m * sizeof(float)>>>(n, m, p);");
  EXPECT_THAT(Others, SizeIs(4));
  std::set<std::pair<int64_t, int64_t>> Sizes;
  for (const Launch &L : Others) {
    ASSERT_THAT(L.Args, SizeIs(3));
    const int64_t N = L.Args[0].Integer, M = L.Args[1].Integer;
    EXPECT_GE(N, 1);
    EXPECT_GE(M, 1);
    EXPECT_EQ(L.DynamicSharedBytes, static_cast<uint64_t>(12 * N * M));
    EXPECT_LE(L.DynamicSharedBytes, 48u * 1024);
    // No smaller than it must be.
    EXPECT_TRUE(L.DynamicSharedBytes > 24u * 1024 || N * M < 2048);
    Sizes.insert({N, M});
  }
  EXPECT_THAT(Sizes, SizeIs(4));
}

TEST(OtherSizes, WhatIsFixedIsNotMadeToFit) {
  const LaunchAnswer Answer = answerFor(
      "k<<<(h + 255) / 256, 256, n * m * sizeof(float)>>>(n, m, p);", {});
  ASSERT_TRUE(Answer.Bound.L);
  for (const Launch &L : launchesWhere(Answer, {}, {"n"}, 4096)) {
    EXPECT_EQ(L.Args[0].Integer, 4096);
    EXPECT_LE(L.DynamicSharedBytes, 48u * 1024);
  }
}

TEST(OtherSizes, AGridDoesNotOutgrowTheSharedMemoryOfItsBlocks) {
  const LaunchAnswer Answer = answerFor(
      "k<<<(n + 255) / 256, 256, n * m * sizeof(float)>>>(n, m, p);", {});
  ASSERT_TRUE(Answer.Bound.L);
  // n is at most 12288, and no grid has as many threads as fill a GPU.
  EXPECT_THAT(launchesAtOtherSizes(Answer, {}), IsEmpty());
  const auto Fewer = launchesAtOtherSizes(Answer, {}, 256);
  EXPECT_THAT(Fewer, testing::Not(IsEmpty()));
  for (const Launch &L : Fewer)
    EXPECT_LE(L.DynamicSharedBytes, 48u * 1024);
}
