//===- ResultsFileTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the program on the GPU machine writes is what the import reads.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/host/Results.h"
#include "gpumodel/calibration/ResultsJson.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "gtest/gtest.h"
#include <limits>

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

DeviceFacts everything() {
  DeviceFacts D;
  D.Name = "Odd \"name\" \\ of a\tGPU";
  D.Backend = "cuda";
  D.Arch = "sm_90";
  D.Identity = "0123456789ab";
  double Next = 33;
  for (double *Number :
       {&D.SmCount, &D.WarpSize, &D.BoostClockMhz, &D.MemoryClockMhz,
        &D.MemoryBusBits, &D.L2Bytes, &D.MemoryBytes, &D.SharedPerSmBytes,
        &D.SharedPerBlockOptinBytes, &D.RegistersPerSm, &D.MaxThreadsPerSm,
        &D.MaxThreadsPerBlock, &D.MaxBlocksPerSm, &D.DriverVersion,
        &D.RuntimeVersion})
    *Number = Next++;
  return D;
}

class ResultsFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("results", "jsonl", Path));
    Remover.setFile(Path);
  }
  std::vector<ResultsRun> read() {
    auto Runs = readResults({Path.str().str()}, Warnings);
    if (Runs)
      return std::move(*Runs);
    ADD_FAILURE() << llvm::toString(Runs.takeError());
    return {};
  }
  llvm::SmallString<128> Path;
  llvm::FileRemover Remover;
  std::vector<std::string> Warnings;
};

TEST_F(ResultsFileTest, WhatIsWrittenIsRead) {
  DeviceFacts D = everything();
  Series S{"bench", "name", "x_bytes", "y_us", {{"b", 2}, {"a", 1.5}},
           {},      1980};
  S.Points = {{1, 2.25, 2, 3, 7}, {4, 0.1, 0.1, 0.1, 1}};
  Quantity Q;
  Q.Benchmark = "bench";
  Q.Name = "some_us";
  Q.Value = 1.0 / 3;
  Q.Low = 0.3;
  Q.High = 0.4;
  Q.Unit = "us";
  Q.Ok = false;
  Q.Why = "a \"reason\"";
  Q.How = "how";
  {
    micro::ResultsFile File;
    ASSERT_TRUE(File.open(Path.c_str(), false));
    File.run(D, true, 5, "2026-11-22T10:00:00Z");
    File.series(S);
    File.quantity(Q);
    File.done("bench", 1.5);
    File.skipped("other", "no such thing");
    File.end(2);
  }
  std::vector<ResultsRun> Runs = read();
  EXPECT_TRUE(Warnings.empty());
  ASSERT_EQ(Runs.size(), 1u);
  const ResultsRun &R = Runs[0];
  EXPECT_EQ(R.Device.Name, "Odd \"name\" \\ of a GPU");
  EXPECT_EQ(R.Device.Backend, D.Backend);
  EXPECT_EQ(R.Device.Arch, D.Arch);
  EXPECT_EQ(R.Device.Identity, D.Identity);
  EXPECT_EQ(R.Device.SmCount, D.SmCount);
  EXPECT_EQ(R.Device.WarpSize, D.WarpSize);
  EXPECT_EQ(R.Device.BoostClockMhz, D.BoostClockMhz);
  EXPECT_EQ(R.Device.MemoryClockMhz, D.MemoryClockMhz);
  EXPECT_EQ(R.Device.MemoryBusBits, D.MemoryBusBits);
  EXPECT_EQ(R.Device.L2Bytes, D.L2Bytes);
  EXPECT_EQ(R.Device.MemoryBytes, D.MemoryBytes);
  EXPECT_EQ(R.Device.SharedPerSmBytes, D.SharedPerSmBytes);
  EXPECT_EQ(R.Device.SharedPerBlockOptinBytes, D.SharedPerBlockOptinBytes);
  EXPECT_EQ(R.Device.RegistersPerSm, D.RegistersPerSm);
  EXPECT_EQ(R.Device.MaxThreadsPerSm, D.MaxThreadsPerSm);
  EXPECT_EQ(R.Device.MaxThreadsPerBlock, D.MaxThreadsPerBlock);
  EXPECT_EQ(R.Device.MaxBlocksPerSm, D.MaxBlocksPerSm);
  EXPECT_EQ(R.Device.DriverVersion, D.DriverVersion);
  EXPECT_EQ(R.Device.RuntimeVersion, D.RuntimeVersion);
  EXPECT_TRUE(R.Quick);
  EXPECT_EQ(R.Rank, 5);
  EXPECT_TRUE(R.Ended);
  ASSERT_EQ(R.All.size(), 1u);
  EXPECT_EQ(R.All[0].Benchmark, "bench");
  EXPECT_EQ(R.All[0].XName, "x_bytes");
  EXPECT_EQ(R.All[0].YName, "y_us");
  EXPECT_EQ(R.All[0].ClockMhz, 1980);
  EXPECT_EQ(R.All[0].param("a"), 1.5);
  EXPECT_EQ(R.All[0].param("b"), 2);
  ASSERT_EQ(R.All[0].Points.size(), 2u);
  EXPECT_EQ(R.All[0].Points[0].Median, 2.25);
  EXPECT_EQ(R.All[0].Points[0].Low, 2);
  EXPECT_EQ(R.All[0].Points[0].High, 3);
  EXPECT_EQ(R.All[0].Points[0].Samples, 7u);
  ASSERT_EQ(R.Recorded.size(), 1u);
  EXPECT_NEAR(R.Recorded[0].Value, Q.Value, 1e-9);
  EXPECT_FALSE(R.Recorded[0].Ok);
  EXPECT_EQ(R.Recorded[0].Why, Q.Why);
  ASSERT_EQ(R.Skipped.size(), 1u);
  EXPECT_EQ(R.Skipped[0].first, "other");
}

TEST_F(ResultsFileTest, WhatIsNoNumberIsRead) {
  {
    micro::ResultsFile File;
    ASSERT_TRUE(File.open(Path.c_str(), false));
    File.run(everything(), false, 0, "2026-11-22T10:00:00Z");
    const double Nan = std::numeric_limits<double>::quiet_NaN();
    File.series(
        {"b", "n", "x", "y", {}, {{1, Nan, 1, 1, 1}, {2, 3, 3, 3, 1}}, Nan});
    Quantity Q;
    Q.Value = Nan;
    Q.Ok = false;
    File.quantity(Q);
  }
  std::vector<ResultsRun> Runs = read();
  ASSERT_EQ(Runs.size(), 1u);
  EXPECT_EQ(Runs[0].All.at(0).Points.size(), 1u);
  EXPECT_FALSE(Runs[0].Ended);
}

TEST_F(ResultsFileTest, ARunThatIsContinued) {
  for (bool Append : {false, true}) {
    micro::ResultsFile File;
    ASSERT_TRUE(File.open(Path.c_str(), Append));
    if (!Append)
      File.run(everything(), false, 0, "2026-11-22T10:00:00Z");
    File.done(Append ? "second" : "first", 1);
  }
  micro::EarlierRun Earlier = micro::readEarlierRun(Path.c_str());
  EXPECT_EQ(Earlier.Finished.size(), 2u);
  EXPECT_EQ(read().size(), 1u);
  EXPECT_TRUE(Warnings.empty());
}

} // namespace
