//===- CountsTest.cpp - Totals of one launch ------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Counts.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// One load of each space: 10 requests of 4 sectors or 2 passes.
std::pair<KernelSummary, WarpProfile> oneLoadOf(MemSpace Space) {
  KernelSummary K;
  K.Accesses.resize(1);
  K.Accesses[0].Space = Space;
  WarpProfile W;
  W.Warps = 10;
  W.Accesses.resize(1);
  W.Accesses[0].Requests = 10;
  W.Accesses[0].SectorsPerRequest = Estimate::exact(4);
  W.Accesses[0].PassesPerRequest = Estimate::exact(2);
  return {K, W};
}
} // namespace

TEST(Counts, SectorsOfGlobalAndPassesOfSharedMemory) {
  auto [K, W] = oneLoadOf(MemSpace::Global);
  LaunchCounts Global = countLaunch(K, W);
  EXPECT_EQ(Global.Requests, (std::map<std::string, double>{{"global", 10}}));
  EXPECT_EQ(Global.Sectors, (std::map<std::string, double>{{"global", 40}}));
  EXPECT_EQ(Global.BankPasses, 0);
  auto [KS, WS] = oneLoadOf(MemSpace::Shared);
  LaunchCounts Shared = countLaunch(KS, WS);
  EXPECT_EQ(Shared.Requests.at("shared"), 10);
  EXPECT_TRUE(Shared.Sectors.empty());
  EXPECT_EQ(Shared.BankPasses, 20);
}

TEST(Counts, ParametersAreNoRequests) {
  auto [K, W] = oneLoadOf(MemSpace::Param);
  EXPECT_TRUE(countLaunch(K, W).Requests.empty());
}

TEST(Counts, ClassesByTheirKeysWithoutWhatIsFree) {
  KernelSummary K;
  WarpProfile W;
  W.WarpInstructions[unsigned(OpClass::Fp32Fma)] = 8;
  W.LaneInstructions[unsigned(OpClass::Fp32Fma)] = 250;
  W.WarpInstructions[unsigned(OpClass::Free)] = 99;
  LaunchCounts C = countLaunch(K, W);
  EXPECT_EQ(C.WarpInstructions,
            (std::map<std::string, double>{{"fp32_fma", 8}}));
  EXPECT_EQ(C.ThreadInstructions.at("fp32_fma"), 250);
}
