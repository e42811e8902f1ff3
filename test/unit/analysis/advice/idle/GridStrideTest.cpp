//===- GridStrideTest.cpp - Kernels that take any grid --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/GridStride.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/KernelBuilder.h"

using namespace gpuperf;
using namespace gpuperf::test;

static Launch launchOn(const KernelSummary &K, std::optional<int64_t> N) {
  Launch L;
  L.Grid = {64}, L.Block = {256};
  for (const Param &P : K.Params)
    L.Args.push_back(N && !P.IsPointer && !P.IsFloating ? ArgValue::integer(*N)
                                                        : ArgValue());
  return L;
}

TEST(GridStride, MoreBlocksShareTheLoop) {
  const KernelSummary K = kernel("gridStride");
  EXPECT_TRUE(stridesByGrid(K, launchOn(K, 1 << 20)));
  EXPECT_TRUE(stridesByGrid(K, launchOn(K, std::nullopt)));
  const KernelSummary Plain = kernel("saxpy");
  EXPECT_FALSE(stridesByGrid(Plain, launchOn(Plain, 1 << 20)));
}

TEST(GridStride, ALoopOverAllBlocksIsNoStride) {
  KernelBuilder B;
  const BlockId Entry = B.block("entry"), Body = B.block("body"),
                Exit = B.block("exit");
  B.jump(Entry, Body);
  const InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
  B.branch(Body, C, Body, Exit);
  B.ret(Exit);
  const LoopId Loop = B.loop(Body, {Body}, {Body});
  ExprNode Blocks;
  Blocks.Kind = ExprKind::NctaidX;
  B.K.Loops[Loop].BackedgeTaken = B.K.Exprs.get(Blocks);
  EXPECT_FALSE(stridesByGrid(B.K, launchOn(B.K, std::nullopt)));
}
