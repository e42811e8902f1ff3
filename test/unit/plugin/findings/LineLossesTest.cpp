//===- LineLossesTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LineLosses.h"
#include "plugin/findings/KernelLines.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "test/unit/plugin/CudaAst.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
/// A file with launches of a kernel that does next to nothing.
class LineLossesTest : public testing::Test {
protected:
  LineLossesTest() {
    KernelBuilder B;
    BlockId E = B.block("entry");
    B.instr(E, OpClass::Fp32Add, "%a");
    B.ret(E);
    B.K.Name = "k";
    B.K.RegistersPerThread = Estimate::exact(16);
    B.K.RegistersFrom = RegisterSource::Ptxas;
    Kernel = std::move(B.K);
  }
  void analyse(const std::string &Body) {
    Unit = parseCuda("__global__ void k(int n);\n\n\nvoid host(int n) {\n" +
                         Body + "}\n",
                     /*DeviceSide=*/true);
    Kernel.Files = {
        "not-there.h",
        std::string(sources().getFilename(
            sources().getLocForStartOfFile(sources().getMainFileID())))};
    File.Gpus = {tinyGpu()};
    for (LaunchSite &Site : readLaunchSites(Unit->getASTContext())) {
      LaunchAnswer &Answer = File.Launches.emplace_back();
      Answer.Bound = bindLaunch(Site, {});
      Answer.Site = std::move(Site);
      ASSERT_TRUE(Answer.Bound.L);
      GpuAnswer &On = Answer.PerGpu.emplace_back();
      On.Kernel = &Kernel;
      On.Asked = *Answer.Bound.L;
      On.P.emplace();
    }
  }
  const clang::SourceManager &sources() const {
    return Unit->getSourceManager();
  }
  /// A cost on \p Line of the main file that is \p Percent of the time.
  static LineFinding cost(unsigned Line, double Percent) {
    LineFinding F;
    F.Where = {1, Line, 1};
    F.TimeUs = Estimate::exact(100);
    F.WithoutUs = Estimate::exact(100 - Percent);
    F.Text = "found";
    return F;
  }
  std::vector<LineLoss> losses(FindLineCosts Find) {
    return findLineLosses(File, {}, sources(), /*MinGainPercent=*/10, Find);
  }

  std::unique_ptr<clang::ASTUnit> Unit;
  KernelSummary Kernel;
  FileAnalysis File;
};
} // namespace

TEST_F(LineLossesTest, ALineIsToldByTheLaunchThatLosesMost) {
  analyse("k<<<4, 32>>>(1); k<<<8, 32>>>(2); k<<<12, 32>>>(3);");
  const auto All = losses([](const LaunchAnswer &, const GpuAnswer &On,
                             const GpuModel &) -> std::vector<LineFinding> {
    if (On.Asked.Grid.X == 12)
      return {cost(1, 5)};
    return {cost(1, On.Asked.Grid.X == 8 ? 40 : 20), cost(2, 30)};
  });
  ASSERT_THAT(All, SizeIs(2));
  EXPECT_EQ(All[0].Launch, &File.Launches[1]);
  EXPECT_EQ(All[0].On, &File.Launches[1].PerGpu[0]);
  EXPECT_EQ(All[0].Found.gainPercent(), 40);
  EXPECT_EQ(All[0].Launches, 2u) << "the third loses less than is asked for";
  EXPECT_EQ(sources().getSpellingLineNumber(All[0].Where), 1u);
  EXPECT_EQ(All[1].Launch, &File.Launches[0]) << "of equals the first";
  EXPECT_EQ(sources().getSpellingLineNumber(All[1].Where), 2u);
}

TEST_F(LineLossesTest, ALaunchThatIsMadeMoreOftenTellsMore) {
  analyse("  k<<<8, 32>>>(1);\n  k<<<4, 32>>>(2);\n");
  auto Find = [](const LaunchAnswer &, const GpuAnswer &On,
                 const GpuModel &) -> std::vector<LineFinding> {
    return {cost(2, On.Asked.Grid.X == 8 ? 60 : 20)};
  };
  auto Told = [&] {
    const auto Found = losses(Find);
    EXPECT_THAT(Found, SizeIs(1));
    return Found.front().On->Asked.Grid.X;
  };
  EXPECT_EQ(Told(), 8);
  for (LaunchAnswer &Answer : File.Launches)
    Answer.Contexts.resize(1);
  EXPECT_EQ(Told(), 8);
  File.Launches.back().Contexts.front().Count = 2;
  EXPECT_EQ(Told(), 8); // twice a third of what the other one loses
  File.Launches.back().Contexts.front().Count = 4;
  EXPECT_EQ(Told(), 4);
}

TEST_F(LineLossesTest, WhatOnlyAnAssumedSizeBringsAboutIsNoLoss) {
  analyse("k<<<n / 32, 32>>>(n);");
  ASSERT_FALSE(File.Launches[0].Bound.L->Why.empty());
  const uint64_t Assumed = File.Launches[0].Bound.L->Grid.X;
  auto Find = [&](const LaunchAnswer &, const GpuAnswer &On,
                  const GpuModel &) -> std::vector<LineFinding> {
    if (On.Asked.Grid.X == Assumed)
      return {cost(1, 50), cost(2, 50), cost(3, 50)};
    return {cost(2, 30), cost(3, 1)};
  };
  const auto All = losses(Find);
  ASSERT_THAT(All, SizeIs(1));
  EXPECT_EQ(sources().getSpellingLineNumber(All[0].Where), 2u);
  // The share that holds at every size that is tried.
  EXPECT_EQ(All[0].OpenNames, std::vector<std::string>{"n"});
  EXPECT_EQ(All[0].OnlyWhere, "");
  EXPECT_NEAR(All[0].Found.gainPercent(), 30, 1e-9);
}

TEST_F(LineLossesTest, WhatHoldsForLargeSizesNamesThem) {
  analyse("k<<<n / 32, 32>>>(n);");
  const auto All = losses([](const LaunchAnswer &, const GpuAnswer &On,
                             const GpuModel &) -> std::vector<LineFinding> {
    const int64_t N = On.Asked.Args[0].Integer;
    // The large sizes of one name are powers of two; not all others are.
    return {cost(1, (N & (N - 1)) == 0 ? 40 : 2)};
  });
  ASSERT_THAT(All, SizeIs(1));
  EXPECT_EQ(All[0].OnlyWhere, "n is 512 or more");
}

TEST_F(LineLossesTest, ALineOfNoFileOfTheUserIsLeftOut) {
  analyse("k<<<4, 32>>>(1);");
  EXPECT_THAT(losses([](const LaunchAnswer &, const GpuAnswer &,
                        const GpuModel &) -> std::vector<LineFinding> {
                LineFinding NotThere = cost(1, 50), NoLine = cost(0, 50);
                NotThere.Where.File = 0;
                return {NotThere, NoLine};
              }),
              IsEmpty());
}

TEST_F(LineLossesTest, InlinedCodeIsNamedWhereItStands) {
  analyse("k<<<4, 32>>>(1);");
  const auto All = losses([](const LaunchAnswer &, const GpuAnswer &,
                             const GpuModel &) -> std::vector<LineFinding> {
    LineFinding F = cost(1, 50), OfLibrary = cost(2, 50);
    F.Inner = {1, 4, 1};
    OfLibrary.Inner = {0, 4, 1};
    return {F, OfLibrary};
  });
  ASSERT_THAT(All, SizeIs(2));
  EXPECT_EQ(sources().getSpellingLineNumber(All[0].Where), 4u);
  EXPECT_EQ(sources().getSpellingLineNumber(All[1].Where), 2u);
}

TEST_F(LineLossesTest, LinesAndLocationsAreTheSamePlaces) {
  analyse("k<<<4, 32>>>(1);");
  const clang::SourceLocation Where = File.Launches[0].Site.Where;
  const SourceLine Line = lineIn(sources(), Kernel, Where);
  EXPECT_EQ(Line.File, 1u);
  EXPECT_EQ(Line.Line, 5u);
  EXPECT_EQ(locationOf(sources(), Kernel, Line), Where);
  Kernel.Files = {"not-there.h"};
  EXPECT_EQ(lineIn(sources(), Kernel, Where).Line, 0u);
  EXPECT_TRUE(locationOf(sources(), Kernel, Line).isInvalid());
}
