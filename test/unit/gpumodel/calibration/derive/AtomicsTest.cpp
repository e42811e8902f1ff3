//===- AtomicsTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Contention.h"
#include "gpumodel/calibration/derive/Derive.h"
#include "test/unit/gpumodel/calibration/FindQuantity.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace gpuperf::calibration;
using gpuperf::micro::contendedCell;

namespace {

Series curve(const char *Benchmark, const char *Name,
             std::vector<std::pair<double, double>> Points, double Wrong = 0) {
  Series S;
  S.Benchmark = Benchmark;
  S.Name = Name;
  S.YName = "results_per_clk_per_sm";
  S.Params = {{"wrong_cells", Wrong}};
  for (auto [X, Y] : Points)
    S.Points.push_back({X, Y, Y, Y, 5});
  return S;
}

DeviceFacts cuda() {
  DeviceFacts Device;
  Device.Backend = "cuda";
  return Device;
}

TEST(Contention, AsManyThreadsShareACellAsAsked) {
  for (uint64_t Warp : {32, 64})
    for (uint64_t Sharers = 1; Sharers <= 1024; Sharers *= 2) {
      std::map<uint64_t, unsigned> Users;
      for (uint64_t T = 0; T < 2048; ++T) {
        uint64_t Cell = contendedCell(T, Sharers, Warp);
        EXPECT_LT(Cell, 2048u);
        ++Users[Cell];
      }
      EXPECT_EQ(Users.size(), 2048 / Sharers);
      for (auto [Cell, Count] : Users)
        EXPECT_EQ(Count, Sharers) << Cell;
    }
}

TEST(Contention, CellsOfAWarpLieInDifferentBanks) {
  for (uint64_t Sharers = 1; Sharers <= 32; Sharers *= 2) {
    std::set<uint64_t> Cells, Banks;
    for (uint64_t Lane = 0; Lane < 32; ++Lane) {
      uint64_t Cell = contendedCell(96 + Lane, Sharers, 32);
      EXPECT_EQ(Cell / 32, 3u); // no other warp's
      Cells.insert(Cell);
      Banks.insert(Cell % 32);
    }
    EXPECT_EQ(Cells.size(), Banks.size());
    EXPECT_EQ(Cells.size(), 32 / Sharers);
  }
}

TEST(Contention, BeyondAllThreadsThereIsOneCell) {
  for (uint64_t T : {0, 31, 32, 1 << 20})
    EXPECT_EQ(contendedCell(T, uint64_t(1) << 40, 32), 0u);
}

TEST(DeriveAtomics, LatencyIsTheSlope) {
  auto Found = deriveQuantities(
      "atomic-latency", cuda(),
      {curve("atomic-latency", "global",
             {{512, 512 * 300 + 80},
              {1024, 1024 * 300 + 80},
              {2048, 2048 * 300 + 80}}),
       curve("atomic-latency", "shared",
             {{512, 512 * 50}, {1024, 1024 * 50}, {2048, 2048 * 50}}, 3)});
  EXPECT_NEAR(find(Found, "latency_cycles.atomic_global")->Value, 300, 1e-9);
  EXPECT_TRUE(find(Found, "latency_cycles.atomic_global")->Ok);
  // A chain that went astray is no latency.
  EXPECT_FALSE(find(Found, "latency_cycles.atomic_shared")->Ok);
}

TEST(DeriveAtomics, RowIsTheAdditionWithoutConflict) {
  auto Found = deriveQuantities(
      "shared-atomics", cuda(),
      {curve("shared-atomics", "shared.add_u32",
             {{1, 20}, {2, 16}, {32, 1}, {1024, 0.5}}),
       curve("shared-atomics", "shared.plain_u32", {{1, 30}, {1024, 30}})});
  const Quantity *Row =
      find(Found, "throughput_results_per_clk_per_sm.atomic_shared");
  ASSERT_TRUE(Row);
  EXPECT_EQ(Row->Value, 20);
  EXPECT_TRUE(Row->Ok) << Row->Why;
  EXPECT_EQ(
      find(Found, "shared_update.add_u32.one_per_warp_per_clk_per_sm")->Value,
      1);
  EXPECT_EQ(
      find(Found, "shared_update.add_u32.one_per_block_per_clk_per_sm")->Value,
      0.5);
  EXPECT_EQ(find(Found, "shared_plain_over_atomic_u32")->Value, 1.5);
}

TEST(DeriveAtomics, WrongSumsAreNotWritten) {
  auto Found = deriveQuantities(
      "global-atomics", cuda(),
      {curve("global-atomics", "global.add_u32", {{1, 2}, {1024, 1}}, 1),
       curve("global-atomics", "one_address.add_u32", {{1, 1}, {132, 2}})});
  EXPECT_FALSE(
      find(Found, "throughput_results_per_clk_per_sm.atomic_global")->Ok);
  const Quantity *One = find(Found, "atomic_global_all_in_one_per_clk");
  ASSERT_TRUE(One);
  EXPECT_TRUE(One->Ok) << One->Why;
  EXPECT_EQ(One->Value, 2);
}

TEST(DeriveAtomics, MoreThanASmIssuesIsNotWritten) {
  auto Found = deriveQuantities(
      "shared-atomics", cuda(),
      {curve("shared-atomics", "shared.add_u32", {{1, 200}, {1024, 1}})});
  EXPECT_FALSE(
      find(Found, "throughput_results_per_clk_per_sm.atomic_shared")->Ok);
}

} // namespace
