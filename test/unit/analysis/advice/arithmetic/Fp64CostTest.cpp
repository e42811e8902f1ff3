//===- Fp64CostTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/Fp64Cost.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// Loads a float and computes with doubles on lines 7 and 8 of file 0, 64
/// times; an honest double on line 20.
struct Promoted {
  Promoted() {
    KernelBuilder B;
    BlockId Entry = B.block("entry"), Body = B.block("body"),
            Exit = B.block("exit");
    B.jump(Entry, Body, /*FallsThrough=*/true);
    InstrId X = B.phi(Body, "%x");
    InstrId Wide = at(B, 7, B.instr(Body, OpClass::Convert64, "%w", {X}));
    InstrId Mul = at(B, 7, B.instr(Body, OpClass::Fp64Mul, "%m", {Wide}));
    InstrId Add = at(B, 8, B.instr(Body, OpClass::Fp64Add, "%a", {Mul}));
    Narrow = at(B, 8, B.instr(Body, OpClass::Convert64, "%n", {Add}));
    at(B, 20, B.instr(Body, OpClass::Fp64Fma, "%h", {}));
    InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
    B.branch(Body, C, Body, Exit);
    B.ret(Exit);
    B.K.Instrs[X].Incoming = {{Entry, NoId}, {Body, Narrow}};
    B.loop(Body, {Body}, {Body});
    B.K.RegistersPerThread = Estimate::exact(32);
    B.K.Files = {"a.cu"};
    K = std::move(B.K);
    L = launchOf(4096, 256);
    Profile = flatProfile(K, L, 64);
  }
  InstrId at(KernelBuilder &B, uint32_t Line, InstrId I) {
    B.K.Instrs[I].Where = B.K.Instrs[I].Inner = {0, Line, 5};
    return I;
  }
  Prediction predict(const GpuModel &Gpu) const {
    PredictOptions Options;
    Options.KnownProfile = &Profile;
    return llvm::cantFail(predictLaunch(K, L, Gpu, Options));
  }
  KernelSummary K;
  Launch L;
  WarpProfile Profile;
  InstrId Narrow = NoId;
};
} // namespace

TEST(Fp64Cost, CostsWhereDoublesAreSlow) {
  Promoted T;
  const PromotedLines Lines[] = {{0, 7, 8, false}};
  auto GainOn = [&](llvm::StringRef Name) {
    GpuModel G = llvm::cantFail(findGpu(Name));
    Prediction P = T.predict(G);
    auto Cost = costOfPromotions(T.K, T.L, G, P, Lines);
    EXPECT_TRUE(Cost.has_value());
    EXPECT_DOUBLE_EQ(Cost->PerThread[0], 4 * 64);
    return 1 - Cost->WithoutUs.Value / P.TimeUs.Value;
  };
  // One honest FP64 operation of five stays.
  EXPECT_GT(GainOn("rtx-3090"), 0.5);
  EXPECT_LT(GainOn("rtx-3090"), 0.9);
  EXPECT_LT(GainOn("h100-sxm"), GainOn("rtx-3090"));
}

TEST(Fp64Cost, OtherLinesAreHonest) {
  Promoted T;
  GpuModel G = llvm::cantFail(findGpu("rtx-3090"));
  Prediction P = T.predict(G);
  const PromotedLines Elsewhere[] = {{0, 30, 40, false}, {1, 7, 8, false}};
  EXPECT_FALSE(costOfPromotions(T.K, T.L, G, P, Elsewhere).has_value());
  EXPECT_FALSE(costOfPromotions(T.K, T.L, G, P, {}).has_value());
  // Each line its own share.
  const PromotedLines Two[] = {{0, 7, 7, false}, {0, 8, 8, false}};
  auto Cost = costOfPromotions(T.K, T.L, G, P, Two);
  ASSERT_TRUE(Cost.has_value());
  EXPECT_DOUBLE_EQ(Cost->PerThread[0], 128);
  EXPECT_DOUBLE_EQ(Cost->PerThread[1], 128);
}

TEST(Fp64Cost, WhatHasNoLineBelongsToWhatItIsComputedFor) {
  Promoted T;
  GpuModel G = llvm::cantFail(findGpu("rtx-3090"));
  Prediction P = T.predict(G);
  // The compiler has taken line 7 out of a branch, for the sum on line 8.
  for (Instr &In : T.K.Instrs)
    if (In.Where.Line == 7)
      In.Where = In.Inner = SourceLine();
  const PromotedLines Sum[] = {{0, 8, 8, false}};
  auto Cost = costOfPromotions(T.K, T.L, G, P, Sum);
  ASSERT_TRUE(Cost.has_value());
  EXPECT_DOUBLE_EQ(Cost->PerThread[0], 4 * 64);
  // Not to another line.
  const PromotedLines Other[] = {{0, 20, 20, false}};
  Cost = costOfPromotions(T.K, T.L, G, P, Other);
  ASSERT_TRUE(Cost.has_value());
  EXPECT_DOUBLE_EQ(Cost->PerThread[0], 64);
}

TEST(Fp64Cost, IntegersAreStillConverted) {
  Promoted T;
  GpuModel G = llvm::cantFail(findGpu("rtx-3090"));
  Prediction P = T.predict(G);
  const PromotedLines Floats[] = {{0, 7, 8, false}},
                      Integers[] = {{0, 7, 8, true}};
  EXPECT_LE(costOfPromotions(T.K, T.L, G, P, Floats)->WithoutUs.Value,
            costOfPromotions(T.K, T.L, G, P, Integers)->WithoutUs.Value);
}

TEST(Fp64Cost, SlowdownIsThatOfTheGpu) {
  EXPECT_DOUBLE_EQ(fp64Slowdown(llvm::cantFail(findGpu("rtx-3090"))), 64);
  EXPECT_DOUBLE_EQ(fp64Slowdown(llvm::cantFail(findGpu("h100-sxm"))), 2);
}

TEST(Fp64Cost, WhatStandsBesideTheExpressionStays) {
  Promoted T;
  GpuModel G = llvm::cantFail(findGpu("rtx-3090"));
  Prediction P = T.predict(G);
  // All instructions of the line are at column 5.
  const PromotedLines Around[] = {{0, 7, 7, false, 3, 9}},
                      Beside[] = {{0, 7, 7, false, 8, 20}};
  auto Of = [&](llvm::ArrayRef<PromotedLines> Lines) {
    auto Cost = costOfPromotions(T.K, T.L, G, P, Lines);
    EXPECT_TRUE(Cost.has_value());
    return Cost->PerThread[0];
  };
  EXPECT_DOUBLE_EQ(Of(Around), 2 * 64); // the conversion and the product
  EXPECT_DOUBLE_EQ(Of(Beside), 64);     // the conversion alone
}

TEST(Fp64Cost, AFunctionThatIsNotInlinedHasItsLinesInParts) {
  Promoted T;
  GpuModel G = llvm::cantFail(findGpu("rtx-3090"));
  // What stood on lines 7 and 8 is a call on line 30.
  for (InstrId I = 0; I < T.K.Instrs.size(); ++I) {
    Instr &In = T.K.Instrs[I];
    if (In.Where.Line != 7 && In.Where.Line != 8)
      continue;
    CalledPart Part;
    Part.Of = I;
    Part.Share = 0.5;
    Part.Where = Part.Inner = In.Where;
    T.K.CalledParts.push_back(Part);
    In.Where = In.Inner = {0, 30, 5};
  }
  Prediction P = T.predict(G);
  const PromotedLines Called[] = {{0, 7, 8, false}},
                      Call[] = {{0, 30, 30, false}};
  const auto Part = costOfPromotions(T.K, T.L, G, P, Called);
  const auto Whole = costOfPromotions(T.K, T.L, G, P, Call);
  ASSERT_TRUE(Part.has_value() && Whole.has_value());
  EXPECT_DOUBLE_EQ(Part->PerThread[0], 2 * 64);
  EXPECT_DOUBLE_EQ(Whole->PerThread[0], 4 * 64);
  EXPECT_LT(Part->WithoutUs.Value, 0.8 * P.TimeUs.Value);
  EXPECT_GT(Part->WithoutUs.Value, Whole->WithoutUs.Value);
}

TEST(Fp64Cost, ALibraryFunctionCountsAtTheLineThatCallsIt) {
  Promoted T;
  GpuModel G = llvm::cantFail(findGpu("rtx-3090"));
  // What stood on line 7 is a library's, called on line 9 of a function that
  // the kernel calls on line 30.
  T.K.Files.push_back("math.h");
  T.K.CallPaths = {{{0, 9, 5}}};
  for (Instr &In : T.K.Instrs)
    if (In.Where.Line == 7) {
      In.Where = {0, 30, 5};
      In.Inner = {1, 7, 5};
      In.CallPath = 0;
    }
  Prediction P = T.predict(G);
  const PromotedLines Called[] = {{0, 9, 9, false}};
  const auto Cost = costOfPromotions(T.K, T.L, G, P, Called);
  ASSERT_TRUE(Cost.has_value());
  EXPECT_DOUBLE_EQ(Cost->PerThread[0], 2 * 64);
  // A function of the file itself is none of the expression's.
  for (Instr &In : T.K.Instrs)
    if (In.CallPath == 0)
      In.Inner.File = 0;
  EXPECT_FALSE(costOfPromotions(T.K, T.L, G, P, Called).has_value());
}
