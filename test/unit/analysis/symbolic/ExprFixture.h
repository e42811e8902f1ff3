//===- ExprFixture.h - Expressions for tests --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_SYMBOLIC_EXPRFIXTURE_H
#define GPUPERF_TEST_UNIT_ANALYSIS_SYMBOLIC_EXPRFIXTURE_H

#include "analysis/symbolic/SymExpr.h"

namespace gpuperf::test {

/// A pool with short ways to make nodes.
struct Pool : ExprPool {
  ExprId leaf(ExprKind Kind, unsigned Width = 32, uint32_t Aux = 0,
              int64_t Imm = 0) {
    ExprNode N;
    N.Kind = Kind, N.Width = static_cast<uint8_t>(Width);
    N.Aux = Aux, N.Imm = Imm;
    return get(N);
  }
  ExprId op(ExprKind Kind, ExprId A, ExprId B = NoExpr, ExprId C = NoExpr,
            unsigned Width = 32) {
    ExprNode N;
    N.Kind = Kind, N.Width = static_cast<uint8_t>(Width);
    N.Ops = {A, B, C};
    return get(N);
  }
};

/// One launch, and expressions evaluated for its first warp.
struct At {
  Launch L;
  WarpContext Ctx;
  uint64_t Steps = 10000;
  At(Dim3 Block = {32, 1, 1}, Dim3 Grid = {4, 1, 1}) {
    L.Grid = Grid, L.Block = Block;
    Ctx.L = &L;
  }
  LaneValues operator()(const ExprPool &P, ExprId E) {
    return evaluate(P, E, Ctx, Steps);
  }
};

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_SYMBOLIC_EXPRFIXTURE_H
