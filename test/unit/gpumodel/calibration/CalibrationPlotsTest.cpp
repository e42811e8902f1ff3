//===- CalibrationPlotsTest.cpp ---------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/CalibrationPlots.h"
#include "gpumodel/calibration/Svg.h"
#include "test/unit/gpumodel/calibration/MadeUp.h"
#include "gtest/gtest.h"

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

/// Coordinates are numbers, and tags are closed.
void expectSound(llvm::StringRef Svg) {
  EXPECT_TRUE(Svg.starts_with("<svg xmlns=")) << Svg.take_front(80).str();
  EXPECT_TRUE(Svg.ends_with("</svg>\n"));
  for (llvm::StringRef Bad : {"nan", "inf\"", "-inf", "1e+"})
    EXPECT_FALSE(Svg.contains(Bad)) << Bad.str();
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
  for (llvm::StringRef Part : {">footprint bytes<", ">cycles per load<", ">l1<",
                               ">l2<", ">2 MiB<", "Made-Up 1000, 2026-11-22"})
    EXPECT_TRUE(llvm::StringRef(Files[0].Svg).contains(Part)) << Part.str();
  EXPECT_EQ(countOf(Files[0].Svg, "<polyline"), 2u);
}

TEST(CalibrationPlots, WhatWasNotMeasuredSaysSo) {
  ResultsRun Run = madeUpRun(40);
  Run.All[0].Params.emplace_back("published", 1);
  EXPECT_TRUE(llvm::StringRef(calibrationPlots({Run}, {})[0].Svg)
                  .contains("not measured by gpuperf"));
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

TEST(CalibrationPlots, SingleCurvesOfManyNamesShareAPanel) {
  std::vector<Series> All;
  for (int I = 0; I < 12; ++I)
    All.push_back(curve("ops", "op" + std::to_string(I), "links", rising(4)));
  EXPECT_EQ(countOf(svgOf(All, "ops.svg"), ">links<"), 2u); // 10 + 2
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
  EXPECT_TRUE(Svg.contains(std::string(37, 'w') + "...<"));
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
