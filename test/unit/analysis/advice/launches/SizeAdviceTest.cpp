//===- SizeAdviceTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/SizeAdvice.h"
#include "test/unit/analysis/advice/AdviceFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;
using Holds = SizeAdvice::Holds;

namespace {
std::optional<Launch> saxpy(const Dim3 &B, uint64_t N) {
  if (B.Y * B.Z != 1)
    return std::nullopt;
  return launch({(N + B.X - 1) / B.X}, B,
                {static_cast<int64_t>(N), 0, std::nullopt, std::nullopt});
}
} // namespace

TEST(SizeAdvice, OneWarpABlockIsWrongForLargeSizes) {
  const KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb");
  unsigned Asked = 0;
  auto A = adviseOverSizes(AdviceTarget{&G, &K}, {32},
                           [&](const Dim3 &B, uint64_t N) {
                             ++Asked;
                             return saxpy(B, N);
                           });
  ASSERT_NE(A.Where, Holds::Nowhere) << A.WhyNot;
  ASSERT_NE(A.Where, Holds::Below);
  EXPECT_GT(A.Block.X, 32u);
  EXPECT_GT(A.LeastSpeedup, 1.1);
  EXPECT_GE(A.MostSpeedup, A.LeastSpeedup);
  EXPECT_LE(Asked, 80u); // a check pays for them
  ASSERT_GE(A.Points.size(), 3u);
  EXPECT_TRUE(A.Points.back().Gains);
  for (size_t I = 1; I < A.Points.size(); ++I)
    EXPECT_GT(A.Points[I].Size, A.Points[I - 1].Size);
}

TEST(SizeAdvice, WhatIsGoodStays) {
  const KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb");
  auto A = adviseOverSizes(AdviceTarget{&G, &K}, {256}, saxpy);
  EXPECT_EQ(A.Where, Holds::Nowhere);
  EXPECT_EQ(A.WhyNot, "");
}

namespace {
/// A thread per element, and the advice is what it says on either side of its
/// crossover.
void checkCrossover(const char *Kernel, Dim3 Asked, SizeRange Range,
                    Holds Where) {
  const KernelSummary K = kernelWith(Kernel);
  const GpuModel G = gpu("a100-sxm4-40gb");
  auto Derive = [&](const Dim3 &B, uint64_t N) -> std::optional<Launch> {
    if (B.Y * B.Z != 1)
      return std::nullopt;
    Launch L = launch({(N + B.X - 1) / B.X}, B);
    for (const Param &P : K.Params)
      L.Args.push_back(P.IsPointer || P.IsFloating
                           ? ArgValue()
                           : ArgValue::integer(static_cast<int64_t>(N)));
    return L;
  };
  auto A = adviseOverSizes(AdviceTarget{&G, &K}, Asked, Derive, Range);
  ASSERT_EQ(A.Where, Where);
  EXPECT_NE(A.Block, Asked);
  EXPECT_GT(A.Crossover, Range.Least);
  EXPECT_LT(A.Crossover, Range.Most);
  auto GainAt = [&](uint64_t N) {
    auto Before = predictLaunch(K, *Derive(Asked, N), G);
    auto After = predictLaunch(K, *Derive(A.Block, N), G);
    return Change{speedup(llvm::cantFail(std::move(Before)),
                          llvm::cantFail(std::move(After)))}
        .isGain(10);
  };
  const bool Below = Where == Holds::Below;
  EXPECT_EQ(GainAt(A.Crossover * 7 / 10), Below) << A.Crossover;
  EXPECT_EQ(GainAt(A.Crossover * 14 / 10), !Below) << A.Crossover;
  // Two digits.
  uint64_t Digits = A.Crossover;
  while (Digits % 10 == 0)
    Digits /= 10;
  EXPECT_LT(Digits, 100u);
}
} // namespace

TEST(SizeAdvice, GainsThatBeginAtASize) {
  checkCrossover("doubles", {32}, {1 << 6, 1 << 20}, Holds::From);
}

TEST(SizeAdvice, GainsThatEndAtASize) {
  checkCrossover("triangular", {1024}, {1 << 9, 1 << 16}, Holds::Below);
}

TEST(SizeAdvice, NothingWithoutARange) {
  const KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb");
  const AdviceTarget T{&G, &K};
  EXPECT_FALSE(adviseOverSizes(T, {32}, saxpy, {1024, 1024}).WhyNot.empty());
  EXPECT_FALSE(adviseOverSizes(T, {32}, saxpy, {0, 1024}).WhyNot.empty());
  EXPECT_FALSE(adviseOverSizes({}, {32}, saxpy).WhyNot.empty());
  auto Never = [](const Dim3 &, uint64_t) -> std::optional<Launch> {
    return std::nullopt;
  };
  auto A = adviseOverSizes(T, {32}, Never);
  EXPECT_EQ(A.Where, Holds::Nowhere);
  EXPECT_FALSE(A.WhyNot.empty());
  // A block that no size can be launched with.
  A = adviseOverSizes(T, {4096}, saxpy);
  EXPECT_NE(A.WhyNot.find("over a limit"), std::string::npos) << A.WhyNot;
}

// Two blocks of 1024 fit where a thread has 32 registers, one where it has 40.
TEST(SizeAdvice, NotWhereEstimatedRegistersDecide) {
  KernelSummary K = kernelWith("saxpy");
  const GpuModel G = gpu("a100-sxm4-40gb");
  auto Advice = [&](const Estimate &Registers) {
    K.RegistersPerThread = Registers;
    return adviseOverSizes(AdviceTarget{&G, &K}, {1024}, saxpy,
                           {1 << 18, 1 << 20})
        .Where;
  };
  EXPECT_NE(Advice(Estimate::exact(40)), Holds::Nowhere);
  EXPECT_EQ(Advice({32, 40, 44, AssumptionKind::RegistersEstimated}),
            Holds::Nowhere);
}
