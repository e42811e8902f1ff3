//===- QuotientCostTest.cpp - What repeated divisions cost ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/QuotientCost.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// Divides doubles on line 7, of which \p Q says what threads repeat.
struct Dividing {
  explicit Dividing(QuotientAxes Q) {
    KernelBuilder B;
    BlockId E = B.block("entry");
    InstrId Div = B.instr(E, OpClass::Fp64Div, "%q");
    B.K.Instrs[Div].Where = B.K.Instrs[Div].Inner = {0, 7, 5};
    B.K.Instrs[Div].Quotient = Q;
    B.ret(E);
    B.K.RegistersPerThread = Estimate::exact(32);
    B.K.Files = {"a.cu"};
    K = std::move(B.K);
  }
  std::optional<QuotientCost> cost(Dim3 Grid, Dim3 Block) {
    Launch L;
    L.Grid = Grid, L.Block = Block;
    const GpuModel Gpu = llvm::cantFail(findGpu("rtx-3090"));
    const Prediction P = llvm::cantFail(predictLaunch(K, L, Gpu));
    Us = P.TimeUs.Value;
    return costOfQuotients(K, L, Gpu, P);
  }
  KernelSummary K;
  double Us = 0;
};
constexpr uint8_t X = 1, Y = 2, All = QuotientAxes::All;
} // namespace

TEST(QuotientCost, AProductIsLeftOfADivisionByOneNumber) {
  Dividing T({0, X, false, true});
  const auto Cost = T.cost({65536}, {256});
  ASSERT_TRUE(Cost.has_value());
  EXPECT_EQ(Cost->Lines.front().What, OnceFor::Reciprocal);
  EXPECT_EQ(Cost->Lines.front().Where.Line, 7u);
  EXPECT_LT(Cost->WithoutUs.Value, 0.5 * T.Us);
  Dividing Element({0, X, true, true});
  EXPECT_EQ(Element.cost({65536}, {256})->Lines.front().What,
            OnceFor::ElementReciprocal);
}

TEST(QuotientCost, NothingIsLeftOfAQuotientThatIsOneNumber) {
  Dividing T({0, 0, false, false});
  const auto Cost = T.cost({65536}, {256});
  ASSERT_TRUE(Cost.has_value());
  EXPECT_EQ(Cost->Lines.front().What, OnceFor::AllQuotient);
  EXPECT_LT(
      Cost->WithoutUs.Value,
      Dividing({0, X, false, true}).cost({65536}, {256})->WithoutUs.Value);
}

TEST(QuotientCost, AQuotientOfARow) {
  Dividing T({0, Y, true, true});
  const auto Cost = T.cost({64, 64}, {32, 8});
  ASSERT_TRUE(Cost.has_value());
  EXPECT_EQ(Cost->Lines.front().What, OnceFor::RowQuotient);
  EXPECT_EQ(Cost->Lines.front().Threads, 2048u);
  // Where each row has one thread, none repeats what others divide.
  EXPECT_EQ(T.cost({1, 4096}, {1, 256})->Lines.front().What,
            OnceFor::ElementReciprocal);
}

TEST(QuotientCost, WhatEachThreadDividesForItself) {
  EXPECT_FALSE(Dividing({X, X, false, true}).cost({65536}, {256}));
  EXPECT_FALSE(Dividing({All, All, false, false}).cost({65536}, {256}));
  // A few threads are not worth it.
  EXPECT_FALSE(Dividing({0, X, false, true}).cost({1}, {16}));
}
