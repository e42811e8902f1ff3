//===- DiffCommand.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/DiffCommand.h"
#include "plugin/cli/Predict.h"
#include "plugin/cli/report/DiffFormats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace gpuperf;

static cl::OptionCategory Category("diff options");
static cl::SubCommand Command("diff",
                              "Tell what became slower between two reports");
static cl::opt<std::string> BasePath(cl::Positional, cl::desc("BASE.json"),
                                     cl::Required, cl::sub(Command),
                                     cl::cat(Category));
static cl::opt<std::string> HeadPath(cl::Positional, cl::desc("HEAD.json"),
                                     cl::Required, cl::sub(Command),
                                     cl::cat(Category));
static cl::opt<std::string>
    FailOn("fail-on", cl::value_desc("PERCENT"),
           cl::desc("Exit with 1 if a launch is slower by so much or more and "
                    "that can be told, such as 10%"),
           cl::sub(Command), cl::cat(Category));
static cl::opt<DiffFormat> Format(
    "format", cl::desc("Output"),
    cl::values(clEnumValN(DiffFormat::Text, "text", "what changed"),
               clEnumValN(DiffFormat::Markdown, "markdown",
                          "the same as a table, at most 64 KB"),
               clEnumValN(DiffFormat::Json, "json", "the same as values"),
               clEnumValN(DiffFormat::OpenMetrics, "openmetrics",
                          "every time, for GitLab's metrics reports"),
               clEnumValN(DiffFormat::Bencher, "bencher",
                          "every time and band, for bencher.dev")),
    cl::init(DiffFormat::Text), cl::sub(Command), cl::cat(Category));
static cl::opt<bool>
    IgnoreVersions("ignore-versions",
                   cl::desc("Compare reports of different tools, models, "
                            "options or GPU files"),
                   cl::sub(Command), cl::cat(Category));

bool gpuperf::diffIsAsked() { return static_cast<bool>(Command); }
void gpuperf::hideUnrelatedToDiff() {
  cl::HideUnrelatedOptions(Category, Command);
}

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "gpuperf: " << Message << '\n';
  return ExitUnusable;
}

int gpuperf::runDiff() {
  double LeastPercent = 0;
  llvm::StringRef Percent = FailOn;
  Percent.consume_back("%");
  if (!FailOn.empty() &&
      (Percent.getAsDouble(LeastPercent) || !(LeastPercent >= 0)))
    return fail("--fail-on is '" + FailOn +
                "'; it must be a percentage, such as 10%");
  auto Base = readReport(BasePath);
  if (!Base)
    return fail(llvm::toString(Base.takeError()));
  auto Head = readReport(HeadPath);
  if (!Head)
    return fail(llvm::toString(Head.takeError()));
  if (std::string Why = differentOrigin(*Base, *Head); !Why.empty()) {
    const std::string Text = "the reports were made in different ways: " + Why;
    if (!IgnoreVersions)
      return fail(Text + "; make both in one way, or compare them with "
                         "--ignore-versions");
    llvm::errs() << "gpuperf: " << Text << '\n';
  }
  const std::vector<LaunchChange> Changes = compareReports(*Base, *Head);
  printDiff(llvm::outs(), Format, *Base, *Head, Changes);
  const bool Worse = llvm::any_of(Changes, [&](const LaunchChange &C) {
    return C.Kind == ChangeKind::Slower &&
           C.Ratio.Value >= 1 + LeastPercent / 100;
  });
  return !FailOn.empty() && Worse ? ExitFindings : ExitDone;
}
