//===- OptimisationTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Signal.h"
#include "gpumodel/calibration/derive/Derive.h"
#include "test/unit/gpumodel/calibration/FindQuantity.h"
#include "gtest/gtest.h"
#include <cmath>
#include <set>

using namespace gpuperf::calibration;

namespace {

Series curve(const char *Benchmark, const char *Name,
             std::vector<std::pair<double, double>> Points, double Wrong = 0) {
  Series S;
  S.Benchmark = Benchmark;
  S.Name = Name;
  S.Params = {{"wrong_elements", Wrong}};
  for (auto [X, Y] : Points)
    S.Points.push_back({X, Y, 0.9 * Y, 1.1 * Y, 5});
  return S;
}

TEST(DeriveOptimisation, GainAtTheLargestOrder) {
  auto Found = deriveQuantities(
      "matrix-product", {},
      {curve("matrix-product", "naive", {{1024, 900}, {2048, 1000}}),
       curve("matrix-product", "tiled", {{1024, 1500}, {2048, 2500}}),
       curve("matrix-product", "blocked", {{1024, 5000}, {2048, 9000}})});
  EXPECT_EQ(find(Found, "matrix_product_naive_gflops")->Value, 1000);
  EXPECT_EQ(find(Found, "matrix_product_tiled_gain")->Value, 2.5);
  const Quantity *Gain = find(Found, "matrix_product_blocked_gain");
  ASSERT_TRUE(Gain);
  EXPECT_EQ(Gain->Value, 9);
  EXPECT_NEAR(Gain->Low, 9 * 0.9 / 1.1, 1e-9);
  EXPECT_TRUE(Gain->Ok) << Gain->Why;
}

TEST(DeriveOptimisation, WrongResultsAndLossesAreNoGain) {
  auto Found =
      deriveQuantities("matrix-product", {},
                       {curve("matrix-product", "naive", {{1024, 1000}}),
                        curve("matrix-product", "tiled", {{1024, 900}}),
                        curve("matrix-product", "blocked", {{1024, 9000}}, 2)});
  EXPECT_FALSE(find(Found, "matrix_product_tiled_gain")->Ok);
  EXPECT_TRUE(find(Found, "matrix_product_tiled_gflops")->Ok);
  EXPECT_FALSE(find(Found, "matrix_product_blocked_gflops")->Ok);
  EXPECT_FALSE(find(Found, "matrix_product_blocked_gain")->Ok);
}

TEST(DeriveOptimisation, TransformsArePairedByLength) {
  auto Found = deriveQuantities(
      "fourier-transform", {},
      {curve("fourier-transform", "naive", {{1024, 200}, {2048, 210}}),
       curve("fourier-transform", "tuned", {{1024, 1000}, {4096, 900}})});
  EXPECT_EQ(Found.size(), 3u);
  EXPECT_EQ(find(Found, "fft_gain.1024")->Value, 5);
  EXPECT_EQ(find(Found, "fft_tuned_gflops.1024")->Value, 1000);
}

TEST(Signal, IsSpreadAndExact) {
  double Sum = 0;
  std::set<float> Values;
  for (uint64_t I = 0; I < 4096; ++I) {
    float V = gpuperf::micro::signalValue(I);
    EXPECT_GE(V, -1);
    EXPECT_LT(V, 1);
    EXPECT_EQ(V * 32768, std::floor(V * 32768));
    Sum += V;
    Values.insert(V);
  }
  EXPECT_LT(std::abs(Sum), 4096 * 0.05);
  EXPECT_GT(Values.size(), 3500u);
}

} // namespace
