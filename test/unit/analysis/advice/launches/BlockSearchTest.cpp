//===- BlockSearchTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/advice/AdviceFixture.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
std::vector<Dim3> flatBlocks() {
  std::vector<Dim3> Out;
  for (uint64_t X = 32; X <= 1024; X += 32)
    Out.push_back({X, 1, 1});
  return Out;
}

/// The block found, and after how many looks.
std::pair<Dim3, unsigned>
findBest(llvm::ArrayRef<Dim3> All, llvm::ArrayRef<Dim3> Promising,
         llvm::function_ref<std::optional<double>(const Dim3 &)> Time) {
  std::vector<Dim3> Seen;
  Dim3 Best{0, 0, 0};
  double BestTime = HUGE_VAL;
  searchBlocks(All, Promising, [&](const Dim3 &B) {
    EXPECT_FALSE(llvm::is_contained(Seen, B)) << "asked twice";
    EXPECT_TRUE(llvm::is_contained(All, B));
    Seen.push_back(B);
    auto T = Time(B);
    if (T && *T < BestTime)
      BestTime = *T, Best = B;
    return T;
  });
  return {Best, static_cast<unsigned>(Seen.size())};
}
} // namespace

TEST(BlockSearch, FindsTheBottomOfASlope) {
  const std::vector<Dim3> All = flatBlocks();
  for (const Dim3 &Bottom : All) {
    auto [Found, Looks] =
        findBest(All, {}, [&](const Dim3 &B) -> std::optional<double> {
          return std::fabs(std::log(double(B.X) / double(Bottom.X)));
        });
    EXPECT_EQ(Found, Bottom);
    EXPECT_LE(Looks, 20u) << Bottom.X;
  }
}

TEST(BlockSearch, FindsAStepThatIsPromising) {
  auto Time = [](const Dim3 &B) -> std::optional<double> {
    return B.X == 672 ? 1.0 : 2.0 + 1.0 / double(B.X);
  };
  EXPECT_EQ(findBest(flatBlocks(), Dim3{672, 1, 1}, Time).first,
            (Dim3{672, 1, 1}));
}

TEST(BlockSearch, FindsTheBestShape) {
  std::vector<Dim3> All;
  for (uint64_t Y = 1; Y <= 64; Y *= 2)
    for (uint64_t X = 4; X <= 1024; X *= 2)
      if (X * Y >= 32 && X * Y <= 1024)
        All.push_back({X, Y, 1});
  for (const Dim3 &Bottom : All) {
    auto [Found, Looks] =
        findBest(All, {}, [&](const Dim3 &B) -> std::optional<double> {
          return std::fabs(std::log(double(B.X) / double(Bottom.X))) +
                 std::fabs(std::log(double(B.Y) / double(Bottom.Y)));
        });
    EXPECT_EQ(Found, Bottom);
    EXPECT_LT(Looks, All.size());
  }
}

TEST(BlockSearch, NothingToFind) {
  auto Never = [](const Dim3 &) -> std::optional<double> {
    return std::nullopt;
  };
  EXPECT_EQ(findBest({}, {}, Never).second, 0u);
  EXPECT_GT(findBest(flatBlocks(), {}, Never).second, 0u);
  EXPECT_EQ(findBest(Dim3{32, 1, 1}, {}, Never).first, (Dim3{0, 0, 0}));
}

/// As good as predicting everything, on kernels of all kinds.
TEST(BlockSearch, AsGoodAsAllBlocks) {
  struct Case {
    const char *Kernel;
    Launch L;
    unsigned Registers;
  };
  const std::optional<int64_t> P;
  const Case Cases[] = {
      {"saxpy", launch({4096}, {100}, {1 << 20, 0, P, P}), 16},
      {"gridStride", launch({80}, {64}, {1 << 22, 0, P, P}), 24},
      {"gather", launch({512}, {1024}, {P, P, P, 1 << 19}), 20},
      {"triangular", launch({16}, {256}, {P, P, 4096}), 32},
      {"doubles", launch({5000}, {32}, {P, 0}), 40},
      {"matmulNaive", launch({32, 32}, {32, 32}, {P, P, P, 1024}), 40},
      {"transposeNaive", launch({64, 256}, {32, 8}, {P, P, 2048, 2048}), 20},
      {"rows2d", launch({64, 2048}, {16, 1}, {P, P, 1024}), 72},
      {"stencil3d", launch({16, 64, 64}, {16, 4, 4}, {P, P, 256, 256, 256}),
       40},
      {"block3d", launch({8, 8, 8}, {8, 8, 8}, {P}), 128},
  };
  for (const char *Name : {"t4", "a100-sxm4-40gb", "h100-sxm", "rtx-3060"}) {
    const GpuModel G = gpu(Name);
    for (const Case &C : Cases) {
      SCOPED_TRACE(std::string(C.Kernel) + " on " + Name);
      const KernelSummary K = kernelWith(C.Kernel, C.Registers);
      auto Derive = [&](const Dim3 &B) -> std::optional<Launch> {
        return coverSameThreads(C.L, B);
      };
      AdviceOptions Options;
      const LaunchAdvice Few = adviseLaunch(K, C.L, &G, Derive, Options);
      Options.EveryBlock = true;
      const LaunchAdvice All = adviseLaunch(K, C.L, &G, Derive, Options);
      ASSERT_EQ(Few.PerGpu.size(), 1u) << Few.WhyNot;
      ASSERT_EQ(All.PerGpu.size(), 1u);
      EXPECT_LE(Few.PerGpu[0].Ranked.size(), All.PerGpu[0].Ranked.size());
      EXPECT_LE(Few.PerGpu[0].Ranked.size(), 49u);
      EXPECT_LE(Few.PerGpu[0].best().P.TimeUs.Value,
                All.PerGpu[0].best().P.TimeUs.Value * 1.03);
      EXPECT_EQ(Few.Recommended.has_value(), All.Recommended.has_value());
    }
  }
}
