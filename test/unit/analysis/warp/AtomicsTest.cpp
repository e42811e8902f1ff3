//===- AtomicsTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Atomics.h"
#include <gtest/gtest.h>

using namespace gpuperf;

namespace {
Access atomic(AtomicOp Does, ExprId Offset, MemSpace Space = MemSpace::Global,
              uint32_t Bytes = 4) {
  Access A;
  A.Kind = AccessKind::Atomic;
  A.Base = Access::BaseKind::Argument;
  A.BaseIndex = 0;
  A.Does = Does, A.Offset = Offset, A.Space = Space, A.BytesPerLane = Bytes;
  return A;
}

ExprId leaf(KernelSummary &K, ExprKind Kind, int64_t Imm = 0) {
  ExprNode Node;
  Node.Kind = Kind, Node.Imm = Imm;
  return K.Exprs.get(Node);
}
} // namespace

TEST(Atomics, LanesOnOneAddressAreJoined) {
  KernelSummary K;
  EXPECT_TRUE(lanesAreJoined(K, atomic(AtomicOp::Joined, K.Exprs.constant(0))));
  EXPECT_TRUE(
      lanesAreJoined(K, atomic(AtomicOp::Joined, leaf(K, ExprKind::CtaidX))));
  // Data that the whole warp shares.
  EXPECT_TRUE(lanesAreJoined(
      K, atomic(AtomicOp::Joined, leaf(K, ExprKind::Opaque, 1))));
  EXPECT_FALSE(
      lanesAreJoined(K, atomic(AtomicOp::Joined, leaf(K, ExprKind::Opaque))));
  EXPECT_FALSE(
      lanesAreJoined(K, atomic(AtomicOp::Joined, leaf(K, ExprKind::TidX))));
  for (AtomicOp Op : {AtomicOp::Separate, AtomicOp::Float, AtomicOp::Other})
    EXPECT_FALSE(lanesAreJoined(K, atomic(Op, K.Exprs.constant(0))));
  Access Anywhere = atomic(AtomicOp::Joined, K.Exprs.constant(0));
  Anywhere.Base = Access::BaseKind::Unknown;
  EXPECT_FALSE(hasUniformAddress(K, Anywhere));
}

TEST(Atomics, SharedMemoryAddsOnlyWords) {
  auto Loops = [](AtomicOp Op, MemSpace Space, uint32_t Bytes) {
    return isCompareSwapLoop(atomic(Op, NoExpr, Space, Bytes));
  };
  EXPECT_FALSE(Loops(AtomicOp::Joined, MemSpace::Shared, 4));
  EXPECT_TRUE(Loops(AtomicOp::Joined, MemSpace::Shared, 8));
  EXPECT_TRUE(Loops(AtomicOp::Separate, MemSpace::Shared, 8));
  EXPECT_TRUE(Loops(AtomicOp::Float, MemSpace::Shared, 4));
  EXPECT_FALSE(Loops(AtomicOp::Other, MemSpace::Shared, 8));
  // The L2 has units for all of them.
  EXPECT_FALSE(Loops(AtomicOp::Float, MemSpace::Global, 8));
}
