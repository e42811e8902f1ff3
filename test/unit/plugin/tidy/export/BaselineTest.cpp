//===- BaselineTest.cpp - Findings that are known already ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Baseline.h"
#include "test/unit/plugin/tidy/export/MakeFinding.h"
#include "gtest/gtest.h"

using namespace gpuperf;

static std::string written(const Baseline &B) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  B.write(OS);
  return Text;
}

/// Written, read and applied to others; what is new.
static std::vector<Finding> newOf(const std::vector<Finding> &Old,
                                  std::vector<Finding> Now) {
  llvm::Expected<Baseline> B = Baseline::parse(written(Baseline::of(Old)));
  if (!B) {
    ADD_FAILURE() << llvm::toString(B.takeError());
    return {};
  }
  B->takeKnown(Now);
  return Now;
}

static std::string problemOf(llvm::StringRef Text) {
  llvm::Expected<Baseline> B = Baseline::parse(Text);
  return B ? std::string() : llvm::toString(B.takeError());
}

TEST(Baseline, IsSortedWithALineForEach) {
  EXPECT_EQ(written(Baseline::of({makeFinding("b", "m", 1, "z.cu"),
                                  makeFinding("b", "3 times", 2, "a.cu"),
                                  makeFinding("a", "m", 3, "a.cu"),
                                  makeFinding("b", "4 times", 4, "a.cu")})),
            R"({"schema": 1, "findings": [
{"count":1,"file":"a.cu","rule":"a","text":"p[i]=1; | m"},
{"count":2,"file":"a.cu","rule":"b","text":"p[i]=1; | # times"},
{"count":1,"file":"z.cu","rule":"b","text":"p[i]=1; | m"}
]}
)");
  EXPECT_EQ(problemOf(written(Baseline())), "");
}

TEST(Baseline, KnownOnesAreTakenOutWhereverTheyMoved) {
  auto Old = {makeFinding("r", "8 us", 4)};
  EXPECT_TRUE(newOf(Old, {makeFinding("r", "9 ms", 40)}).empty());
  EXPECT_EQ(newOf(Old, {makeFinding("r", "8 us", 4, "other.cu")}).size(), 1u);
  EXPECT_EQ(newOf(Old, {makeFinding("q", "8 us", 4)}).size(), 1u);
}

TEST(Baseline, OneMoreOfThemIsNew) {
  auto Old = {makeFinding("r", "m", 4), makeFinding("r", "m", 6)};
  auto New = newOf(Old, {makeFinding("r", "m", 4), makeFinding("r", "m", 6),
                         makeFinding("r", "m", 8)});
  ASSERT_EQ(New.size(), 1u);
  EXPECT_EQ(New[0].At->Where.Line, 8u);
}

TEST(Baseline, ErrorsOfTheCompilerAreNeverKnown) {
  Finding Error = makeFinding("clang-diagnostic-error", "m");
  Error.Level = FindingLevel::Error;
  EXPECT_EQ(newOf({Error}, {Error}).size(), 1u);
}

TEST(Baseline, NamesTheDiagnosticsThatItTook) {
  Finding F = makeFinding("r", "m");
  F.Diagnostics = {3, 5};
  std::vector<Finding> Now = {F};
  EXPECT_EQ(Baseline::of(Now).takeKnown(Now), (std::vector<size_t>{3, 5}));
}

TEST(Baseline, BadTextsSayWhy) {
  EXPECT_NE(problemOf("{\n\"schema\" 1"), "");
  EXPECT_NE(problemOf("[]").find("no \"schema\""), std::string::npos);
  EXPECT_NE(problemOf(R"({"schema": 2})").find("schema 2, and 1 is read"),
            std::string::npos);
  EXPECT_NE(problemOf(R"({"schema": 1})").find("\"findings\""),
            std::string::npos);
  for (const char *One : {"3", "{}", R"({"file":"f","rule":"r","text":"t"})",
                          R"({"file":"f","rule":"r","text":"t","count":0})"})
    EXPECT_NE(
        problemOf(
            (R"({"schema": 1, "findings": [)" + llvm::Twine(One) + "]}").str())
            .find("a finding wants"),
        std::string::npos)
        << One;
}
