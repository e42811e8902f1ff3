//===- CopiesTest.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "test/unit/gpumodel/calibration/FindQuantity.h"
#include <gtest/gtest.h>

using namespace gpuperf::calibration;

namespace {

template <typename F>
Series curve(const char *Benchmark, const char *Name,
             const std::vector<double> &Xs, F Value) {
  Series S;
  S.Benchmark = Benchmark;
  S.Name = Name;
  for (double X : Xs)
    S.Points.push_back({X, Value(X), Value(X) * 0.99, Value(X) * 1.01, 5});
  return S;
}

std::vector<Quantity> derived(const std::vector<Series> &All) {
  DeviceFacts D;
  D.Backend = "cuda";
  return deriveQuantities(All.front().Benchmark, D, All);
}
std::vector<Quantity> derived(const Series &S) {
  return derived(std::vector<Series>{S});
}

/// Loads of matrices: rows over the passes, and padded ones.
template <typename F>
std::vector<Quantity> matrixLoads(F Value, double PaddedCycles) {
  return derived({curve("matrix-loads", "passes", {1, 2, 4, 8}, Value),
                  curve("matrix-loads", "padded", {144},
                        [&](double) { return PaddedCycles; })});
}

} // namespace

TEST(DeriveCopies, MatrixLoadsTakeAsLongAsTheirPasses) {
  auto All = matrixLoads([](double X) { return 4 * X; }, 4);
  EXPECT_TRUE(named(All, "matrix_load_cycles").Ok);
  EXPECT_DOUBLE_EQ(named(All, "matrix_load_cycles").Value, 4);
  EXPECT_NEAR(named(All, "matrix_load_cycles_per_pass").Value, 4, 1e-6);
  // Something else than the banks takes the time.
  All = matrixLoads([](double X) { return 20 + X; }, 21);
  EXPECT_FALSE(named(All, "matrix_load_cycles").Ok);
  EXPECT_FALSE(named(All, "matrix_load_cycles_per_pass").Ok);
  // Rows that have no conflict have one.
  All = matrixLoads([](double X) { return 4 * X; }, 8);
  EXPECT_FALSE(named(All, "matrix_load_cycles").Ok);
}

TEST(DeriveCopies, CopiesOverlap) {
  auto All = derived(curve("async-copies", "copies", {1, 2, 4, 8, 16},
                           [](double X) { return 300 + 16 * (X - 1); }));
  EXPECT_TRUE(named(All, "async_copy_latency_cycles").Ok);
  EXPECT_DOUBLE_EQ(named(All, "async_copy_latency_cycles").Value, 300);
  EXPECT_NEAR(named(All, "async_copy_group_cycles").Value, 16, 1e-6);
  All = derived(curve("async-copies", "copies", {1, 2, 4, 8, 16},
                      [](double X) { return 300 * X; }));
  EXPECT_FALSE(named(All, "async_copy_group_cycles").Ok);
}

TEST(DeriveCopies, BulkCopiesAreALine) {
  auto All = derived(curve("bulk-copies", "copies", {1024, 2048, 4096, 8192},
                           [](double Bytes) { return 600 + Bytes / 64; }));
  EXPECT_TRUE(named(All, "bulk_copy_latency_cycles").Ok);
  EXPECT_NEAR(named(All, "bulk_copy_latency_cycles").Value, 600, 1e-6);
  EXPECT_NEAR(named(All, "bulk_copy_bytes_per_clk_per_sm").Value, 64, 1e-6);
  All = derived(curve("bulk-copies", "copies", {1024, 2048, 4096, 8192},
                      [](double) { return 600.0; }));
  EXPECT_FALSE(named(All, "bulk_copy_bytes_per_clk_per_sm").Ok);
}

TEST(DeriveCopies, AllClustersAreAlike) {
  auto All = derived(curve("cluster-shared", "cluster", {2, 4, 8},
                           [](double X) { return 180 + X; }));
  EXPECT_TRUE(named(All, "cluster_shared_latency_cycles").Ok);
  EXPECT_NEAR(named(All, "cluster_shared_latency_cycles").Value, 184, 2);
  All = derived(curve("cluster-shared", "cluster", {2, 4, 8},
                      [](double X) { return 100 * X; }));
  EXPECT_FALSE(named(All, "cluster_shared_latency_cycles").Ok);
}
