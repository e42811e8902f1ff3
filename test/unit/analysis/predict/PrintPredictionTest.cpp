//===- PrintPredictionTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PrintPrediction.h"
#include "analysis/predict/PredictLaunch.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace gpuperf;
using ::testing::HasSubstr;

TEST(PrintPrediction, SaysTimePartsAndProfile) {
  Prediction P;
  P.Model = ModelKind::HongKim;
  P.TimeUs = {1, 2, 4};
  P.BoundBy = Bound::Dram;
  P.Occ.BlocksPerSm = 7;
  P.Occ.Fraction = 0.5;
  P.Components = {{"launch", 0.25}};
  P.Explanation = {"time = a + b"};
  P.Profile.Loops = {{3, 5}};
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  print(P, Stream);
  EXPECT_THAT(Text, HasSubstr("hong-kim predicts 2.00 us (1.00 to 4.00 us), "
                              "bound by dram\n"));
  EXPECT_THAT(Text, HasSubstr("launch: 0.25 us"));
  EXPECT_THAT(Text, HasSubstr("7 blocks per SM, 50.00% occupancy"));
  EXPECT_THAT(Text, HasSubstr("time = a + b"));
  EXPECT_THAT(Text, HasSubstr("loop L0: 3.00 iterations on average, 5.00"));
}
