//===- ModelDiffTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ModelDiff.h"
#include "test/unit/gpumodel/GpuTestUtil.h"

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

TEST(ModelDiff, TheSameModelHasNone) {
  GpuModel Gpu = loadGpu("h200-sxm");
  EXPECT_TRUE(diffModels(Gpu, Gpu).empty());
  EXPECT_EQ(diffText({}), "");
}

TEST(ModelDiff, ChangedNewAndGone) {
  GpuModel Before = loadGpu("h200-sxm"), After = Before;
  After.L1LatencyCycles->Value *= 1.1;
  After.DramLatencyCycles->Value *= 1.3;
  After.L2LatencyCycles->Status = FactStatus::Measured;
  After.LaunchSingleUs = Fact{5, FactStatus::Measured, "x"};
  After.TextureL1LatencyCycles.reset();
  setFact(After, *placeOf("latency_cycles.fp32_fma"),
          Fact{8.14, FactStatus::Measured, "x"});
  std::vector<DiffRow> Rows = diffModels(Before, After);
  ASSERT_EQ(Rows.size(), 6u);
  EXPECT_EQ(Rows[0].Path, "latency.l1_latency_cycles");
  EXPECT_NEAR(Rows[0].ratio(), 1.1, 1e-9);
  EXPECT_FALSE(Rows[0].isFar());
  EXPECT_EQ(Rows[1].Path, "latency.l2_latency_cycles");
  EXPECT_EQ(Rows[1].ratio(), 1);
  EXPECT_TRUE(Rows[2].isFar());
  EXPECT_EQ(Rows[3].Path, "launch.single_us");
  EXPECT_FALSE(Rows[3].Old);
  EXPECT_EQ(Rows[3].ratio(), 0);
  // Against the architecture's figure.
  EXPECT_EQ(Rows[4].Path, "latency_cycles.fp32_fma");
  EXPECT_NEAR(Rows[4].ratio(), 2, 1e-9);
  EXPECT_EQ(Rows[5].Path, "latency.texture_l1_latency_cycles");
  EXPECT_FALSE(Rows[5].New);

  std::string Text = diffText(Rows);
  EXPECT_NE(Text.find("690 proxy"), std::string::npos) << Text;
  EXPECT_NE(Text.find("1.300 !"), std::string::npos) << Text;
  EXPECT_EQ(Text.find("1.100 !"), std::string::npos) << Text;
}

TEST(ModelDiff, ASlowerFigureIsFarToo) {
  DiffRow Row{"x", "", Fact{100, FactStatus::Published, ""},
              Fact{84, FactStatus::Measured, ""}};
  EXPECT_TRUE(Row.isFar());
  Row.New->Value = 86;
  EXPECT_FALSE(Row.isFar());
}

} // namespace
