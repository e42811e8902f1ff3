//===- CalibrationPlotsTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/plots/CalibrationPlots.h"
#include "gpumodel/calibration/plots/Svg.h"
#include "test/unit/gpumodel/calibration/MadeUp.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <limits>
#include <set>

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

Series curve(std::string Benchmark, std::string Name, std::string X,
             std::vector<Point> Points,
             std::vector<std::pair<std::string, double>> Params = {}) {
  return {std::move(Benchmark),
          std::move(Name),
          std::move(X),
          "gbps",
          std::move(Params),
          std::move(Points),
          0};
}

std::string svgOf(std::vector<Series> All, llvm::StringRef File,
                  llvm::ArrayRef<Figure> Figures = {}) {
  ResultsRun Run = madeUpRun(40);
  Run.All = std::move(All);
  for (const PlotFile &P : calibrationPlots({Run}, Figures))
    if (P.Name == File)
      return P.Svg;
  ADD_FAILURE() << "no " << File.str();
  return "";
}

size_t countOf(llvm::StringRef Text, llvm::StringRef What) {
  return Text.count(What);
}

/// Whether a word of \p Text is no number though it stands for one.
bool hasNoNumber(llvm::StringRef Text) {
  std::string Word;
  for (char C : Text.str() + " ") {
    if (llvm::isAlnum(C)) {
      Word += llvm::toLower(C);
      continue;
    }
    if (Word == "nan" || Word == "inf")
      return true;
    Word.clear();
  }
  return false;
}

/// What stands in tags: labels may say "1e+29", coordinates may not.
std::string tagsOf(llvm::StringRef Svg) {
  std::string Tags;
  while (!Svg.empty()) {
    Svg = Svg.drop_until([](char C) { return C == '<'; });
    Tags += Svg.take_until([](char C) { return C == '>'; });
    Svg = Svg.drop_until([](char C) { return C == '>'; });
  }
  return Tags;
}

/// Coordinates are numbers, and tags are closed.
void expectSound(llvm::StringRef Svg) {
  EXPECT_TRUE(Svg.starts_with("<svg xmlns=")) << Svg.take_front(80).str();
  EXPECT_TRUE(Svg.ends_with("</svg>\n"));
  EXPECT_FALSE(hasNoNumber(Svg)) << Svg.str();
  EXPECT_FALSE(llvm::StringRef(tagsOf(Svg)).contains("e+"));
  EXPECT_EQ(countOf(Svg, "<text"), countOf(Svg, "</text>"));
  EXPECT_TRUE(Svg.contains("prefers-color-scheme: dark"));
}

std::vector<Point> rising(unsigned Count) {
  std::vector<Point> Points;
  for (unsigned I = 0; I < Count; ++I)
    Points.push_back({double(1 << I), 10.0 + I, 9.0 + I, 11.0 + I, 5});
  return Points;
}

TEST(CalibrationPlots, LatencyOverFootprint) {
  std::vector<ResultsRun> Runs = {madeUpRun(40)};
  std::vector<PlotFile> Files = calibrationPlots(Runs, {});
  ASSERT_EQ(Files.size(), 1u);
  EXPECT_EQ(Files[0].Name, "global-latency.svg");
  expectSound(Files[0].Svg);
  for (llvm::StringRef Part :
       {">footprint bytes<", ">cycles per load<", ">may stay in L1<",
        ">past L1<", ">2 MiB<", "Made-Up 1000, 2026-11-22"})
    EXPECT_TRUE(llvm::StringRef(Files[0].Svg).contains(Part)) << Part.str();
  EXPECT_EQ(countOf(Files[0].Svg, "<polyline"), 2u);
}

TEST(CalibrationPlots, OnlyTheChaseOfGlobalMemoryRenamesItsCurves) {
  std::string Svg = svgOf({curve("line-size", "l1", "n", rising(4)),
                           curve("line-size", "l2", "n", rising(4))},
                          "line-size.svg");
  EXPECT_TRUE(llvm::StringRef(Svg).contains(">l1<"));
  EXPECT_FALSE(llvm::StringRef(Svg).contains("past L1"));
}

TEST(CalibrationPlots, WhatWasNotMeasuredSaysSo) {
  ResultsRun Run = madeUpRun(40);
  Run.All[0].Params.emplace_back("published", 1);
  EXPECT_TRUE(llvm::StringRef(calibrationPlots({Run}, {})[0].Svg)
                  .contains("not measured by gpuperf"));
  // Of one benchmark only: the others were measured.
  Run.All.push_back(Run.All[1]);
  Run.All.back().Benchmark = "other";
  std::vector<PlotFile> Files = calibrationPlots({Run}, {});
  EXPECT_TRUE(llvm::StringRef(Files[0].Svg).contains("not measured"));
  EXPECT_FALSE(llvm::StringRef(Files[1].Svg).contains("not measured"));
  Run = madeUpRun(40);
  Run.Device.Backend = "emulated";
  EXPECT_TRUE(llvm::StringRef(calibrationPlots({Run}, {})[0].Svg)
                  .contains("an emulated GPU"));
}

TEST(CalibrationPlots, ASurfaceIsAHeatMap) {
  std::vector<Series> All;
  for (double Group : {1, 2, 4, 8})
    All.push_back(curve("coherence", "read", "threads_per_element", rising(5),
                        {{"group_size", Group}}));
  std::string Svg = svgOf(All, "coherence.svg");
  expectSound(Svg);
  EXPECT_EQ(countOf(Svg, "<polyline"), 0u);
  // 20 cells, 11 steps of the legend, the paper.
  EXPECT_EQ(countOf(Svg, "<rect"), 32u);
  EXPECT_TRUE(llvm::StringRef(Svg).contains(">group size<"));
  EXPECT_TRUE(llvm::StringRef(Svg).contains(">GB/s<"));
}

TEST(CalibrationPlots, SinglePointsAreBars) {
  std::string Svg = svgOf({curve("bars", "add", "n", {{1, 4, 3, 5, 5}}),
                           curve("bars", "max", "n", {{1, 8, 7, 9, 5}})},
                          "bars.svg");
  expectSound(Svg);
  EXPECT_EQ(countOf(Svg, "<rect"), 3u);
  EXPECT_TRUE(llvm::StringRef(Svg).contains(">add<"));
}

TEST(CalibrationPlots, SmsAreDots) {
  std::string Svg =
      svgOf({curve("sms", "compute", "sm", rising(8))}, "sms.svg");
  expectSound(Svg);
  EXPECT_EQ(countOf(Svg, "<circle"), 8u);
  EXPECT_EQ(countOf(Svg, "<polyline"), 0u);
}

TEST(CalibrationPlots, ManyCurvesAreSpreadOverPanels) {
  std::vector<Series> All;
  for (const char *Name : {"read", "write"})
    for (double Bytes : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
      All.push_back(curve("bandwidth", Name, "threads", rising(6),
                          {{"access_bytes", Bytes}}));
  std::string Svg = svgOf(All, "bandwidth.svg");
  expectSound(Svg);
  EXPECT_EQ(countOf(Svg, "<polyline"), 24u);
  EXPECT_EQ(countOf(Svg, ">threads<"), 4u); // 10 + 2, twice
  EXPECT_TRUE(llvm::StringRef(Svg).contains(">access bytes 12<"));
}

/// Curves of one access size each, the wider ones 64 times as fast.
std::vector<Series> threeSizes(bool WithParams) {
  std::vector<Series> All;
  for (const char *Way : {"read", "write", "copy", "fill"})
    for (double Bytes : {4, 8, 16}) {
      std::vector<Point> Points = rising(6);
      for (Point &P : Points)
        for (double *Y : {&P.Median, &P.Low, &P.High})
          *Y *= Bytes == 16 ? 64 : 1;
      All.push_back(curve("bandwidth",
                          std::string(Way) + "_" + std::to_string(int(Bytes)),
                          "threads", Points));
      if (WithParams)
        All.back().Params = {{"element_bytes", Bytes}};
    }
  return All;
}

TEST(CalibrationPlots, CurvesOfOneAccessSizeShareAPanel) {
  const std::string Text = svgOf(threeSizes(true), "bandwidth.svg");
  llvm::StringRef Svg = Text;
  expectSound(Svg);
  size_t Four = Svg.find(">GB/s, 4-byte accesses<"),
         Eight = Svg.find(">GB/s, 8-byte accesses<"),
         Sixteen = Svg.find(">GB/s, 16-byte accesses<");
  ASSERT_NE(Four, llvm::StringRef::npos);
  ASSERT_NE(Sixteen, llvm::StringRef::npos);
  EXPECT_EQ(countOf(Svg, ">threads<"), 3u);
  llvm::StringRef First = Svg.slice(Four, Eight);
  for (const char *Name : {">read_4<", ">write_4<", ">copy_4<", ">fill_4<"})
    EXPECT_TRUE(First.contains(Name)) << Name;
  EXPECT_FALSE(First.contains("_8<"));
  // The axis of the fast ones, thrice.
  EXPECT_EQ(countOf(Svg, ">512<"), 3u);
  EXPECT_TRUE(First.contains(">512<"));
}

TEST(CalibrationPlots, WithoutASizeTheLastWordGroups) {
  const std::string Text = svgOf(threeSizes(false), "bandwidth.svg");
  llvm::StringRef Svg = Text;
  EXPECT_EQ(countOf(Svg, ">threads<"), 3u);
  EXPECT_TRUE(Svg.contains(">GB/s, names ending in _16<"));
}

TEST(CalibrationPlots, PartsOfAPanelSayWhichPart) {
  std::vector<Series> All;
  for (double Ways = 1; Ways <= 16; ++Ways) {
    std::vector<Point> Points = rising(6);
    for (Point &P : Points)
      P.High = P.Median / Ways, P.Median = P.Low = P.High;
    All.push_back(curve("shared", "read", "threads", Points, {{"ways", Ways}}));
  }
  const std::string Text = svgOf(All, "shared.svg");
  llvm::StringRef Svg = Text;
  size_t Second = Svg.find(">read, ways 9 to 16<");
  ASSERT_NE(Second, llvm::StringRef::npos);
  EXPECT_TRUE(Svg.take_front(Second).contains(">read, ways 1 to 8<"));
  EXPECT_TRUE(Svg.take_front(Second).contains(">ways 8<"));
  EXPECT_FALSE(Svg.take_front(Second).contains(">ways 9<"));
}

TEST(CalibrationPlots, SingleCurvesOfManyNamesShareAPanel) {
  std::vector<Series> All;
  for (int I = 0; I < 12; ++I)
    All.push_back(curve("ops", "op" + std::to_string(I), "links", rising(4)));
  std::string Svg = svgOf(All, "ops.svg");
  EXPECT_EQ(countOf(Svg, ">links<"), 2u);
  // A long one puts both on its axis.
  All[0].Points = rising(12);
  EXPECT_EQ(countOf(svgOf(All, "ops.svg"), ">1000<"), 2u);
  EXPECT_EQ(countOf(Svg, ">GB/s, 1 of 2<"), 1u);
  EXPECT_EQ(countOf(Svg, ">GB/s, 2 of 2<"), 1u);
}

TEST(CalibrationPlots, NamesThatDifferNeedNoMore) {
  const std::string Long(60, 'w');
  const std::string Text =
      svgOf({curve("ops", "one", "n", rising(4), {{"steps", 1}}),
             curve("ops", Long, "n", rising(4), {{"steps", 2}})},
            "ops.svg");
  llvm::StringRef Svg = Text;
  EXPECT_TRUE(Svg.contains(">one<"));
  EXPECT_FALSE(Svg.contains("steps"));
  EXPECT_FALSE(Svg.contains(Long));
  EXPECT_TRUE(Svg.contains("www...www"));
}

TEST(CalibrationPlots, OddCurvesDoNoHarm) {
  // No point, one place, zeros, all the same, negative, a name that leads away.
  expectSound(svgOf(
      {curve("../<odd>", "none", "x", {}),
       curve("../<odd>", "a<b&c", "x", {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 1}}),
       curve("../<odd>", "neg", "x", {{-5, -3, -4, -2, 1}, {5, 3, 2, 4, 1}}),
       curve("../<odd>", "same", "x", {{7, 7, 7, 7, 1}, {7, 7, 7, 7, 1}})},
      "----odd-.svg"));
  expectSound(svgOf(
      {curve("flat", "zero", "n_bytes", {{0, 0, 0, 0, 1}, {1, 0, 0, 0, 1}})},
      "flat.svg"));
}

TEST(CalibrationPlots, NoPictureHoldsWhatIsNoNumber) {
  constexpr double Inf = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> Sets = {
      {0, 0, 0},
      {7, 7, 7},
      {-5, -5, -5},
      {-5, 0, 5},
      {1e29, 1e29, 1e29},
      {1e29, 1.0000000000000002e29, 1e29},
      {1e-29, 1e-29, 1e-29},
      {1e-29, 1e29, 1},
      {1e-320, 1e-310, 1e-300},
      {-1.7e308, 1e308, 1.7e308},
      {-1e308, -1e308, -1e308},
      {1, 1000, 1e6},
      {std::nan(""), 1, Inf},
      {-Inf, -Inf, std::nan("")},
      {3}};
  for (const char *X : {"n", "n_bytes", "sm"})
    for (const std::vector<double> &Set : Sets) {
      std::vector<Series> All;
      std::vector<Figure> Figures;
      for (unsigned I = 0; I < 4; ++I) {
        std::vector<Point> Points;
        for (double V : Set)
          Points.push_back({V, V, V, V, 1});
        All.push_back(curve("curves", "c", X, Points, {{"group", double(I)}}));
        All.push_back(
            curve("surface", "s", X, Points, {{"group", Set[0] + I}}));
        All.push_back(curve("bars", std::string(1, char('a' + I)), X,
                            {{Set[0], Set[0], Set[0], Set[0], 1}}));
        const std::string Name = "fp32_" + std::to_string(I);
        Figures.push_back(madeUpFigure("latency_cycles." + Name, Set[0]));
        Figures.push_back(
            madeUpFigure("throughput_results_per_clk_per_sm." + Name, Set[0]));
        for (Figure &F : Figures)
          for (size_t Gpu = 0; Gpu < Set.size(); ++Gpu)
            F.PerRun.emplace_back(Gpu, Set[Gpu]);
      }
      std::vector<ResultsRun> Runs;
      for (int Rank = 0; Rank < 3; ++Rank)
        Runs.push_back(madeUpRun(40, 1, Rank));
      Runs.front().All = All;
      for (const PlotFile &File : calibrationPlots(Runs, Figures))
        expectSound(File.Svg);
    }
}

TEST(CalibrationPlots, FiguresOfOperationsAreBars) {
  std::vector<Figure> Figures = {madeUpFigure("latency_cycles.fp32_fma", 4, 1),
                                 madeUpFigure("latency_cycles.popc", 7)};
  Figures[1].Q.Ok = false;
  std::string Svg = svgOf({}, "figures-latency.svg", Figures);
  expectSound(Svg);
  EXPECT_TRUE(llvm::StringRef(Svg).contains(">fp32_fma<"));
  EXPECT_FALSE(llvm::StringRef(Svg).contains("popc"));
}

TEST(CalibrationPlots, HomogeneityOfSeveralGpus) {
  std::vector<ResultsRun> Runs = {madeUpRun(40, 1, 0), madeUpRun(40, 1.001, 1),
                                  madeUpRun(40, 1.2, 2)};
  std::vector<std::string> Notes;
  std::vector<PlotFile> Files = calibrationPlots(Runs, figuresOf(Runs, Notes));
  EXPECT_EQ(Files.back().Name, "homogeneity.svg");
  expectSound(Files.back().Svg);
  EXPECT_TRUE(llvm::StringRef(Files.back().Svg).contains(">rank 2<"));
}

/// \p Count tests on each of \p Runs; the I-th spreads by I per mille.
std::vector<Figure> tests(size_t Count, llvm::ArrayRef<ResultsRun> Runs,
                          const std::string &Prefix = "test_") {
  std::vector<Figure> Figures;
  for (size_t I = 0; I < Count; ++I) {
    Figures.push_back(madeUpFigure(Prefix + std::to_string(100 + I), 1));
    Figures.back().PerRun.clear();
    for (size_t Run = 0; Run < Runs.size(); ++Run)
      Figures.back().PerRun.emplace_back(Run,
                                         1 + (Run == 0 ? 1e-3 * double(I) : 0));
  }
  return Figures;
}

std::vector<ResultsRun> cluster(int Gpus) {
  std::vector<ResultsRun> Runs;
  for (int Rank = 0; Rank < Gpus; ++Rank)
    Runs.push_back(madeUpRun(40, 1, Rank));
  return Runs;
}

std::string homogeneityOfTests(llvm::ArrayRef<ResultsRun> Runs,
                               llvm::ArrayRef<Figure> Figures) {
  std::vector<PlotFile> Files = calibrationPlots(Runs, Figures);
  EXPECT_EQ(Files.back().Name, "homogeneity.svg");
  expectSound(Files.back().Svg);
  return Files.back().Svg;
}

TEST(CalibrationPlots, OneWildTestLeavesTheOthersReadable) {
  std::vector<ResultsRun> Runs = cluster(3);
  std::vector<Figure> Figures = tests(5, Runs);
  Figures[0].PerRun[0].second = 40;
  Figures[0].PerRun[2].second = 0.5;
  const std::string Text = homogeneityOfTests(Runs, Figures);
  llvm::StringRef Svg = Text;
  EXPECT_TRUE(Svg.contains("0.5 to 40"));
  EXPECT_TRUE(Svg.contains("values beyond the axis stand at its ends"));
  EXPECT_TRUE(Svg.contains(">0.995<"));
  EXPECT_FALSE(Svg.contains(">40<"));
}

TEST(CalibrationPlots, TheWidestTestsAreShown) {
  std::vector<ResultsRun> Runs = cluster(3);
  const std::string Text = homogeneityOfTests(Runs, tests(45, Runs));
  llvm::StringRef Svg = Text;
  EXPECT_TRUE(Svg.contains("30 of 45 tests, the widest"));
  EXPECT_TRUE(Svg.contains(">test_144<"));
  EXPECT_TRUE(Svg.contains(">test_115<"));
  EXPECT_FALSE(Svg.contains(">test_114<"));
  // The axis above and below.
  EXPECT_EQ(countOf(Svg, ">0.98<"), 2u);
}

TEST(CalibrationPlots, ALegendTellsTheRanks) {
  std::vector<ResultsRun> Runs = cluster(12);
  const std::string Text = homogeneityOfTests(Runs, tests(2, Runs));
  llvm::StringRef Svg = Text;
  for (const char *Rank : {">rank 1<", ">rank 9<", ">rank 10<", ">rank 11<"})
    EXPECT_EQ(countOf(Svg, Rank), 1u) << Rank;
  // Two legend entries and two tests: the colours again, in another shape.
  EXPECT_EQ(countOf(Svg, "<polygon"), 2u * 3);
  EXPECT_EQ(countOf(Svg, "<circle"), 10u * 3);
  EXPECT_TRUE(Svg.contains("Made-Up 1000, 12 GPUs, 2026-11-22"));
}

TEST(CalibrationPlots, OfVeryManyGpusTheOnesApartHaveAColour) {
  std::vector<ResultsRun> Runs = cluster(50);
  const std::string Text = homogeneityOfTests(Runs, tests(30, Runs));
  llvm::StringRef Svg = Text;
  EXPECT_TRUE(Svg.contains(">49 other GPUs<"));
  EXPECT_TRUE(Svg.contains(">rank 0<"));
  EXPECT_FALSE(Svg.contains(">rank 1<"));
}

TEST(CalibrationPlots, AGpuKeepsItsColourWhereAnotherHasNoValue) {
  std::vector<ResultsRun> Runs = cluster(4);
  std::vector<Figure> Figures = tests(2, Runs);
  Figures[0].PerRun.erase(Figures[0].PerRun.begin());
  std::string Svg = homogeneityOfTests(Runs, Figures);
  // In the legend and of its tests.
  EXPECT_EQ(countOf(Svg, curveColour(0)), 2u);
  EXPECT_EQ(countOf(Svg, curveColour(3)), 3u);
}

TEST(CalibrationPlots, LongNamesOfTestsStayApart) {
  std::vector<ResultsRun> Runs = cluster(2);
  const std::string Text =
      homogeneityOfTests(Runs, tests(3, Runs, std::string(90, 'm') + "_"));
  llvm::StringRef Svg = Text;
  for (const char *End : {"m_100<", "m_101<", "m_102<"})
    EXPECT_EQ(countOf(Svg, End), 1u) << End;
}

TEST(CalibrationPlots, OneOfSeveralRunsSaysWhich) {
  std::vector<ResultsRun> Runs = cluster(4);
  Runs[0].Quick = true;
  EXPECT_TRUE(llvm::StringRef(calibrationPlots(Runs, {})[0].Svg)
                  .contains("Made-Up 1000, rank 1 of 4, 2026-11-22"));
  Runs = {madeUpRun(40), madeUpRun(40)};
  Runs[0].File = "/secret/place/first.jsonl";
  std::string Svg = calibrationPlots(Runs, {})[0].Svg;
  EXPECT_TRUE(
      llvm::StringRef(Svg).contains("Made-Up 1000, run 1 of 2 (first.jsonl)"));
  EXPECT_FALSE(llvm::StringRef(Svg).contains("secret"));
}

TEST(CalibrationPlots, GpusOfTheSameRankAreToldByIdentity) {
  std::vector<ResultsRun> Runs = cluster(3);
  for (ResultsRun &Run : Runs)
    Run.Rank = 0;
  Runs[1].Device.Identity = "";
  Runs[1].File = "/secret/place/node1.jsonl";
  const std::string Text = homogeneityOfTests(Runs, tests(2, Runs));
  llvm::StringRef Svg = Text;
  for (const char *Name : {">rank 0 (id0)<", ">node1.jsonl<", ">rank 0 (id2)<"})
    EXPECT_TRUE(Svg.contains(Name)) << Name;
  EXPECT_FALSE(Svg.contains("secret"));
}

TEST(Svg, AxesOfOddValuesAreFinite) {
  for (std::vector<double> Values : {std::vector<double>{1e29, 1e29},
                                     {0, 0},
                                     {-5, -5},
                                     {1e-320, 1e-300},
                                     {-1.7e308, 1.7e308},
                                     {1e-300, 1e300},
                                     {0.9, 20},
                                     {1, 1}})
    for (bool MayCut : {false, true}) {
      Axis A = axisFor("n", Values, MayCut);
      A.widen(0.05);
      EXPECT_LT(A.Min, A.Max);
      for (double V : Values) {
        EXPECT_GE(A.place(V), 0);
        EXPECT_LE(A.place(V), 1);
      }
      EXPECT_GE(A.ticks().size(), 2u);
      EXPECT_LE(A.ticks().size(), 21u);
    }
}

TEST(Svg, TheMarginOfPowersIsAFactor) {
  Axis A = axisFor("n", {1, 10000}, true);
  ASSERT_TRUE(A.Log);
  A.widen(0.05);
  EXPECT_GT(A.Min, 0);
  EXPECT_NEAR(A.place(100), 0.5, 1e-9);
}

TEST(Svg, NeighbouringTicksDiffer) {
  std::set<std::string> Texts;
  auto Ticks = axisFor("n", {1.00002, 1.00001}, true).ticks();
  for (const auto &[Value, Text] : Ticks)
    Texts.insert(Text);
  EXPECT_EQ(Texts.size(), Ticks.size());
}

TEST(Svg, LongTextIsCutInTheMiddle) {
  EXPECT_EQ(clipped("short", 100, 11), "short");
  std::string Long = clipped("head" + std::string(90, 'x') + "tail", 100, 11);
  EXPECT_TRUE(llvm::StringRef(Long).starts_with("headx"));
  EXPECT_TRUE(llvm::StringRef(Long).ends_with("xtail"));
  EXPECT_TRUE(llvm::StringRef(Long).contains("..."));
  EXPECT_LE(textWidth(Long, 11), 100);
  // Whole letters.
  std::string Umlauts;
  for (int I = 0; I < 60; ++I)
    Umlauts += "\xc3\xa4";
  std::string Cut = clipped(Umlauts, 100, 11);
  EXPECT_EQ(countOf(Cut, "\xc3"), countOf(Cut, "\xa4"));
  EXPECT_EQ(Cut.size() % 2, 1u);
}

TEST(Svg, AxesOfPowersAndFromZero) {
  Axis Bytes = axisFor("footprint_bytes", {2048, 1 << 20}, true);
  EXPECT_TRUE(Bytes.Log);
  EXPECT_EQ(Bytes.place(2048), 0);
  EXPECT_EQ(Bytes.place(1 << 20), 1);
  EXPECT_EQ(Bytes.ticks().front().second, "2 KiB");
  Axis Linear = axisFor("us", {40, 50}, false);
  EXPECT_FALSE(Linear.Log);
  EXPECT_EQ(Linear.place(0), 0);
  EXPECT_LT(Linear.place(50), 1);
  for (const Axis &A : {Bytes, Linear, axisFor("n", {1, 100000}, true),
                        axisFor("n", {5}, false), axisFor("n", {}, false)}) {
    EXPECT_GE(A.ticks().size(), 2u);
    EXPECT_LE(A.ticks().size(), 14u);
  }
}

TEST(Svg, HeatColoursRise) {
  EXPECT_EQ(heatColour(0).size(), 7u);
  EXPECT_NE(heatColour(0), heatColour(1));
  EXPECT_EQ(heatColour(-1), heatColour(0));
  EXPECT_EQ(heatColour(2), heatColour(1));
}

} // namespace
