//===- RunQuantitiesTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/RunQuantities.h"
#include "test/unit/gpumodel/calibration/MadeUp.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

const Figure *find(const std::vector<Figure> &All, llvm::StringRef Name) {
  for (const Figure &F : All)
    if (F.Q.Name == Name)
      return &F;
  return nullptr;
}

bool anyHas(const std::vector<std::string> &Notes, llvm::StringRef Text) {
  for (const std::string &Note : Notes)
    if (llvm::StringRef(Note).contains(Text))
      return true;
  return false;
}

TEST(RunQuantities, RoundedToWhatTheSpreadSupports) {
  EXPECT_EQ(rounded(33.1274, 33.0, 33.2, false), 33.13);
  EXPECT_EQ(rounded(698.43, 690, 712, false), 698);
  EXPECT_EQ(rounded(1234.5678, 1234.5678, 1234.5678, false), 1235);
  EXPECT_EQ(rounded(0.00123456, 0.00123456, 0.00123456, false), 0.001235);
  EXPECT_EQ(rounded(4123, 3000, 5000, false), 4100); // two digits at least
  EXPECT_EQ(rounded(100, 0, 1000, false), 100);
  EXPECT_EQ(rounded(127.6, 127, 129, true), 128);
  EXPECT_EQ(rounded(52428800.2, 5e7, 6e7, true), 52428800);
  EXPECT_EQ(rounded(0, 0, 0, false), 0);
  EXPECT_EQ(rounded(-33.1274, -33.2, -33.0, false), -33.13);
}

TEST(RunQuantities, OneRun) {
  std::vector<std::string> Notes;
  std::vector<Figure> Found = figuresOf({madeUpRun(40)}, Notes);
  const Figure *L1 = find(Found, "l1_latency_cycles");
  ASSERT_TRUE(L1);
  EXPECT_EQ(L1->Q.Value, 40);
  EXPECT_EQ(L1->Status, FactStatus::Measured);
  EXPECT_EQ(L1->Source.rfind("gpuperf-calibrate 2026-11-22 (", 0), 0u);
  EXPECT_TRUE(llvm::StringRef(L1->Source).ends_with("40 to 40)")) << L1->Source;
  EXPECT_TRUE(Notes.empty());
}

TEST(RunQuantities, MedianOverGpusWithTheExtremes) {
  std::vector<std::string> Notes;
  std::vector<Figure> Found = figuresOf(
      {madeUpRun(40, 1, 0), madeUpRun(42, 1, 1), madeUpRun(60, 1, 2)}, Notes);
  const Figure *L1 = find(Found, "l1_latency_cycles");
  ASSERT_TRUE(L1);
  EXPECT_EQ(L1->Q.Value, 42);
  EXPECT_EQ(L1->Q.Low, 40);
  EXPECT_EQ(L1->Q.High, 60);
  EXPECT_EQ(L1->PerRun.size(), 3u);
  EXPECT_TRUE(
      llvm::StringRef(L1->Source).contains("median of 3 runs on 3 GPUs"))
      << L1->Source;
}

TEST(RunQuantities, TheSameGpuTwiceIsOneGpu) {
  std::vector<std::string> Notes;
  std::vector<Figure> Found = figuresOf({madeUpRun(40), madeUpRun(42)}, Notes);
  EXPECT_TRUE(llvm::StringRef(find(Found, "l1_latency_cycles")->Source)
                  .contains("median of 2 runs on 1 GPU;"));
}

TEST(RunQuantities, AFullRunCountsMoreThanAQuickOne) {
  std::vector<ResultsRun> Runs = {madeUpRun(90), madeUpRun(40)};
  Runs[0].Quick = true;
  std::vector<std::string> Notes;
  EXPECT_EQ(find(figuresOf(Runs, Notes), "l1_latency_cycles")->Q.Value, 40);
  // What only the quick one has still counts.
  Runs[1].All.erase(Runs[1].All.begin());
  std::vector<Figure> Found = figuresOf(Runs, Notes);
  EXPECT_EQ(find(Found, "l1_latency_cycles")->Q.Value, 90);
  EXPECT_TRUE(llvm::StringRef(find(Found, "l1_latency_cycles")->Source)
                  .contains("(quick; "));
}

TEST(RunQuantities, OnlyTheBenchmarkOfAPublishedCurveIsPublished) {
  ResultsRun Run = madeUpRun(40);
  Series Copies = Run.All[0];
  Copies.Benchmark = "transfer";
  Copies.Name = "h2d_pinned";
  Copies.Params = {{"published", 1}};
  Run.All.push_back(Copies);
  EXPECT_FALSE(Run.isPublished());
  EXPECT_EQ(statusOf(Run), FactStatus::Measured);
  EXPECT_EQ(statusOf(Run, "transfer"), FactStatus::Published);
  std::vector<std::string> Notes;
  for (const Figure &F : figuresOf({Run}, Notes))
    EXPECT_EQ(F.Status, F.Q.Benchmark == "transfer" ? FactStatus::Published
                                                    : FactStatus::Measured)
        << F.Q.Name;
}

TEST(RunQuantities, SizesTellKindsOfGpusApart) {
  ResultsRun A = madeUpRun(40, 1, 0), B = madeUpRun(40, 1, 1);
  A.Device.MemoryBytes = 80e9;
  B.Device.MemoryBytes = 79.5e9;
  EXPECT_FALSE(static_cast<bool>(checkSameKind({A, B})));
  B.Device.MemoryBytes = 141e9;
  std::string Why = llvm::toString(checkSameKind({A, B}));
  EXPECT_NE(Why.find("80.0 GB of memory"), std::string::npos);
  EXPECT_NE(Why.find("141.0 GB of memory"), std::string::npos);
}

TEST(RunQuantities, AQuickRunThatDoesNotCountIsNamed) {
  ResultsRun Full = madeUpRun(40, 1, 0), Quick = madeUpRun(80, 1, 1);
  Quick.Quick = true;
  std::vector<std::string> Notes;
  (void)figuresOf({Full, Quick}, Notes);
  ASSERT_EQ(Notes.size(), 1u);
  EXPECT_NE(Notes[0].find(Quick.File + ": a quick run"), std::string::npos);
  Notes.clear();
  (void)figuresOf({Quick}, Notes);
  EXPECT_TRUE(Notes.empty());
}

TEST(RunQuantities, FailedOnOneGpuOnly) {
  std::vector<ResultsRun> Runs = {madeUpRun(40, 1, 0), madeUpRun(40, 1, 1)};
  // Ends before DRAM.
  Runs[0].All[1].Points.resize(10);
  std::vector<std::string> Notes;
  std::vector<Figure> Found = figuresOf(Runs, Notes);
  const Figure *Dram = find(Found, "dram_latency_cycles");
  ASSERT_TRUE(Dram);
  EXPECT_TRUE(Dram->Q.Ok);
  EXPECT_EQ(Dram->Q.Value, 800);
  EXPECT_TRUE(anyHas(Notes, "rank 0 (id0): dram_latency_cycles failed"));
  Runs.pop_back();
  Found = figuresOf(Runs, Notes);
  EXPECT_FALSE(find(Found, "dram_latency_cycles")->Q.Ok);
}

TEST(RunQuantities, RecordedQuantitiesAreOnlyCompared) {
  ResultsRun Run = madeUpRun(40);
  Quantity Old;
  Old.Benchmark = "global-latency";
  Old.Name = "l1_latency_cycles";
  Old.Value = 40.000001;
  Run.Recorded = {Old};
  std::vector<std::string> Notes;
  figuresOf({Run}, Notes);
  EXPECT_FALSE(anyHas(Notes, "another version"));
  Run.Recorded[0].Value = 12;
  std::vector<Figure> Found = figuresOf({Run}, Notes);
  EXPECT_TRUE(anyHas(Notes, "1 recorded quantities are not what the curves "
                            "give (l1_latency_cycles: 12, now 40)"));
  EXPECT_EQ(find(Found, "l1_latency_cycles")->Q.Value, 40);
  Notes.clear();
  Run.Recorded[0].Name = "of_another_time";
  figuresOf({Run}, Notes);
  EXPECT_TRUE(anyHas(Notes, "of_another_time: 12, now none"));
}

TEST(RunQuantities, WhatWasNotMeasuredIsNotCalledSo) {
  ResultsRun Emulated = madeUpRun(40), Published = madeUpRun(40);
  Emulated.Device.Backend = "emulated";
  Published.All[0].Params.emplace_back("published", 1);
  std::vector<std::string> Notes;
  EXPECT_EQ(figuresOf({Emulated}, Notes)[0].Status, FactStatus::Estimated);
  EXPECT_EQ(figuresOf({Published}, Notes)[0].Status, FactStatus::Published);
  // One such among measured ones spoils the median.
  std::vector<Figure> Mixed = figuresOf({madeUpRun(40), Published}, Notes);
  EXPECT_EQ(Mixed[0].Status, FactStatus::Published);
  EXPECT_FALSE(llvm::StringRef(Mixed[0].Source).contains("gpuperf-calibrate"));
}

TEST(RunQuantities, DifferentGpusAreRefused) {
  std::vector<ResultsRun> Runs = {madeUpRun(40, 1, 0), madeUpRun(40, 1, 1)};
  EXPECT_FALSE(static_cast<bool>(checkSameKind(Runs)));
  Runs[1].Device.SmCount = 114;
  llvm::Error E = checkSameKind(Runs);
  ASSERT_TRUE(static_cast<bool>(E));
  std::string Text = llvm::toString(std::move(E));
  EXPECT_NE(Text.find("calibrate.0.jsonl"), std::string::npos);
  EXPECT_NE(Text.find("114 SMs, cuda) in calibrate.1.jsonl"),
            std::string::npos);
}

TEST(RunQuantities, PublishedCurvesGiveWhatTheirAuthorsRead) {
  // gpu-benches' own reading of these curves (gpumodels: RRZE), within 5 %.
  struct {
    const char *Folder, *Name;
    double Cycles;
  } Cases[] = {{"published-a100", "l1_latency_cycles", 33},
               {"published-a100", "l2_latency_cycles", 206},
               {"published-a100", "dram_latency_cycles", 551},
               {"published-v100", "l1_latency_cycles", 28},
               {"published-v100", "l2_latency_cycles", 212},
               {"published-v100", "dram_latency_cycles", 434}};
  for (const auto &C : Cases) {
    std::vector<std::string> Notes;
    auto Runs = readResults(
        {std::string(GPUPERF_TEST_INPUTS) + "/calibration/" + C.Folder}, Notes);
    ASSERT_TRUE(static_cast<bool>(Runs));
    std::vector<Figure> Found = figuresOf(*Runs, Notes);
    const Figure *F = find(Found, C.Name);
    ASSERT_TRUE(F) << C.Folder << " " << C.Name;
    EXPECT_TRUE(F->Q.Ok) << F->Q.Why;
    EXPECT_NEAR(F->Q.Value, C.Cycles, 0.05 * C.Cycles) << C.Folder << C.Name;
    EXPECT_EQ(F->Status, FactStatus::Published);
  }
}

} // namespace
