//===- SameResultTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/SameResult.h"
#include "test/unit/analysis/advice/AdviceFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A proof for the x dimension; the others are not used.
KernelSummary provenFor(ThreadsNeeded Needed, bool HasBound = false) {
  KernelSummary K;
  K.Independence.Proven = Needed != ThreadsNeeded::Unchanged;
  K.Independence.ProvenIfUnchanged = true;
  DimensionIndependence &X = K.Independence.Dims[0];
  X.Used = true;
  X.Needed = Needed;
  if (HasBound) {
    ExprNode Arg;
    Arg.Kind = ExprKind::Arg;
    Arg.Width = 64;
    X.Bound = K.Exprs.get(Arg);
  }
  return K;
}
} // namespace

TEST(SameResult, NothingWithoutAProof) {
  KernelSummary K;
  EXPECT_FALSE(isProvenSame(K, launch({8}, {64}), launch({4}, {128})));
  EXPECT_FALSE(isProvenSame(K, launch({8}, {64}), launch({8}, {64})));
}

TEST(SameResult, ThreadsThatMustBeThere) {
  const KernelSummary Exact = provenFor(ThreadsNeeded::Exact);
  EXPECT_TRUE(isProvenSame(Exact, launch({8}, {64}), launch({4}, {128})));
  EXPECT_FALSE(isProvenSame(Exact, launch({9}, {64}), launch({5}, {128})));
  const KernelSummary Any = provenFor(ThreadsNeeded::Any);
  EXPECT_TRUE(isProvenSame(Any, launch({9}, {64}), launch({9}, {128})));
  const KernelSummary Fixed = provenFor(ThreadsNeeded::Unchanged);
  EXPECT_FALSE(isProvenSame(Fixed, launch({8}, {64}), launch({4}, {128})));
  EXPECT_TRUE(isProvenSame(Fixed, launch({8}, {64}), launch({8}, {64})));
}

TEST(SameResult, AGuardStopsWhatIsTooMuch) {
  const KernelSummary K = provenFor(ThreadsNeeded::AtLeastBound, true);
  // 500 elements: 512 threads or 640 are the same.
  EXPECT_TRUE(
      isProvenSame(K, launch({8}, {64}, {500}), launch({5}, {128}, {500})));
  // 4000 elements, of which the launch does 576; 640 threads would do more.
  EXPECT_FALSE(
      isProvenSame(K, launch({9}, {64}, {4000}), launch({5}, {128}, {4000})));
  EXPECT_TRUE(
      isProvenSame(K, launch({8}, {64}, {4000}), launch({4}, {128}, {4000})));
  // Fewer threads than elements.
  EXPECT_FALSE(
      isProvenSame(K, launch({8}, {64}, {500}), launch({3}, {128}, {500})));
  // Nobody knows how many there are.
  EXPECT_FALSE(isProvenSame(K, launch({9}, {64}, {std::nullopt}),
                            launch({5}, {128}, {std::nullopt})));
}

TEST(SameResult, WhatIsNotUsedMustStayAsMuch) {
  KernelSummary K = provenFor(ThreadsNeeded::Any);
  EXPECT_FALSE(isProvenSame(K, launch({8, 2}, {64}), launch({8, 4}, {64})));
  EXPECT_TRUE(
      isProvenSame(K, launch({8, 4}, {64, 1}), launch({8, 2}, {64, 2})));
}

TEST(SameResult, SharedMemoryMustSuffice) {
  KernelSummary K = provenFor(ThreadsNeeded::Exact);
  K.Independence.SharedBytesPerThread = 4;
  Launch Asked = launch({8}, {64}), To = launch({4}, {128});
  Asked.DynamicSharedBytes = 256;
  To.DynamicSharedBytes = 256;
  EXPECT_FALSE(isProvenSame(K, Asked, To));
  To.DynamicSharedBytes = 512;
  EXPECT_TRUE(isProvenSame(K, Asked, To));
}
