//===- CodeQualityTest.cpp - Findings as GitLab's Code Quality report ---===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/CodeQuality.h"
#include "test/unit/plugin/tidy/export/MakeFinding.h"
#include "gtest/gtest.h"

using namespace gpuperf;
namespace json = llvm::json;

TEST(CodeQuality, HasWhatGitLabAsksFor) {
  Finding NoPlace = makeFinding("r", "m");
  NoPlace.At.reset();
  json::Value Report = codeQuality(
      {makeFinding("gpuperf-kernel-time", "takes 1 us", 3),
       makeFinding("gpuperf-tail-wave", "half empty", 4, "a b/k.cu"), NoPlace,
       makeFinding("gpuperf-invalid-launch", "fails", 5)});
  const json::Array &All = *Report.getAsArray();
  ASSERT_EQ(All.size(), 3u);
  const char *Severities[] = {"major", "minor", "info"};
  for (size_t I = 0; I < 3; ++I) {
    const json::Object &One = *All[I].getAsObject();
    EXPECT_EQ(One.getString("severity"), Severities[I]);
    EXPECT_EQ(One.getString("fingerprint")->size(), 32u);
  }
  const json::Object &Minor = *All[1].getAsObject();
  EXPECT_EQ(Minor.getString("description"), "half empty");
  EXPECT_EQ(Minor.getString("check_name"), "gpuperf-tail-wave");
  const json::Object &Location = *Minor.getObject("location");
  EXPECT_EQ(Location.getString("path"), "a b/k.cu");
  EXPECT_EQ(Location.getObject("lines")->getInteger("begin"), 4);
}
