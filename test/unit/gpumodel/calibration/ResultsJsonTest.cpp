//===- ResultsJsonTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ResultsJson.h"
#include "gpumodel/calibration/RunQuantities.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

const std::string RunLine =
    R"({"record":"run","schema":1,"date":"2026-11-22T10:00:00Z","quick":false,)"
    R"("backend":"cuda","rank":2,"device":{"name":"Made-Up","arch":"sm_90",)"
    R"("identity":"ab","sm_count":132,"l2_bytes":52428800}})"
    "\n";
const std::string CurveLine =
    R"({"record":"series","benchmark":"global-latency","series":"l1",)"
    R"("x":"footprint_bytes","y":"cycles_per_load","clock_mhz":1980,)"
    R"("params":{"node_bytes":128},"points":[[4096,33,32,34,5],[2048,31,30,32,5]]})"
    "\n";

std::vector<ResultsRun> read(const std::string &Text,
                             std::vector<std::string> &Warnings) {
  auto Runs = parseResults(llvm::MemoryBufferRef(Text, "r.jsonl"), Warnings);
  if (Runs)
    return std::move(*Runs);
  ADD_FAILURE() << llvm::toString(Runs.takeError());
  return {};
}

std::string errorOf(const std::string &Text) {
  std::vector<std::string> Warnings;
  auto Runs = parseResults(llvm::MemoryBufferRef(Text, "r.jsonl"), Warnings);
  return Runs ? "" : llvm::toString(Runs.takeError());
}

/// \p Text with \p From replaced once.
std::string with(std::string Text, const std::string &From,
                 const std::string &To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, std::string::npos) << From;
  return Text.replace(At, From.size(), To);
}

TEST(ResultsJson, ReadsARun) {
  std::vector<std::string> Warnings;
  std::vector<ResultsRun> Runs = read(
      RunLine + CurveLine +
          R"({"record":"quantity","benchmark":"b","name":"n","value":1.5,"low":1,"high":2,"unit":"us","ok":false,"why":"w","how":"h"})"
          "\n"
          R"({"record":"skipped","benchmark":"texture","why":"none"})"
          "\n"
          R"({"record":"done","benchmark":"b","elapsed_s":2})"
          "\n"
          R"({"record":"note","text":"hello"})"
          "\n"
          R"({"record":"end","elapsed_s":2})",
      Warnings);
  EXPECT_TRUE(Warnings.empty());
  ASSERT_EQ(Runs.size(), 1u);
  const ResultsRun &R = Runs[0];
  EXPECT_EQ(R.Device.Name, "Made-Up");
  EXPECT_EQ(R.Device.Backend, "cuda");
  EXPECT_EQ(R.Device.SmCount, 132);
  EXPECT_EQ(R.Device.L2Bytes, 52428800);
  EXPECT_EQ(R.Rank, 2);
  EXPECT_TRUE(R.Ended);
  ASSERT_EQ(R.All.size(), 1u);
  const Series &S = R.All[0];
  EXPECT_EQ(S.param("node_bytes"), 128);
  EXPECT_EQ(S.ClockMhz, 1980);
  ASSERT_EQ(S.Points.size(), 2u);
  EXPECT_EQ(S.Points[0].X, 2048); // by rising x
  EXPECT_EQ(S.Points[1].Median, 33);
  EXPECT_EQ(S.Points[1].Low, 32);
  EXPECT_EQ(S.Points[1].High, 34);
  EXPECT_EQ(S.Points[1].Samples, 5u);
  ASSERT_EQ(R.Recorded.size(), 1u);
  EXPECT_EQ(R.Recorded[0].Value, 1.5);
  EXPECT_FALSE(R.Recorded[0].Ok);
  EXPECT_EQ(R.Skipped[0].first, "texture");
  EXPECT_EQ(R.Notes[0], "hello");
}

TEST(ResultsJson, ErrorsNameFileLineAndWhatWouldBeRight) {
  struct {
    std::string Text;
    const char *Error;
  } Cases[] = {
      {"", "r.jsonl:1: holds no results"},
      {"\n\n", "r.jsonl:1: holds no results"},
      {CurveLine, "r.jsonl:1: series record before the first run record"},
      {with(RunLine, "\"schema\":1", "\"schema\":2"),
       "r.jsonl:1: run record: 'schema' is 2, this gpuperf reads schema 1"},
      {with(RunLine, "\"schema\":1,", ""),
       "r.jsonl:1: run record: lacks 'schema'"},
      {with(RunLine, "\"sm_count\":132", "\"sm_count\":0"), "'sm_count' is 0"},
      {with(RunLine, "\"sm_count\":132", "\"sm_count\":\"132\""),
       "'sm_count' is \"132\", it must be a number, 1e30 at most"},
      {RunLine + with(CurveLine, "\"points\":[[4096,33,32,34,5]",
                      "\"points\":[[4096,33,32,34]"),
       "r.jsonl:2: series record: point 1 must be [x, median, low, high, "
       "samples]"},
      {RunLine + with(CurveLine, "33,32,34", "33,35,34"), "low above its high"},
      {RunLine + with(CurveLine, "33,32,34", "true,32,34"),
       "what is no number"},
      {RunLine + with(CurveLine, "33,32,34", "33,32,1e300"), "beyond 1e30"},
      {RunLine + with(CurveLine, "\"benchmark\":\"global-latency\",", ""),
       "r.jsonl:2: series record: lacks 'benchmark'"},
      {RunLine + with(CurveLine, "{\"node_bytes\":128}", "[1]"),
       "'params' is [1], it must be an object"},
      {RunLine + "{\"record\":\"serie\"}\n",
       "r.jsonl:2: record 'serie' is not known; there are run, series"},
      {RunLine + "{\"rekord\":1}\n", "r.jsonl:2: is no record"},
      {RunLine + "[]\n", "r.jsonl:2: is no record"},
      {RunLine + "garbage\n" + CurveLine, "r.jsonl:2: is not JSON"},
      {RunLine + "{\"record\":\"end\"}}\n", "r.jsonl:2: is not JSON"},
      {RunLine + std::string(100000, '['), "r.jsonl:2: is nested too deep"},
  };
  for (const auto &C : Cases) {
    std::string Error = errorOf(C.Text);
    EXPECT_NE(Error.find(C.Error), std::string::npos)
        << "wanted: " << C.Error << "\ngot: " << Error;
  }
}

TEST(ResultsJson, EveryTruncationIsTolerated) {
  // A run may be killed anywhere: what is whole counts.
  for (size_t Length = 9; Length + 1 < CurveLine.size(); ++Length) {
    std::vector<std::string> Warnings;
    std::vector<ResultsRun> Runs =
        read(RunLine + CurveLine.substr(0, Length), Warnings);
    ASSERT_EQ(Runs.size(), 1u) << Length;
    EXPECT_TRUE(Runs[0].All.empty()) << Length;
    ASSERT_EQ(Warnings.size(), 1u) << Length;
    EXPECT_NE(Warnings[0].find("r.jsonl:2: half a line"), std::string::npos);
  }
}

TEST(ResultsJson, ARunThatWentOnBehindHalfALine) {
  std::vector<std::string> Warnings;
  std::vector<ResultsRun> Runs =
      read(RunLine + CurveLine.substr(0, 60) + "\n" + CurveLine, Warnings);
  ASSERT_EQ(Runs.size(), 1u);
  EXPECT_EQ(Runs[0].All.size(), 1u);
  EXPECT_EQ(Warnings.size(), 1u);
  EXPECT_FALSE(Runs[0].Ended);
}

TEST(ResultsJson, ACurveThatWasMeasuredAgainReplacesTheFirst) {
  std::vector<std::string> Warnings;
  std::vector<ResultsRun> Runs =
      read(RunLine + CurveLine + with(CurveLine, "[4096,33,32,34,5],", "") +
               with(CurveLine, "128", "64"),
           Warnings);
  ASSERT_EQ(Runs[0].All.size(), 2u);
  EXPECT_EQ(Runs[0].All[0].Points.size(), 1u);
  EXPECT_EQ(Runs[0].All[1].param("node_bytes"), 64);
}

TEST(ResultsJson, ASecondRunRecordBeginsAnotherRun) {
  std::vector<std::string> Warnings;
  std::vector<ResultsRun> Runs =
      read(RunLine + CurveLine + with(RunLine, "\"rank\":2", "\"rank\":3"),
           Warnings);
  ASSERT_EQ(Runs.size(), 2u);
  EXPECT_EQ(Runs[0].All.size(), 1u);
  EXPECT_EQ(Runs[1].Rank, 3);
}

TEST(ResultsJson, APointThatWasNotFiniteIsLeftOut) {
  std::vector<std::string> Warnings;
  std::vector<ResultsRun> Runs =
      read(RunLine + with(CurveLine, "33,32,34", "null,32,34"), Warnings);
  EXPECT_EQ(Runs[0].All[0].Points.size(), 1u);
}

TEST(ResultsJson, MissingFilesAndEmptyFolders) {
  std::vector<std::string> Warnings;
  auto Missing = readResults({"/nonexistent/results"}, Warnings);
  ASSERT_FALSE(static_cast<bool>(Missing));
  EXPECT_NE(llvm::toString(Missing.takeError()).find("cannot read results"),
            std::string::npos);
  auto Empty = readResults({std::string(GPUPERF_TEST_INPUTS)}, Warnings);
  ASSERT_FALSE(static_cast<bool>(Empty));
  EXPECT_NE(llvm::toString(Empty.takeError()).find("no calibrate*.jsonl"),
            std::string::npos);
}

TEST(ResultsJson, PublishedCurvesAreNotMeasured) {
  std::vector<std::string> Warnings;
  auto Runs = readResults(
      {std::string(GPUPERF_TEST_INPUTS) + "/calibration/published-a100"},
      Warnings);
  ASSERT_TRUE(static_cast<bool>(Runs)) << llvm::toString(Runs.takeError());
  ASSERT_EQ(Runs->size(), 1u);
  EXPECT_TRUE(Runs->front().isPublished());
  EXPECT_EQ(statusOf(Runs->front()), FactStatus::Published);
}

} // namespace
