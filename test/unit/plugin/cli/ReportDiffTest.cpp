//===- ReportDiffTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/ReportDiff.h"
#include "plugin/cli/report/DiffFormats.h"
#include "llvm/Support/FormatVariadic.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
namespace json = llvm::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

static json::Object launch(const char *File, const char *Function,
                           const char *Kernel, double TimeUs,
                           int64_t Ordinal = 0) {
  return json::Object{
      {"file", File},
      {"line", 10},
      {"function", Function},
      {"kernel", std::string(Kernel)},
      {"ordinal", Ordinal},
      {"context", 0},
      {"gpu", "t4"},
      {"model", "gpuperf"},
      {"time_us", TimeUs},
      {"time_us_low", TimeUs / 1.2},
      {"time_us_high", TimeUs * 1.2},
      {"own_error_factor", 1.2},
      {"bound", "dram"},
      {"registers_per_thread", 32},
      {"block", json::Array{256, 1, 1}},
      {"components_us", json::Object{{"dram", TimeUs}}},
      {"counts", json::Object{{"dram_read_bytes", TimeUs * 1e5}}}};
}

static Report report(std::vector<json::Object> Launches) {
  Report R;
  R.Gpus = {{"t4", "1"}};
  R.Launches = std::move(Launches);
  return R;
}

static std::vector<json::Object> list(json::Object A) {
  std::vector<json::Object> Out;
  Out.push_back(std::move(A));
  return Out;
}

TEST(ReportDiff, TellsWhatIsSlowerBeyondTheBandOfAComparison) {
  const Report Base = report(list(launch("a.cu", "run", "k", 100)));
  auto KindAt = [&](double TimeUs) {
    const Report Head = report(list(launch("a.cu", "run", "k", TimeUs)));
    return compareReports(Base, Head).front().Kind;
  };
  EXPECT_EQ(KindAt(100), ChangeKind::Same);
  EXPECT_EQ(KindAt(103), ChangeKind::Unclear);
  // The times' own bands, x/ 1.2 each, overlap; those of a comparison do not.
  EXPECT_EQ(KindAt(130), ChangeKind::Slower);
  EXPECT_EQ(KindAt(70), ChangeKind::Faster);
}

TEST(ReportDiff, OtherResourcesWidenTheComparison) {
  const Report Base = report(list(launch("a.cu", "run", "k", 100)));
  json::Object After = launch("a.cu", "run", "k", 130);
  After["components_us"] = json::Object{{"l1", 130.0}};
  const Report Head = report(list(std::move(After)));
  EXPECT_EQ(compareReports(Base, Head).front().Kind, ChangeKind::Unclear);
}

TEST(ReportDiff, AFileThatWasMovedSaysNothing) {
  const Report Base = report(list(launch("old/a.cu", "run", "k", 100)));
  const Report Head = report(list(launch("new/b.cu", "run", "k", 100)));
  const auto Changes = compareReports(Base, Head);
  ASSERT_EQ(Changes.size(), 1u);
  EXPECT_EQ(Changes.front().Kind, ChangeKind::Same);
}

TEST(ReportDiff, TwoFilesOfWhichOneWentAwayAreNotMixedUp) {
  // Two launches of one name went, one came: nobody knows which it was.
  Report Base = report(list(launch("a.cu", "run", "k", 100)));
  Base.Launches.push_back(launch("b.cu", "run", "k", 300));
  const Report Head = report(list(launch("c.cu", "run", "k", 300)));
  unsigned New = 0, Gone = 0;
  for (const LaunchChange &C : compareReports(Base, Head)) {
    New += C.Kind == ChangeKind::New;
    Gone += C.Kind == ChangeKind::Gone;
  }
  EXPECT_EQ(New, 1u);
  EXPECT_EQ(Gone, 2u);
}

TEST(ReportDiff, TheOrdinalTellsLaunchesOfOneKernelApart) {
  Report Base = report(list(launch("a.cu", "run", "k", 100, 0)));
  Base.Launches.push_back(launch("a.cu", "run", "k", 200, 1));
  Report Head = report(list(launch("a.cu", "run", "k", 100, 0)));
  Head.Launches.push_back(launch("a.cu", "run", "k", 400, 1));
  const auto Changes = compareReports(Base, Head);
  ASSERT_EQ(Changes.size(), 2u);
  EXPECT_EQ(Changes[0].Kind, ChangeKind::Slower);
  EXPECT_EQ(nameOfLaunch(Changes[0].any(), false), "run -> k #2");
  EXPECT_NEAR(Changes[0].Ratio.Value, 2, 1e-9);
  EXPECT_EQ(Changes[1].Kind, ChangeKind::Same);
}

TEST(ReportDiff, ALostTimeComesBeforeNewOnes) {
  const Report Base = report(list(launch("a.cu", "run", "k", 100)));
  json::Object Lost = launch("a.cu", "run", "k", 100);
  Lost.erase("time_us");
  Lost["error"] = "the block is not known";
  Report Head = report(list(std::move(Lost)));
  Head.Launches.push_back(launch("a.cu", "run", "other", 100));
  const auto Changes = compareReports(Base, Head);
  ASSERT_EQ(Changes.size(), 2u);
  EXPECT_EQ(Changes[0].Kind, ChangeKind::LostTime);
  EXPECT_EQ(Changes[1].Kind, ChangeKind::New);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printDiff(OS, DiffFormat::Text, Base, Head, Changes);
  EXPECT_THAT(Text, HasSubstr("lost its time, was 100 us: the block is not "
                              "known"));
}

TEST(ReportDiff, CausesGoWithTheChange) {
  const Report Base = report(list(launch("a.cu", "run", "k", 100)));
  json::Object After = launch("a.cu", "run", "k", 200);
  After["registers_per_thread"] = 24; // fewer: does not make it slower
  After["block"] = json::Array{64, 1, 1};
  const Report Head = report(list(std::move(After)));
  EXPECT_THAT(
      compareReports(Base, Head).front().Causes,
      ElementsAre("block 256 -> 64", "DRAM bytes read 9.54 MiB -> 19.1 MiB"));
}

TEST(ReportDiff, NoiseIsNoCause) {
  auto launchWith = [](double TimeUs, double Instructions, double L2Bytes,
                       int64_t Registers) {
    json::Object O = launch("a.cu", "run", "k", TimeUs);
    O["registers_per_thread"] = Registers;
    O["occupancy"] = 0.5;
    O["counts"] =
        json::Object{{"warp_instructions", json::Object{{"fma", Instructions}}},
                     {"l2_bytes", L2Bytes}};
    return O;
  };
  const Report Base = report(list(launchWith(100, 1000, 1000, 32)));
  auto causesOf = [&](json::Object After) {
    const Report Head = report(list(std::move(After)));
    return compareReports(Base, Head).front().Causes;
  };
  // Registers that change nothing, bytes that the model is not so sure of.
  EXPECT_THAT(causesOf(launchWith(200, 2000, 1080, 36)),
              ElementsAre("warp instructions 1000 -> 2000"));
  EXPECT_THAT(causesOf(launchWith(70, 1000, 1200, 32)), ElementsAre());
  EXPECT_THAT(causesOf(launchWith(120, 1080, 1000, 32)),
              ElementsAre("warp instructions 1000 -> 1080"));
  // Little beside the time.
  EXPECT_THAT(causesOf(launchWith(400, 1080, 1000, 32)), ElementsAre());
  // Registers that cost occupancy.
  json::Object Fewer = launchWith(150, 1000, 1000, 72);
  Fewer["occupancy"] = 0.25;
  EXPECT_THAT(causesOf(std::move(Fewer)),
              ElementsAre("registers 32 -> 72", "occupancy 50% -> 25%"));
}

TEST(ReportDiff, TheLastLineCountsTheOthers) {
  auto text = [](const Report &Base, const Report &Head) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    printDiff(OS, DiffFormat::Text, Base, Head, compareReports(Base, Head));
    printDiff(OS, DiffFormat::Markdown, Base, Head, compareReports(Base, Head));
    return Out;
  };
  const Report None;
  const Report Base = report(list(launch("a.cu", "run", "k", 100))),
               Slower = report(list(launch("a.cu", "run", "k", 200)));
  EXPECT_THAT(text(None, None), HasSubstr("no launch"));
  EXPECT_THAT(text(Base, Base), HasSubstr("1 unchanged"));
  EXPECT_THAT(text(Base, Slower), Not(HasSubstr("no launch")));
  EXPECT_THAT(text(Base, Slower), Not(HasSubstr("\n\n\n")));
}

TEST(ReportDiff, MarkdownIsNeverLargerThanAComment) {
  Report Base, Head;
  Base.Gpus = Head.Gpus = {{"t4", "1"}};
  for (int I = 0; I < 3000; ++I) {
    const std::string Name = llvm::formatv("kernel|number<{0}>", I);
    Base.Launches.push_back(launch("a.cu", "run", Name.c_str(), 100));
    Head.Launches.push_back(launch("a.cu", "run", Name.c_str(), 200 + I));
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const auto Changes = compareReports(Base, Head);
  printDiff(OS, DiffFormat::Markdown, Base, Head, Changes);
  EXPECT_LE(Text.size(), 65536u);
  EXPECT_TRUE(llvm::StringRef(Text).starts_with(
      "**3000 of 3000 launches slower, 0 faster (t4)**"));
  // The worst is there, what stands in a table cannot break it.
  EXPECT_TRUE(llvm::StringRef(Text).contains("kernel\\|number\\<2999>"));
  EXPECT_TRUE(
      llvm::StringRef(Text).contains("are left out; `--format=json` has all."));
}

TEST(Report, OtherNumbersOfAGpuAreAnotherOrigin) {
  Report A, B;
  A.Tool = B.Tool = "gpuperf 1";
  A.Gpus = {{"t4", "1"}};
  B.Gpus = {{"t4", "2"}};
  EXPECT_EQ(differentOrigin(A, A), "");
  EXPECT_EQ(differentOrigin(A, B), "the numbers of GPU 't4' differ");
  B.Tool = "gpuperf 2";
  EXPECT_EQ(differentOrigin(A, B),
            "the version of gpuperf differs: gpuperf 1 and gpuperf 2");
}

TEST(Report, ALaunchInAHeaderIsThereOnce) {
  Report R;
  R.Launches.push_back(launch("k.cuh", "run", "k", 1));
  R.Launches.push_back(launch("k.cuh", "run", "k", 1));
  R.Launches.push_back(launch("a.cu", "run", "k", 1));
  normalize(R);
  ASSERT_EQ(R.Launches.size(), 2u);
  EXPECT_EQ(R.Launches.front().getString("file"), "a.cu");
}
