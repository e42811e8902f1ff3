//===- PredictFile.cpp - Every launch of a file ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "plugin/analyze/DataComments.h"
#include "plugin/ast/SmArch.h"
#include "plugin/cli/Predict.h"
#include "plugin/cli/Sweep.h"
#include "plugin/cli/parse/CommandReader.h"
#include "plugin/launch/LaunchIdentity.h"
#include "plugin/others/OtherFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace clang;

namespace gpuperf {

/// The answer on one GPU to the launch \p Of at \p Place.
static Answer answerOf(const GpuAnswer &On, const BoundLaunch &Bound,
                       llvm::StringRef Kernel, const PresumedLoc &Place,
                       const LaunchIdentity &Of, ModelKind Model) {
  Answer A;
  if (Place.isValid()) {
    A.File = Place.getFilename();
    A.Line = Place.getLine();
    A.Column = Place.getColumn();
  }
  A.Kernel = Kernel.empty() ? "?" : Kernel.str();
  A.Function = Of.Function;
  A.Ordinal = Of.Ordinal;
  A.Gpu = On.Gpu;
  A.Maker = On.Maker;
  A.L = Bound.L;
  A.Model = Model;
  A.P = On.P;
  A.Open = On.Open;
  A.Counts = On.Counts;
  A.Error = On.WhyNot;
  A.Violations = On.Violations;
  return A;
}

/// The launch of \p On with other blocks.
static llvm::json::Array otherBlocks(const GpuAnswer &On, const GpuModel &Gpu,
                                     const PredictOptions &Options,
                                     size_t Most) {
  if (!Most || !On.P || !On.Kernel)
    return {};
  return shortSweep(makeSweep(*On.Kernel, On.Asked, Gpu, Options), Most);
}

static std::vector<Answer> answersOf(const FileAnalysis &File,
                                     const ASTContext &Ctx,
                                     const PredictOptions &Options,
                                     size_t OtherBlocks) {
  const ModelKind Model = Options.Model;
  const SourceManager &SM = Ctx.getSourceManager();
  std::vector<Answer> Out;
  std::vector<LaunchSite> Sites;
  for (const LaunchAnswer &LA : File.Launches)
    Sites.push_back(LA.Site);
  const std::vector<LaunchIdentity> Identities = identifyLaunches(Sites, Ctx);
  for (const auto &[LA, Of] : llvm::zip_equal(File.Launches, Identities)) {
    PresumedLoc Place = SM.getPresumedLoc(LA.Site.Where);
    // As the program makes them, one after the other.
    std::vector<const LaunchContext *> Contexts;
    for (const LaunchContext &C : LA.Contexts)
      Contexts.push_back(&C);
    llvm::stable_sort(Contexts,
                      [](const LaunchContext *A, const LaunchContext *B) {
                        return A->Order < B->Order;
                      });
    unsigned Context = 0;
    for (const LaunchContext *C : Contexts) {
      for (const auto &[On, Gpu] : llvm::zip(C->PerGpu, File.Gpus)) {
        Out.push_back(answerOf(On, C->Bound, C->KernelName, Place, Of, Model));
        // The first way of making a launch stands for the others.
        if (Context == 0)
          Out.back().OtherBlocks = otherBlocks(On, Gpu, Options, OtherBlocks);
        Out.back().Context = Context;
        Out.back().Count = C->Count;
        Out.back().Values = C->Values;
        Out.back().PartialWarp = LA.IdleLanes.has_value();
      }
      ++Context;
    }
    if (!LA.Contexts.empty())
      continue;
    for (const auto &[On, Gpu] : llvm::zip(LA.PerGpu, File.Gpus)) {
      Out.push_back(
          answerOf(On, LA.Bound, LA.Site.KernelName, Place, Of, Model));
      Out.back().OtherBlocks = otherBlocks(On, Gpu, Options, OtherBlocks);
      Out.back().PartialWarp = LA.IdleLanes.has_value();
    }
  }
  return Out;
}

std::vector<std::pair<std::string, std::vector<GpuModel>>>
groupByArch(const PredictRequest &R, std::string &ChoiceNote,
            std::string &Error) {
  FlagFacts Facts = readFlags(R.ClangFlags, R.File);
  std::vector<GpuModel> Gpus = R.Gpus;
  if (Gpus.empty()) {
    const std::string Name = defaultGpuForArch(namedArch(Facts));
    auto Gpu = findGpu(Name);
    if (!Gpu) {
      Error = llvm::toString(Gpu.takeError());
      return {};
    }
    ChoiceNote =
        llvm::formatv("no GPU is named; {0} {1} (choose with --gpu; `gpuperf "
                      "gpus` lists them)",
                      Name,
                      Facts.SmArch.empty() ? std::string("is assumed")
                                           : "stands for " + Facts.SmArch)
            .str();
    Gpus.push_back(std::move(*Gpu));
  }
  std::vector<std::pair<std::string, std::vector<GpuModel>>> Groups;
  for (GpuModel &Gpu : Gpus) {
    std::string Arch = irArchFor(Gpu, namedArch(Facts));
    auto It = llvm::find_if(Groups, [&](auto &G) { return G.first == Arch; });
    if (It == Groups.end())
      It = Groups.insert(Groups.end(), {Arch, {}});
    It->second.push_back(std::move(Gpu));
  }
  return Groups;
}

/// Whether the program has to be walked once more, and further: it was out of
/// steps before it came to all launches, or a loop was not executed because it
/// would have taken too large a part of them.
static bool goesOn(const PredictRequest &R, const FileAnalysis &File) {
  if (!R.Options.Program || R.Options.Program->MaxSteps >= R.MostSteps)
    return false;
  return llvm::any_of(File.Launches, [&](const LaunchAnswer &LA) {
    return (LA.Contexts.empty() && File.Program.Ended == RunEnd::OutOfSteps) ||
           llvm::any_of(LA.Contexts, [](const LaunchContext &C) {
             return llvm::any_of(C.Values, [](const FactValue &V) {
               return V.From == "not known";
             });
           });
  });
}

/// Why launches of \p File are not reached by the program, and what to do;
/// empty where all are, or nobody asked what the program does.
static std::string whyNotReached(const FileAnalysis &File, bool Asked) {
  const auto Without =
      llvm::count_if(File.Launches, [](const LaunchAnswer &LA) {
        return LA.Contexts.empty();
      });
  if (!Without)
    return "";
  const std::string Which = llvm::formatv(
      "{0} of {1} launches; what is said of {2} rests on the "
      "function around {2}",
      Without, File.Launches.size(), Without == 1 ? "it" : "them");
  switch (File.Program.Ended) {
  case RunEnd::Exited:
  case RunEnd::Failed:
    return Asked ? llvm::formatv(
                       "with these arguments the program ends with exit code "
                       "{0} before it makes {1} (give others with --run)",
                       File.Program.ExitCode, Which)
                       .str()
                 : "";
  case RunEnd::OutOfSteps:
  case RunEnd::Stopped:
    return llvm::formatv("the walk through the program was stopped after {0} "
                         "operations, before it came to {1} (gpuperf record "
                         "takes the sizes from a run)",
                         File.Program.Steps, Which);
  default:
    return "";
  }
}

/// Whether a finding that the user wants to fail on is among the answers.
static bool hasFinding(const PredictRequest &R,
                       llvm::ArrayRef<Answer> Answers) {
  bool Invalid = llvm::is_contained(R.ErrorOn, "gpuperf-invalid-launch");
  bool Partial = llvm::is_contained(R.ErrorOn, "gpuperf-partial-warp");
  return llvm::any_of(Answers, [&](const Answer &A) {
    return (Invalid && !A.Violations.empty()) || (Partial && A.PartialWarp);
  });
}

int predictFile(const PredictRequest &R) {
  std::string ChoiceNote, Error, NotReached;
  auto Groups = groupByArch(R, ChoiceNote, Error);
  if (!Error.empty()) {
    llvm::errs() << "gpuperf: " << Error << '\n';
    return ExitUnusable;
  }

  std::vector<Answer> Answers;
  std::set<std::string> Remarks; // the same for each GPU and model
  unsigned Errors = 0, Stale = 0;
  StandIns Used;
  bool Raised = false, First = true;
  for (auto &[Arch, Gpus] : Groups) {
    ParseRequest Parse{R.File, R.ClangFlags, Arch, "", R.Reads};
    const CommandReader Reader(Parse, R.BuildDir);
    OtherFiles Others(Reader);
    auto Visit = [&](ASTContext &Ctx, Preprocessor &PP) {
      KernelCache Compiled; // once for all models
      for (ModelKind Model : R.Models) {
        FileOptions Options = R.Options;
        Options.Cache = &Compiled;
        Options.Gpus = Gpus;
        Options.Predict.Model = Model;
        Options.Predict.Explain = R.Explain;
        if (Options.Program && !R.Alone)
          Others.answer(*Options.Program, R.Options);
        FileAnalysis File = analyzeFile(Ctx, PP, Options);
        if (goesOn(R, File)) {
          Options.Program->MaxSteps = R.MostSteps;
          File = analyzeFile(Ctx, PP, Options);
        }
        if (!File.FileError.empty())
          llvm::errs() << "gpuperf: " << R.File << ": " << File.FileError
                       << '\n';
        if (First)
          NotReached = whyNotReached(File, R.Options.Program &&
                                               R.Options.Program->Arguments);
        for (const Remark &R : File.Remarks)
          if (auto Told = Remarks.insert(remarkText(Ctx.getSourceManager(), R));
              Told.second)
            llvm::errs() << "gpuperf: " << *Told.first << '\n';
        for (const LaunchAnswer &LA : File.Launches)
          Stale += First && LA.StaleFacts;
        llvm::append_range(
            Answers, answersOf(File, Ctx, Options.Predict, R.OtherBlocks));
      }
    };
    // The errors of the file are printed only once, not for each architecture.
    auto Result = parseCudaFile(Parse, /*Quiet=*/!First, Visit);
    First = false;
    if (!Result) {
      llvm::errs() << "gpuperf: " << llvm::toString(Result.takeError()) << '\n';
      return ExitUnusable;
    }
    Errors = std::max(Errors, Result->Errors);
    Used |= Result->Used;
    Raised |= Result->RaisedStandard;
  }
  // In the order of the file, with the answers to one launch for all GPUs and
  // models together.
  llvm::stable_sort(Answers, [](const Answer &A, const Answer &B) {
    return std::tie(A.File, A.Line, A.Column, A.Kernel) <
           std::tie(B.File, B.Line, B.Column, B.Kernel);
  });

  noteStandIns(Used);
  if (!NotReached.empty())
    llvm::errs() << "gpuperf: " << R.File << ": " << NotReached << '\n';
  if (Stale)
    llvm::errs() << "gpuperf: " << R.File << ": the facts of " << Stale
                 << (Stale == 1 ? " launch are" : " launches are")
                 << " not used, since the function around it was changed; "
                    "write them again with gpuperf facts or gpuperf record\n";
  if (Raised)
    llvm::errs() << "gpuperf: " << R.File
                 << ": parsed as C++17, which the toolkit's headers ask for\n";
  if (!ChoiceNote.empty())
    llvm::errs() << "gpuperf: " << ChoiceNote << '\n';

  switch (R.Format) {
  case OutputFormat::Text:
    printText(llvm::outs(), Answers, R.Explain);
    if (Answers.empty() && !Errors)
      llvm::outs() << R.File << ": no kernel launch in this file\n";
    break;
  case OutputFormat::Json:
    for (const Answer &A : Answers)
      llvm::outs() << llvm::json::Value(answerToJson(A, /*WithPlace=*/true))
                   << '\n';
    break;
  case OutputFormat::Csv:
    printCsv(llvm::outs(), Answers);
    break;
  }
  bool Predicted =
      llvm::any_of(Answers, [](const Answer &A) { return A.P.has_value(); });
  if (Errors && !Predicted)
    return ExitUnusable;
  return hasFinding(R, Answers) ? ExitFindings : ExitDone;
}

} // namespace gpuperf
