//===- KernelTimeCheck.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/KernelTimeCheck.h"
#include "analysis/report/Wording.h"
#include "llvm/Support/FormatVariadic.h"

namespace gpuperf {

KernelTimeCheck::KernelTimeCheck(llvm::StringRef Name,
                                 clang::tidy::ClangTidyContext *Context)
    : LaunchCheck(Name, Context),
      // The option is read as text, because clang-tidy's accessors for bool are
      // template specialisations whose names GCC and clang mangle differently:
      // the plugin and the clang-tidy that loads it may come from either.
      ReportUnknown(Options.get("ReportUnknown", "false") == "true") {}

void KernelTimeCheck::storeOptions(
    clang::tidy::ClangTidyOptions::OptionMap &Opts) {
  LaunchCheck::storeOptions(Opts);
  Options.store(Opts, "ReportUnknown", ReportUnknown ? "true" : "false");
}

void KernelTimeCheck::report(const LaunchAnswer &Answer,
                             const FileAnalysis &File) {
  auto note = [&](const std::string &Text) {
    if (!Text.empty())
      diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note) << Text;
  };
  if (Answer.PerGpu.empty()) {
    if (ReportUnknown && !File.FileError.empty())
      diag(Answer.Site.Where, "no prediction for '%0': %1")
          << Answer.Site.KernelName << File.FileError;
    return;
  }
  const GpuAnswer &First = Answer.PerGpu.front();
  if (!First.P) {
    if (ReportUnknown)
      diag(Answer.Site.Where, "no prediction for '%0' on %1: %2")
          << Answer.Site.KernelName << First.Gpu << First.WhyNot;
    return;
  }
  const Prediction &P = *First.P;
  diag(Answer.Site.Where, "'%0' is predicted to take %1 on %2, bound by %3; %4")
      << Answer.Site.KernelName << formatTimeBand(P.TimeUs) << First.Gpu
      << boundName(P.BoundBy) << describeLoad(P);
  note(describeLimiter(P));
  for (const GpuAnswer &Other : llvm::drop_begin(Answer.PerGpu))
    if (Other.P)
      note(llvm::formatv("on {0}: {1}, bound by {2}; {3}", Other.Gpu,
                         formatTimeBand(Other.P->TimeUs),
                         boundName(Other.P->BoundBy), describeLoad(*Other.P)));
    else
      note(
          llvm::formatv("on {0}: no prediction, {1}", Other.Gpu, Other.WhyNot));
  if (std::string Text = describeAssumptions(P); !Text.empty())
    note("assumed: " + Text);
  note(File.GpuChoiceNote);
}

} // namespace gpuperf
