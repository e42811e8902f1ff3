//===- RuleTextsTest.cpp - What is said about a rule --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/RuleTexts.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace testing;

TEST(RuleTexts, OfOursAreThoseOfThePage) {
  RuleTexts T = ruleTexts("gpuperf-fp64-arithmetic", "https://x.org/gpuperf/");
  EXPECT_EQ(T.Name, "GpuperfFp64Arithmetic");
  EXPECT_THAT(T.Short, StartsWith("Finds float code"));
  EXPECT_THAT(T.Short, EndsWith("."));
  EXPECT_THAT(T.Full, Not(HasSubstr("\n")));
  EXPECT_THAT(T.Markdown, AllOf(HasSubstr("## Why"), HasSubstr("## Fix"),
                                Not(HasSubstr("## Options"))));
  EXPECT_EQ(T.HelpUri, "https://x.org/gpuperf/blob/HEAD/plugin/checks/"
                       "Fp64ArithmeticCheck.md");
  EXPECT_EQ(ruleTexts("gpuperf-tail-wave", "").HelpUri, "");
}

TEST(RuleTexts, AShortOneIsASentence) {
  RuleTexts T = ruleTexts("gpuperf-invalid-launch", "");
  EXPECT_THAT(T.Short, EndsWith("fail at run time."));
  EXPECT_THAT(T.Full, StartsWith(T.Short + " "));
}

TEST(RuleTexts, LinksBetweenOurPagesAreWords) {
  EXPECT_THAT(ruleTexts("gpuperf-kernel-time", "").Markdown,
              AllOf(HasSubstr("unless a comment"), Not(HasSubstr("](#"))));
}

TEST(RuleTexts, OfOthersAreTheirAddresses) {
  RuleTexts T = ruleTexts("clang-diagnostic-unused-variable", "");
  EXPECT_EQ(T.Name, "ClangDiagnosticUnusedVariable");
  EXPECT_EQ(T.HelpUri, "https://clang.llvm.org/docs/DiagnosticsReference.html"
                       "#wunused-variable");
  EXPECT_EQ(ruleTexts("modernize-use-nullptr", "").HelpUri,
            "https://clang.llvm.org/extra/clang-tidy/checks/modernize/"
            "use-nullptr.html");
  EXPECT_EQ(ruleTexts("clang-analyzer-core.NullDereference", "").Name,
            "ClangAnalyzerCoreNullDereference");
  for (const char *Rule :
       {"clang-diagnostic-error", "odd", "gpuperf-unknown"}) {
    T = ruleTexts(Rule, "");
    EXPECT_THAT(T.Short, EndsWith(".")) << Rule;
    EXPECT_FALSE(T.Help.empty() || T.Markdown.empty()) << Rule;
  }
}
