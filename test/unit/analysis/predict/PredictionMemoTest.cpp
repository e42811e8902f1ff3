//===- PredictionMemoTest.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictionMemo.h"
#include "analysis/predict/PredictLaunch.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
class PredictionMemoTest : public testing::Test {
protected:
  PredictionMemoTest() {
    KernelBuilder B;
    BlockId E = B.block("entry");
    B.instr(E, OpClass::Fp32Add, "%a");
    B.ret(E);
    B.K.Name = "k";
    B.K.RegistersPerThread = Estimate::exact(16);
    B.K.RegistersFrom = RegisterSource::Ptxas;
    Kernel = B.K;
    Memo.remember(Kernel);
    Options.Memo = &Memo;
  }
  double time(const KernelSummary &K, const Launch &L, const GpuModel &Gpu) {
    auto P = predictLaunch(K, L, Gpu, Options);
    EXPECT_TRUE(bool(P));
    return P ? P->TimeUs.Value : 0;
  }

  KernelSummary Kernel;
  PredictionMemo Memo;
  PredictOptions Options;
  GpuModel Gpu = tinyGpu();
};
} // namespace

TEST_F(PredictionMemoTest, TheSameQuestionIsAnsweredFromMemory) {
  const Launch L = launchOf(12, 64);
  const double First = time(Kernel, L, Gpu);
  ASSERT_NE(Memo.find(Kernel, L, Gpu, Options), nullptr);
  EXPECT_EQ(Memo.find(Kernel, L, Gpu, Options)->TimeUs.Value, First);
  EXPECT_EQ(time(Kernel, L, Gpu), First);
  EXPECT_EQ(Memo.size(), 1u);
}

TEST_F(PredictionMemoTest, EveryPartOfTheQuestionCounts) {
  const Launch L = launchOf(12, 64);
  time(Kernel, L, Gpu);
  auto Unknown = [&](const Launch &Other) {
    return Memo.find(Kernel, Other, Gpu, Options) == nullptr;
  };
  Launch Other = L;
  Other.Grid.Y = 2;
  EXPECT_TRUE(Unknown(Other));
  Other = L;
  Other.Block.X = 65;
  EXPECT_TRUE(Unknown(Other));
  Other = L;
  Other.DynamicSharedBytes = 4;
  EXPECT_TRUE(Unknown(Other));
  Other = L;
  Other.Conditions.L2 = L2State::Cold;
  EXPECT_TRUE(Unknown(Other));
  // What a comment says of the kernel's data, and without it once more.
  Kernel.Given.Shares = {{0, 0.5, 0.5, {0, 3, 1}, NoId}};
  EXPECT_TRUE(Unknown(L));
  Kernel.Given = {};
  EXPECT_FALSE(Unknown(L));
  Other = L;
  Other.Args.push_back(ArgValue::integer(1));
  EXPECT_TRUE(Unknown(Other));
  GpuModel OtherGpu = Gpu;
  OtherGpu.Name = "another";
  EXPECT_EQ(Memo.find(Kernel, L, OtherGpu, Options), nullptr);
  PredictOptions OtherModel = Options;
  OtherModel.Model = ModelKind::HongKim;
  EXPECT_EQ(Memo.find(Kernel, L, Gpu, OtherModel), nullptr);
  PredictOptions Explained = Options;
  Explained.Explain = true;
  EXPECT_EQ(Memo.find(Kernel, L, Gpu, Explained), nullptr);
}

TEST_F(PredictionMemoTest, AnswersForOtherModelArgumentsAreKeptApart) {
  const Launch L = launchOf(12, 64);
  time(Kernel, L, Gpu);
  PredictOptions Asked = Options;
  Options.Args.WithoutTerms = 1;
  time(Kernel, L, Gpu);
  EXPECT_EQ(Memo.size(), 2u);
  EXPECT_NE(Memo.find(Kernel, L, Gpu, Asked),
            Memo.find(Kernel, L, Gpu, Options));
}

TEST_F(PredictionMemoTest, AnAnswerFromAForeignProfileIsNotKept) {
  const Launch L = launchOf(12, 64);
  const WarpProfile Profile = profileWarps(Kernel, L, Gpu, 1);
  Options.KnownProfile = &Profile;
  time(Kernel, L, Gpu);
  EXPECT_EQ(Memo.size(), 0u);
}

TEST_F(PredictionMemoTest, AnArgumentsValueCounts) {
  Launch One = launchOf(12, 64), Two = One;
  One.Args.push_back(ArgValue::integer(1));
  Two.Args.push_back(ArgValue::integer(2));
  time(Kernel, One, Gpu);
  EXPECT_NE(Memo.find(Kernel, One, Gpu, Options), nullptr);
  EXPECT_EQ(Memo.find(Kernel, Two, Gpu, Options), nullptr);
}

TEST_F(PredictionMemoTest, AWhatIfIsNotTheKernel) {
  const Launch L = launchOf(12, 64);
  KernelSummary Slower = Kernel;
  Slower.RegistersPerThread = Estimate::exact(64);
  time(Slower, L, Gpu);
  EXPECT_EQ(Memo.size(), 0u);
  time(Kernel, L, Gpu);
  EXPECT_EQ(Memo.find(Slower, L, Gpu, Options), nullptr);
}

TEST_F(PredictionMemoTest, WhatIsForgottenIsAskedAnew) {
  const Launch L = launchOf(12, 64);
  time(Kernel, L, Gpu);
  Memo.forget(Kernel);
  EXPECT_EQ(Memo.find(Kernel, L, Gpu, Options), nullptr);
  time(Kernel, L, Gpu);
  EXPECT_EQ(Memo.size(), 0u) << "nobody remembers it";
  Memo.remember(Kernel);
  time(Kernel, L, Gpu);
  Memo.clear();
  EXPECT_EQ(Memo.size(), 0u);
  time(Kernel, L, Gpu);
  EXPECT_EQ(Memo.size(), 1u) << "the kernel is still remembered";
}

TEST_F(PredictionMemoTest, WhatIsNotAskedForGoes) {
  const Launch Kept = launchOf(12, 64), Gone = launchOf(24, 64);
  time(Kernel, Kept, Gpu);
  time(Kernel, Gone, Gpu);
  for (int I = 0; I < 20; ++I) {
    Memo.nextAnalysis();
    EXPECT_NE(Memo.find(Kernel, Kept, Gpu, Options), nullptr);
  }
  EXPECT_EQ(Memo.find(Kernel, Gone, Gpu, Options), nullptr);
}

TEST_F(PredictionMemoTest, WhatNamesALineGoesWhenLinesMove) {
  const Launch L = launchOf(12, 64), Other = launchOf(24, 64);
  Prediction P;
  P.TimeUs.Why = Assumption{AssumptionKind::TripCountGuessed, "", 16.0, 12};
  Memo.add(Kernel, L, Gpu, Options, P);
  // Neither a name nor a loop whose line is not known moves.
  P.TimeUs.Why =
      Assumption{AssumptionKind::HostValueAssumed, " line ", int64_t(1048576)};
  P.TimeUs.Why |= AssumptionKind::TripCountGuessed;
  Memo.add(Kernel, Other, Gpu, Options, P);
  Memo.forgetLines(Kernel);
  EXPECT_EQ(Memo.find(Kernel, L, Gpu, Options), nullptr);
  EXPECT_NE(Memo.find(Kernel, Other, Gpu, Options), nullptr);
}

TEST_F(PredictionMemoTest, NamesOfWhatIsAssumedAreTold) {
  // One kernel, launched for 'rows' here and for 'columns' there.
  auto Assuming = [](const char *Name) {
    Launch L = launchOf(12, 64);
    L.Why = Assumption{AssumptionKind::HostValueAssumed, Name, int64_t(64)};
    return L;
  };
  time(Kernel, Assuming("rows"), Gpu);
  EXPECT_EQ(Memo.find(Kernel, Assuming("columns"), Gpu, Options), nullptr);
  EXPECT_NE(Memo.find(Kernel, Assuming("rows"), Gpu, Options), nullptr);
}
