//===- ImportDeviceTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ImportDevice.h"
#include "gpumodel/calibration/ImportReport.h"
#include "gpumodel/calibration/ModelFacts.h"
#include "test/unit/gpumodel/GpuTestUtil.h"
#include "test/unit/gpumodel/calibration/MadeUp.h"

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

ResultsRun h200Run() {
  ResultsRun Run = madeUpRun(40);
  Run.Device.Name = "NVIDIA H200";
  Run.Device.MemoryClockMhz = 3201;
  return Run;
}

Import import(llvm::ArrayRef<ResultsRun> Runs, llvm::ArrayRef<Figure> Figures,
              const ImportOptions &Options = {}) {
  llvm::Expected<Import> I = importDevice(Runs, Figures, Options);
  if (I)
    return std::move(*I);
  ADD_FAILURE() << llvm::toString(I.takeError());
  return {};
}

std::string refusal(const Import &I, llvm::StringRef Name) {
  for (const Refused &R : I.NotWritten)
    if (R.Q.Name == Name)
      return R.Why;
  return "";
}

TEST(ImportDevice, FiguresGoToTheirKeysAndTheRestStays) {
  Import I =
      import({h200Run()}, {madeUpFigure("l1_latency_cycles", 33.1274, 0.2),
                           madeUpFigure("not_a_key_us", 1)});
  EXPECT_EQ(I.BaseText, "the shipped h200-sxm");
  EXPECT_EQ(I.After.L1LatencyCycles->Value, 33.13);
  EXPECT_EQ(I.After.L1LatencyCycles->Status, FactStatus::Measured);
  EXPECT_EQ(I.After.L1LatencyCycles->Source,
            "gpuperf-calibrate 2026-11-22 (made up)");
  GpuModel Shipped = loadGpu("h200-sxm");
  EXPECT_EQ(I.After.DramLatencyCycles->Value, Shipped.DramLatencyCycles->Value);
  EXPECT_EQ(I.After.DramLatencyCycles->Status,
            Shipped.DramLatencyCycles->Status);
  EXPECT_EQ(I.Before.L1LatencyCycles->Value, Shipped.L1LatencyCycles->Value);
  ASSERT_EQ(I.Elsewhere.size(), 1u);
  EXPECT_EQ(I.Elsewhere[0].Q.Name, "not_a_key_us");
}

TEST(ImportDevice, WhatFailedOrCannotBeIsRefused) {
  Figure Failed = madeUpFigure("dram_latency_cycles", 900);
  Failed.Q.Ok = false;
  Failed.Q.Why = "is no level";
  Import I =
      import({h200Run()}, {Failed, madeUpFigure("l2_latency_cycles", 2e6),
                           madeUpFigure("latency_cycles.fp32_fma", 0),
                           madeUpFigure("dram_achievable_read_gbps", 9000),
                           madeUpFigure("l1_latency_cycles", 30, 0, "first"),
                           madeUpFigure("l1_latency_cycles", 31, 0, "second")});
  GpuModel Shipped = loadGpu("h200-sxm");
  EXPECT_EQ(refusal(I, "dram_latency_cycles"), "is no level");
  EXPECT_EQ(refusal(I, "l2_latency_cycles"),
            "it must be between 1 and 100000 cycles");
  EXPECT_NE(refusal(I, "latency_cycles.fp32_fma"), "");
  // More than the memory's wires can carry.
  EXPECT_NE(refusal(I, "dram_achievable_read_gbps").find("it must be at most"),
            std::string::npos);
  EXPECT_EQ(refusal(I, "l1_latency_cycles"),
            "first has given this key already");
  EXPECT_EQ(I.After.L1LatencyCycles->Value, 30);
  EXPECT_EQ(I.After.DramLatencyCycles->Value, Shipped.DramLatencyCycles->Value);
  EXPECT_EQ(I.After.DramAchievableReadGbps->Value,
            Shipped.DramAchievableReadGbps->Value);
}

TEST(ImportDevice, AFailedOneLeavesTheKeyToAnother) {
  Figure Failed = madeUpFigure("l1_latency_cycles", 30, 0, "first");
  Failed.Q.Ok = false;
  Import I =
      import({h200Run()},
             {Failed, madeUpFigure("l1_latency_cycles", 31, 0, "second")});
  EXPECT_EQ(I.After.L1LatencyCycles->Value, 31);
}

TEST(ImportDevice, NumbersThatAreRightOnlyTogether) {
  // The sector alone would be larger than the published line.
  Import I = import({h200Run()}, {madeUpFigure("sector_bytes", 256),
                                  madeUpFigure("l1_line_bytes", 256)});
  EXPECT_EQ(I.After.SectorBytes->Value, 256);
  EXPECT_EQ(I.After.L1LineBytes->Value, 256);
  EXPECT_TRUE(I.NotWritten.empty());
}

TEST(ImportDevice, LaunchLinesTakeBothNumbers) {
  Import I = import({h200Run()},
                    {madeUpFigure("time_lines.4.grid_slope_us", 0.00123456),
                     madeUpFigure("time_lines.4.base_us", 2.5, 0.2),
                     madeUpFigure("time_lines.8.base_us", 2.5),
                     madeUpFigure("time_lines.16.grid_slope_us", 0.01)});
  ASSERT_EQ(I.After.LaunchTimeLines.size(), 1u);
  const LaunchTimeLine &L = I.After.LaunchTimeLines[0];
  EXPECT_EQ(L.WarpsPerBlock, 4u);
  EXPECT_EQ(L.GridSlopeUs, 0.001235);
  EXPECT_EQ(L.BaseUs, 2.5);
  EXPECT_EQ(L.Status, FactStatus::Measured);
  EXPECT_EQ(refusal(I, "time_lines.8.base_us"), "its grid_slope_us is missing");
  EXPECT_EQ(refusal(I, "time_lines.16.grid_slope_us"),
            "its base_us is missing");
}

TEST(ImportDevice, HongKimAndOperations) {
  Import I =
      import({h200Run()},
             {madeUpFigure("hong_kim.mem_ld_cycles", 700),
              madeUpFigure("latency_cycles.fp32_fma", 4.02),
              madeUpFigure("throughput_results_per_clk_per_sm.popc", 15.9)});
  EXPECT_EQ(I.After.HongKim.MemLdCycles->Value, 700);
  const auto Fma = static_cast<unsigned>(OpClass::Fp32Fma);
  EXPECT_EQ(I.After.Arch.LatencyCycles[Fma]->Value, 4.02);
  EXPECT_EQ(I.After.Overrides.LatencyCycles[Fma]->Value, 4.02);
  const auto Popc = static_cast<unsigned>(ThroughputRow::Popc);
  EXPECT_EQ(I.After.Arch.ThroughputPerClkPerSm[Popc]->Value, 15.9);
  EXPECT_NE(I.Before.Arch.LatencyCycles[Fma]->Value, 4.02);
}

TEST(ImportDevice, TheDriverKnowsItsGpu) {
  ResultsRun Run = h200Run();
  Run.Device.L2Bytes = 60 << 20;
  Run.Device.SharedPerSmBytes = 100 << 10;
  Import I = import({Run}, {});
  EXPECT_EQ(I.After.L2Bytes->Value, 60 << 20);
  EXPECT_EQ(I.After.L2Bytes->Source, "DRV");
  std::string Notes;
  for (const std::string &Note : I.Notes)
    Notes += Note + "\n";
  EXPECT_NE(Notes.find("the driver says l2_bytes is 62914560, the file said "
                       "52428800"),
            std::string::npos)
      << Notes;
  EXPECT_NE(Notes.find("shared_per_sm_bytes is 102400, architecture sm_90 says "
                       "233472"),
            std::string::npos)
      << Notes;
}

TEST(ImportDevice, ANewGpuStartsFromItsSibling) {
  Import I = import({madeUpRun(40)}, {madeUpFigure("l1_latency_cycles", 30)});
  EXPECT_EQ(I.After.Name, "made-up-1000");
  EXPECT_EQ(I.After.L1LatencyCycles->Status, FactStatus::Measured);
  EXPECT_NE(I.After.SharedLatencyCycles->Status, FactStatus::Measured);
  EXPECT_NE(I.After.SharedLatencyCycles->Source.find("(as h"),
            std::string::npos);
  EXPECT_NE(I.BaseText.find("its nearest sibling, the shipped"),
            std::string::npos);
  Import Named = import({madeUpRun(40)}, {}, {"", "mine"});
  EXPECT_EQ(Named.After.Name, "mine");
}

TEST(ImportDevice, BaseAndNameOnTheCommandLine) {
  Import I = import({madeUpRun(40)}, {}, {"a100-sxm4-80gb", "mine"});
  EXPECT_EQ(I.After.Name, "mine");
  EXPECT_EQ(I.After.SmCount.Value, 132); // the driver's
  // Another GPU's figures stand in, they are not published for this one.
  EXPECT_EQ(I.After.FullName, "Made-Up 1000");
  EXPECT_EQ(I.After.DramAchievableReadGbps->Status, FactStatus::Proxy);
  EXPECT_NE(I.BaseText.find("another GPU (NVIDIA A100"), std::string::npos);
  std::string Notes;
  for (const std::string &Note : I.Notes)
    Notes += Note + "\n";
  EXPECT_NE(Notes.find("is sm_90, the file is of sm_80"), std::string::npos);

  for (ImportOptions Bad :
       {ImportOptions{"no-such-gpu", ""}, ImportOptions{"", "Upper Case"}}) {
    llvm::Expected<Import> Refused = importDevice({madeUpRun(40)}, {}, Bad);
    ASSERT_FALSE(static_cast<bool>(Refused));
    llvm::consumeError(Refused.takeError());
  }
  ResultsRun Alien = madeUpRun(40);
  Alien.Device.Arch = "of-nobody";
  llvm::Expected<Import> None = importDevice({Alien}, {}, {});
  ASSERT_FALSE(static_cast<bool>(None));
  EXPECT_NE(llvm::toString(None.takeError()).find("--base="),
            std::string::npos);
}

std::string notesOf(const Import &I) {
  std::string Notes;
  for (const std::string &Note : I.Notes)
    Notes += Note + "\n";
  return Notes;
}

TEST(ImportDevice, AClockThatIsNotTheFilesIsSaid) {
  ResultsRun Run = madeUpRun(40);
  Run.Device.Name = "NVIDIA H200";
  Run.Device.MemoryBytes = 141e9;
  Run.Device.MemoryClockMhz = 3125; // 4800 GB/s
  Figure Load = madeUpFigure("clock_under_compute_mhz", 1950);
  EXPECT_EQ(notesOf(import({Run}, {Load})).find("MHz;"), std::string::npos);
  EXPECT_EQ(notesOf(import({Run}, {Load})).find("clock_mhz"),
            std::string::npos);
  Run.Device.BoostClockMhz = 1200;
  Load.Q.Value = 990;
  std::string Notes = notesOf(import({Run}, {Load}));
  EXPECT_NE(Notes.find("boost_clock_mhz is 1200, the file says 1980"),
            std::string::npos);
  EXPECT_NE(Notes.find("ran at 990 MHz; predictions take 1980"),
            std::string::npos);
  EXPECT_NE(Notes.find("2.00x as long"), std::string::npos);
}

TEST(ImportDevice, OneChipletsCacheIsNotTheGpus) {
  ResultsRun Run = madeUpRun(40);
  Run.Device.Name = "AMD Instinct MI300X";
  Run.Device.Arch = "gfx942";
  Run.Device.Backend = "hip";
  Run.Device.SmCount = 304;
  Run.Device.L2Bytes = 4 << 20;
  Import I = import({Run}, {});
  EXPECT_EQ(I.After.L2Bytes->Value, loadGpu("mi300x").L2Bytes->Value);
  EXPECT_NE(notesOf(I).find("the driver says l2_bytes is 4194304"),
            std::string::npos);
}

TEST(ImportDevice, WhatAnotherImportHasMeasuredIsCounted) {
  GpuModel Old = loadGpu("h200-sxm"), New = Old;
  EXPECT_EQ(lostMeasured(Old, New), 0u);
  Old.L1LatencyCycles->Status = FactStatus::Measured;
  Old.L2LatencyCycles->Status = FactStatus::Measured;
  EXPECT_EQ(lostMeasured(Old, New), 2u);
  New.L1LatencyCycles->Status = FactStatus::Measured;
  EXPECT_EQ(lostMeasured(Old, New), 1u);
}

TEST(ImportDevice, MeasuredValuesMustFollow) {
  std::vector<Figure> Figures = {
      madeUpFigure("l1_latency_cycles", 33.1274, 0.2),
      madeUpFigure("latency_cycles.fp32_fma", 4.02),
      madeUpFigure("time_lines.4.grid_slope_us", 0.00123456),
      madeUpFigure("time_lines.4.base_us", 2.5, 0.2)};
  GpuModel Gpu = import({h200Run()}, Figures).After;
  EXPECT_TRUE(unprovenMeasured(Gpu, Figures).empty());
  // Only what is called measured is asked for.
  EXPECT_TRUE(unprovenMeasured(loadGpu("h200-sxm"), {}).empty());
  EXPECT_EQ(unprovenMeasured(Gpu, {}).size(), 4u);

  GpuModel Touched = Gpu;
  Touched.L1LatencyCycles->Value = 33.2;
  std::vector<std::string> Lines = unprovenMeasured(Touched, Figures);
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_EQ(Lines[0], "latency.l1_latency_cycles is 33.2, the results give "
                      "33.13 (33.027 to 33.227)");

  Touched = Gpu;
  Touched.LaunchTimeLines[0].BaseUs = 3;
  EXPECT_EQ(unprovenMeasured(Touched, Figures).size(), 1u);

  std::vector<Figure> Failed = Figures;
  Failed[1].Q.Ok = false;
  Failed[1].Q.Why = "folded";
  Lines = unprovenMeasured(Gpu, Failed);
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_NE(Lines[0].find("failed its self-check: folded"), std::string::npos);

  std::vector<Figure> Published = Figures;
  Published[0].Status = FactStatus::Published;
  Lines = unprovenMeasured(Gpu, Published);
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_NE(Lines[0].find("were not measured on a GPU"), std::string::npos);
}

TEST(ImportDevice, ReportNamesChangesRefusalsAndTheRest) {
  std::vector<ResultsRun> Runs = {h200Run()};
  Figure Failed = madeUpFigure("dram_latency_cycles", 900);
  Failed.Q.Ok = false;
  Failed.Q.Why = "is no level";
  std::vector<Figure> Figures = {madeUpFigure("l1_latency_cycles", 20), Failed,
                                 madeUpFigure("not_a_key_us", 1)};
  std::string Text = importText(import(Runs, Figures), Runs, Figures);
  for (const char *Part :
       {"NVIDIA H200 (sm_90, 132 SMs): 1 run on 1 GPU, 2026-11-22",
        "compared with: the shipped h200-sxm", "20 measured   0.500 !",
        "not written", "is no level", "without a place", "not_a_key_us"})
    EXPECT_NE(Text.find(Part), std::string::npos) << Part << "\n" << Text;
  EXPECT_EQ(Text.find("how alike"), std::string::npos);
  Runs[0].Device.Backend = "emulated";
  EXPECT_NE(importText(import(Runs, Figures), Runs, Figures)
                .find("nothing here was measured"),
            std::string::npos);
}

} // namespace
