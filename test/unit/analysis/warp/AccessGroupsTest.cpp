//===- AccessGroupsTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/AccessGroups.h"
#include "analysis/footprint/AddressForms.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/GroupBuilder.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
Fact fact(double V) {
  Fact F;
  F.Value = V;
  return F;
}

/// A kernel of kernels.cu, profiled, with its global accesses in groups.
/// \p LoadsLeft: the share of its loads' requests that the machine makes.
struct Grouped {
  KernelSummary K;
  Launch L;
  WarpProfile P;
  std::vector<AccessGroup> Groups;

  Grouped(llvm::StringRef Name, const Launch &At, double LoadsLeft = 1,
          bool JoinsLoads = false)
      : K(kernel(Name)), L(At) {
    GpuModel Gpu;
    Gpu.Arch.WarpSize = fact(32);
    Gpu.SmCount = fact(100);
    P = profileWarps(K, L, Gpu, 4);
    for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
      if (K.Accesses[Id].Kind == AccessKind::Load)
        P.Accesses[Id].Requests *= LoadsLeft;
    AccessGroups T(K, L, P, 32, JoinsLoads);
    uint64_t Steps = 1'000'000;
    std::vector<double> Trips;
    for (const LoopProfile &Loop : P.Loops)
      Trips.push_back(std::max(1.0, Loop.MeanTrip));
    std::vector<AccessId> Global;
    for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
      if (K.Accesses[Id].Space == MemSpace::Global)
        Global.push_back(Id);
    const auto Forms = addressForms(K, L, Trips, Global, Steps);
    for (AccessId Id : Global)
      T.add(Id, K.Accesses[Id].Kind == AccessKind::Load, Forms[Id]);
    Groups = std::move(T.Groups);
  }
};
} // namespace

TEST(AccessGroups, NeighboursOfAStencilAreOneGroup) {
  Grouped G("stencil3d", launch({8, 64}, {32, 8}, {{}, {}, 256, 512, 64}));
  ASSERT_EQ(G.Groups.size(), 2u);
  const AccessGroup &In = G.Groups[0].HasLoad ? G.Groups[0] : G.Groups[1];
  const AccessGroup &Out = G.Groups[0].HasLoad ? G.Groups[1] : G.Groups[0];
  EXPECT_EQ(In.Members.size(), 7u);
  EXPECT_FALSE(In.HasStore);
  EXPECT_TRUE(In.CachedInL1);
  EXPECT_EQ(Out.Members.size(), 1u);
  EXPECT_TRUE(Out.HasStore);
  EXPECT_EQ(Out.LoadBytes, 0);
  // Seven reads of an array are little more than one: the halo.
  AccessGroups T(G.K, G.L, G.P);
  LaunchPart Whole{Extents::of(G.L.Grid)};
  double Array = 256.0 * 512 * 64 * 4;
  EXPECT_NEAR(T.distinct(In, Whole) / Array, 1, 0.1);
  EXPECT_GE(T.distinct(In, Whole), T.distinct(Out, Whole));
  EXPECT_GT(In.LoadBytes, 6 * Array);
}

TEST(AccessGroups, AnUpdateIsReadAndWrittenInOneGroup) {
  Grouped G("saxpy", launch({4096}, {256}, {1048576, {}, {}, {}}));
  ASSERT_EQ(G.Groups.size(), 2u);
  const AccessGroup &X = G.Groups[0], &Y = G.Groups[1];
  EXPECT_EQ(X.BaseIndex, 2u);
  EXPECT_EQ(X.StoreBytes, 0);
  EXPECT_EQ(Y.Members.size(), 2u);
  EXPECT_TRUE(Y.HasLoad && Y.HasStore);
  EXPECT_EQ(Y.LoadBytes, 4194304);
  EXPECT_EQ(Y.StoreBytes, 4194304);
  EXPECT_EQ(Y.requestedBytes(), 2 * 4194304);
  EXPECT_EQ(Y.ActiveShare, 1);
}

TEST(AccessGroups, FieldsOfAStructureAreOneGroup) {
  // x and vx lie in one sector of 32 bytes, read once for both.
  Grouped G("aos", launch({64}, {256}, {{}, {}, 16384}));
  ASSERT_EQ(G.Groups.size(), 1u);
  EXPECT_EQ(G.Groups[0].Members.size(), 3u);
  AccessGroups T(G.K, G.L, G.P);
  EXPECT_NEAR(T.distinct(G.Groups[0], {Extents::of(G.L.Grid)}), 16384 * 32, 32);
}

TEST(AccessGroups, GuardsLeavePlacesOut) {
  // Half of the threads are beyond the end.
  Grouped G("saxpy", launch({4096}, {256}, {524288, {}, {}, {}}));
  AccessGroups T(G.K, G.L, G.P);
  EXPECT_NEAR(G.Groups[0].ActiveShare, 0.5, 1e-3);
  EXPECT_NEAR(T.distinct(G.Groups[0], {Extents::of(G.L.Grid)}) / (524288 * 4),
              1, 1e-3);
}

// Where the machine joins loads of neighbours, fewer requests visit the same
// places.
TEST(AccessGroups, JoinedLoadsVisitAllPlaces) {
  const Launch At = launch({8, 64}, {32, 8}, {{}, {}, 256, 512, 64});
  auto share = [&](double LoadsLeft, bool JoinsLoads) {
    const Grouped G("stencil3d", At, LoadsLeft, JoinsLoads);
    return (G.Groups[0].HasLoad ? G.Groups[0] : G.Groups[1]).ActiveShare;
  };
  const double All = share(1, false);
  EXPECT_LT(share(0.5, false), 0.7 * All);
  EXPECT_NEAR(share(0.5, true), All, 1e-9);
}

TEST(AccessGroups, SectorsAreAskedForAndLinesTakeRoom) {
  GroupBuilder B({1}, {32});
  AccessGroup Apart = B.group(0, {along(ExprKind::TidX, 256)});
  AccessGroups T = B.with({Apart});
  EXPECT_EQ(T.distinct(Apart, {}), 32 * 32);
  EXPECT_EQ(T.lineBytes(Apart, {}), 32 * 128);
  AccessGroup Dense = B.group(0, {along(ExprKind::TidX, 4)});
  EXPECT_EQ(T.distinct(Dense, {}), 128);
  EXPECT_EQ(T.lineBytes(Dense, {}), 128);
  AccessGroup One = B.group(0, {});
  EXPECT_EQ(T.distinct(One, {}), 32);
  EXPECT_EQ(T.lineBytes(One, {}), 128);
}

TEST(AccessGroups, APartOfTheNestCountsItsLoopsOnly) {
  GroupBuilder B({1}, {32}, {10, 20});
  AccessGroup G = B.group(
      0, {along(ExprKind::TidX, 4), along(1, 128), along(LoopId(0), 8192)});
  AccessGroups T = B.with({G});
  EXPECT_EQ(T.distinct(G, {{}, 0}), 128);
  EXPECT_EQ(T.distinct(G, {{}, 1}), 20 * 128);
  EXPECT_EQ(T.distinct(G, {{}, 2}), 10 * 20 * 128);
  EXPECT_EQ(T.distinct(G, {{}}), 10 * 20 * 128);
  Dim3 Few{8, 1, 1};
  EXPECT_EQ(T.distinct(G, {{}, 0, &Few}), 32);
}

TEST(AccessGroups, WhatIsBetweenMembersThatAreFarApartIsNotTouched) {
  // Thirty species at 108 * 128 points each: a block reads its 512 bytes of
  // each.
  constexpr double Plane = 108 * 512;
  GroupBuilder B({108}, {128});
  std::vector<double> Constants;
  for (unsigned I = 0; I < 30; ++I)
    Constants.push_back((I * 7 % 30) * Plane);
  AccessGroup G = B.group(
      0, {along(ExprKind::TidX, 4), along(ExprKind::CtaidX, 512)}, Constants);
  AccessGroups T = B.with({G});
  EXPECT_EQ(T.distinct(G, LaunchPart{}), 30 * 512);
  EXPECT_EQ(T.distinct(G, LaunchPart{{108, 1, 1}}), 30 * Plane);
  // Those that are near each other are in one box with what is between them.
  AccessGroup Near =
      B.group(0, {along(ExprKind::TidX, 4), along(ExprKind::CtaidX, 512)},
              {0, 128, -128, 10 * Plane, 10 * Plane + 128});
  EXPECT_EQ(T.distinct(Near, LaunchPart{}), 512 + 256 + 512 + 128);
}

TEST(AccessGroups, RangesKnowTheSignOfStrides) {
  GroupBuilder B({4}, {32});
  AccessGroup G = B.group(
      0, {along(ExprKind::TidX, -4), along(ExprKind::CtaidX, 1000)}, {0, 400});
  AccessGroups T = B.with({G});
  auto [First, Last] = T.range(G, {{4, 1, 1}});
  EXPECT_EQ(First, -31 * 4);
  EXPECT_EQ(Last, 400 + 3 * 1000 + 4);
}

TEST(AccessGroups, UnionsAreAtMostTheirRange) {
  GroupBuilder B({1}, {32});
  AccessGroup A = B.group(0, {along(ExprKind::TidX, 4)}), Again = A,
              Other = B.group(1, {along(ExprKind::TidX, 4)});
  UnionBytes OneBase;
  OneBase.add(A, 1000, {0, 1024});
  EXPECT_EQ(OneBase.total(), 1000);
  OneBase.add(Again, 1000, {0, 1024});
  // Eight lines, nine where the base is in the middle of one.
  EXPECT_EQ(OneBase.total(), 9 * 128);
  // Far apart, both count.
  UnionBytes Apart;
  Apart.add(A, 1000, {0, 1024});
  Apart.add(Again, 1000, {1 << 20, (1 << 20) + 1024});
  EXPECT_EQ(Apart.total(), 2000);
  UnionBytes TwoBases;
  TwoBases.add(A, 1000, {0, 1024});
  TwoBases.add(Other, 1000, {0, 1024});
  EXPECT_EQ(TwoBases.total(), 2000);
}

TEST(AccessGroups, WhatIsNotKnownIsNotShared) {
  GroupBuilder B({1}, {32});
  AccessGroup A = B.group(0, {});
  A.HasForm = false;
  UnionBytes Sum;
  Sum.add(A, 5000, {});
  Sum.add(A, 5000, {});
  EXPECT_EQ(Sum.total(), 10000);
  AccessGroup Anywhere = B.group(0, {});
  Anywhere.Base = Access::BaseKind::Unknown;
  UnionBytes Pointers;
  Pointers.add(Anywhere, 5000, {0, 4});
  Pointers.add(Anywhere, 5000, {0, 4});
  EXPECT_EQ(Pointers.total(), 10000);
}
