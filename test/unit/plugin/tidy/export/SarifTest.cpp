//===- SarifTest.cpp - Findings as SARIF 2.1.0 --------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Sarif.h"
#include "test/unit/plugin/tidy/export/MakeFinding.h"
#include "gtest/gtest.h"

using namespace gpuperf;
namespace json = llvm::json;

static const SarifTool Tool = {"1.2.3", "https://x.org/gpuperf"};

static const json::Object &runOf(const json::Value &Log) {
  return *(*Log.getAsObject()->getArray("runs"))[0].getAsObject();
}

static const json::Array &resultsOf(const json::Value &Log) {
  return *runOf(Log).getArray("results");
}

static const json::Array *notificationsOf(const json::Value &Log) {
  return (*runOf(Log).getArray("invocations"))[0].getAsObject()->getArray(
      "toolExecutionNotifications");
}

static std::string textOf(const json::Value &Log) {
  return llvm::formatv("{0:2}", Log).str();
}

TEST(Sarif, RulesAreNamedOnceAndReferredTo) {
  json::Value Log = sarifLog({makeFinding("gpuperf-tail-wave", "a", 1),
                              makeFinding("gpuperf-kernel-time", "b", 2),
                              makeFinding("gpuperf-tail-wave", "c", 3)},
                             Tool);
  const json::Array &Rules =
      *runOf(Log).getObject("tool")->getObject("driver")->getArray("rules");
  ASSERT_EQ(Rules.size(), 2u);
  for (const json::Value &R : resultsOf(Log)) {
    const json::Object &Rule =
        *Rules[*R.getAsObject()->getInteger("ruleIndex")].getAsObject();
    EXPECT_EQ(Rule.getString("id"), R.getAsObject()->getString("ruleId"));
    EXPECT_EQ(Rule.getObject("defaultConfiguration")->getString("level"),
              R.getAsObject()->getString("level"));
    EXPECT_TRUE(Rule.getString("helpUri"));
  }
}

TEST(Sarif, AdviceIsAWarningATimeIsANote) {
  Finding Error = makeFinding("clang-diagnostic-error", "bad");
  Error.Level = FindingLevel::Error;
  json::Value Log =
      sarifLog({makeFinding("gpuperf-kernel-time", "b"),
                makeFinding("gpuperf-invalid-launch", "a"), Error},
               Tool);
  std::vector<std::string> Levels;
  for (const json::Value &R : resultsOf(Log))
    Levels.push_back(R.getAsObject()->getString("level")->str());
  EXPECT_EQ(Levels, (std::vector<std::string>{"error", "warning", "note"}));
}

TEST(Sarif, TheWorstAreKeptAndTheRestIsTold) {
  std::vector<Finding> Many;
  for (unsigned I = 1; I <= 9; ++I)
    Many.push_back(makeFinding("gpuperf-tail-wave",
                               std::to_string(I * 10) + "% of the time", I));
  json::Value Log = sarifLog(Many, Tool, 3);
  ASSERT_EQ(resultsOf(Log).size(), 3u);
  EXPECT_NE(textOf(resultsOf(Log)[0]).find("90% of the time"),
            std::string::npos);
  ASSERT_TRUE(notificationsOf(Log));
  EXPECT_NE(textOf((*notificationsOf(Log))[0]).find("worst 3 of 9 findings"),
            std::string::npos);
  EXPECT_FALSE(notificationsOf(sarifLog(Many, Tool, 9)));
}

TEST(Sarif, WhatHasNoPlaceIsANotification) {
  Finding F = makeFinding("clang-diagnostic-error", "unknown argument");
  F.At.reset();
  F.Level = FindingLevel::Error;
  json::Value Log = sarifLog({F}, Tool);
  EXPECT_TRUE(resultsOf(Log).empty());
  ASSERT_TRUE(notificationsOf(Log));
  EXPECT_EQ((*runOf(Log).getArray("invocations"))[0].getAsObject()->getBoolean(
                "executionSuccessful"),
            false);
}

TEST(Sarif, NotesAreRelatedPlacesThatTheMessageRefersTo) {
  Finding F = makeFinding("r", "in a[](int)");
  F.Notes = {{"see b[0]", Place{"src/h.cuh", {7, 1, 7, 2}}},
             {"no place", {}},
             {"here", F.At}};
  json::Value Log = sarifLog({F}, Tool);
  const json::Object &R = *resultsOf(Log)[0].getAsObject();
  EXPECT_EQ(R.getObject("message")->getString("text"),
            "in a\\[\\](int)\n[see b\\[0\\]](1)\nno place\nhere");
  ASSERT_EQ(R.getArray("relatedLocations")->size(), 1u);
  EXPECT_EQ(
      (*R.getArray("relatedLocations"))[0].getAsObject()->getInteger("id"), 1);
}

TEST(Sarif, MarkdownHasNoLinksAndNoTags) {
  Finding F = makeFinding("r", "'k<float*>' in a_b: write `// n<0>`; 'x`y'");
  F.Notes = {{"see b[0]", Place{"src/h_1.cuh", {7, 1, 7, 2}}},
             {"no place", {}}};
  json::Value Log = sarifLog({F}, Tool);
  const json::Object &R = *resultsOf(Log)[0].getAsObject();
  EXPECT_EQ(R.getObject("message")->getString("markdown"),
            "'k\\<float\\*\\>' in a\\_b: write `// n<0>`; 'x\\`y'\n"
            "see b\\[0\\] (src/h\\_1.cuh:7)\nno place");
}

TEST(Sarif, EditsOfAFixAreGroupedByFile) {
  Finding F = makeFinding("r", "m");
  F.Fixes = {{"do it",
              {{{"a.cu", {1, 2, 1, 4}}, "x"},
               {{"b.cu", {3, 1, 3, 1}}, "y"},
               {{"a.cu", {5, 1, 6, 1}}, ""}}}};
  json::Value Log = sarifLog({F}, Tool);
  const json::Object &Fix =
      *(*resultsOf(Log)[0].getAsObject()->getArray("fixes"))[0].getAsObject();
  const json::Array &Changes = *Fix.getArray("artifactChanges");
  ASSERT_EQ(Changes.size(), 2u);
  const json::Array &OfA = *Changes[0].getAsObject()->getArray("replacements");
  ASSERT_EQ(OfA.size(), 2u);
  EXPECT_EQ(
      OfA[0].getAsObject()->getObject("deletedRegion")->getInteger("endColumn"),
      4);
  EXPECT_FALSE(OfA[1].getAsObject()->get("insertedContent"));
}

TEST(Sarif, PathsAreRelativeOrAddresses) {
  std::string Log = textOf(sarifLog({makeFinding("r", "m", 1, "a b/k.cu"),
                                     makeFinding("r", "m", 1, "/usr/x.h")},
                                    Tool));
  EXPECT_NE(Log.find(R"("uri": "a%20b/k.cu")"), std::string::npos);
  EXPECT_NE(Log.find(R"("uri": "file:///usr/x.h")"), std::string::npos);
}

TEST(Sarif, WhatIsNotUtf8IsMadeSo) {
  json::Value Log = sarifLog({makeFinding("r", "bad \xff byte")}, Tool);
  EXPECT_TRUE(json::isUTF8(textOf(Log)));
}
