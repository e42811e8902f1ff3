//===- PredictSweep.cpp - gpuperf sweep -----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/SameResult.h"
#include "analysis/report/VendorWords.h"
#include "plugin/analyze/DataComments.h"
#include "plugin/cli/KernelFile.h"
#include "plugin/cli/Predict.h"
#include "plugin/cli/Sweep.h"
#include "plugin/cli/parse/ClangRun.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace clang;

namespace gpuperf {

Sweep makeSweep(const KernelSummary &Kernel, const Launch &Asked,
                const GpuModel &Gpu, const PredictOptions &Options) {
  Sweep S;
  S.Kernel = Kernel.Name;
  S.Gpu = Gpu.Name;
  S.Asked = Asked;
  AdviceOptions Advice;
  Advice.Predict = Options;
  Advice.EveryBlock = true;
  const LaunchAdvice OfAll = adviseLaunch(
      Kernel, Asked, &Gpu,
      [&](const Dim3 &Block) -> std::optional<Launch> {
        return coverSameThreads(Asked, Block);
      },
      Advice);
  S.WhyNot = OfAll.WhyNot;
  if (!S.WhyNot.empty())
    return S;
  // All blocks are shown, but only those that compute the same are advised.
  std::vector<Candidate> Same;
  size_t AskedAt = 0;
  for (const RankedLaunch &R : OfAll.PerGpu.front().Ranked) {
    const bool IsAsked = R.L.Block == Asked.Block;
    S.SameResult.push_back(IsAsked || isProvenSame(Kernel, Asked, R.L));
    S.Counts.push_back(countLaunch(Kernel, R.P.Profile));
    if (!S.SameResult.back())
      continue;
    if (IsAsked)
      AskedAt = Same.size();
    Same.push_back({R.L, {}});
    Same.back().On.push_back(R.P);
  }
  if (Same.size() == 1)
    S.NotProven = Kernel.Independence.Proven
                      ? "no other block covers the same threads"
                      : Kernel.Independence.Reason;
  S.Advice = adviseAmong(AdviceTarget{&Gpu, &Kernel}, Same, AskedAt, Advice);
  S.OfAll = OfAll.PerGpu.front();
  return S;
}

std::vector<Answer> answersOfSweep(const Sweep &S) {
  std::vector<Answer> Out;
  for (size_t I = 0; I < S.ranked().size(); ++I) {
    const RankedLaunch &R = S.ranked()[I];
    Answer &A = Out.emplace_back();
    A.File = S.File, A.Line = S.Line, A.Column = S.Column;
    A.Kernel = S.Kernel, A.Gpu = S.Gpu;
    A.Maker = R.P.Maker;
    A.Model = R.P.Model;
    A.L = R.L;
    A.Counts = S.Counts[I];
    A.P = R.P;
    InSweep &Place = A.Sweep.emplace();
    Place.Rank = static_cast<unsigned>(I + 1);
    Place.Asked = S.isAsked(R);
    Place.Recommended = S.isRecommended(R);
    Place.Speedup = speedup(S.OfAll.asked().P, R.P);
    Place.SameResult = S.SameResult[I];
    if (Place.Recommended)
      Place.Reason = inWordsOf(R.P.Maker, S.Advice.Reason);
  }
  return Out;
}

llvm::json::Array shortSweep(const Sweep &S, size_t Most) {
  llvm::json::Array Out;
  for (size_t I = 0; I < S.ranked().size(); ++I) {
    const RankedLaunch &R = S.ranked()[I];
    if (Out.size() >= Most && !S.isAsked(R) && !S.isRecommended(R))
      continue;
    Out.push_back(llvm::json::Object{
        {"block", llvm::json::Array{static_cast<int64_t>(R.L.Block.X),
                                    static_cast<int64_t>(R.L.Block.Y),
                                    static_cast<int64_t>(R.L.Block.Z)}},
        {"time_us", R.P.TimeUs.Value},
        {"time_us_low", R.P.TimeUs.Lo},
        {"time_us_high", R.P.TimeUs.Hi},
        {"asked", S.isAsked(R)},
        {"recommended", S.isRecommended(R)},
        {"same_result", static_cast<bool>(S.SameResult[I])}});
  }
  return Out;
}

/// Prints all sweeps as asked for; the exit code.
static int printSweeps(const PredictRequest &R, llvm::ArrayRef<Sweep> Sweeps) {
  std::vector<Sweep> Good;
  for (const Sweep &S : Sweeps) {
    if (S.WhyNot.empty()) {
      Good.push_back(S);
      continue;
    }
    llvm::errs() << "gpuperf: ";
    if (S.Line)
      llvm::errs() << S.File << ':' << S.Line << ':' << S.Column << ": ";
    else
      llvm::errs() << R.File << ": ";
    llvm::errs() << (S.Kernel.empty() ? "a kernel" : S.Kernel) << " on "
                 << S.Gpu << ": " << S.WhyNot << '\n';
  }
  if (R.Svg) {
    if (!Good.empty())
      printSweepSvg(llvm::outs(), Good);
  } else if (R.Format == OutputFormat::Text) {
    for (const Sweep &S : Good)
      printSweepText(llvm::outs(), S);
  } else {
    std::vector<Answer> All;
    for (const Sweep &S : Good)
      llvm::append_range(All, answersOfSweep(S));
    if (R.Format == OutputFormat::Csv)
      printCsv(llvm::outs(), All);
    else
      for (const Answer &A : All)
        llvm::outs() << llvm::json::Value(answerToJson(A, /*WithPlace=*/true))
                     << '\n';
  }
  return Good.empty() && !Sweeps.empty() ? ExitUnusable : ExitDone;
}

static PredictOptions optionsOf(const PredictRequest &R) {
  PredictOptions Options = R.Options.Predict;
  Options.Model = R.Models.front();
  return Options;
}

int predictSweep(const PredictRequest &R, const LaunchRecord &Record) {
  KernelFile File(R.File, R.ClangFlags, {&Record}, R.BuildDir, R.Options);
  std::vector<Sweep> Sweeps;
  for (const GpuModel &Gpu : R.Gpus) {
    Sweep S;
    S.Kernel = Record.Kernel;
    S.Gpu = Gpu.Name;
    auto Kernel = File.find(Gpu, Record.Kernel);
    llvm::Expected<Launch> L =
        Kernel ? bindRecord(Record, **Kernel, File.inFile(Gpu, Record))
               : Kernel.takeError();
    if (L) {
      S = makeSweep(**Kernel, *L, Gpu, optionsOf(R));
      S.Kernel = Record.Kernel;
    } else {
      S.WhyNot = llvm::toString(L.takeError());
    }
    Sweeps.push_back(std::move(S));
  }
  noteStandIns(File.standIns());
  return printSweeps(R, Sweeps);
}

/// Whether a user who writes \p Wanted means the kernel \p Name: with or
/// without its template arguments and its namespace.
static bool isNamed(llvm::StringRef Name, llvm::StringRef Wanted) {
  const llvm::StringRef Plain =
      Name.take_until([](char C) { return C == '<'; });
  const size_t Scope = Plain.rfind("::");
  const llvm::StringRef Last =
      Scope == llvm::StringRef::npos ? Name : Name.drop_front(Scope + 2);
  return llvm::is_contained(
      {Name, Plain, Last, Last.take_front(Last.find('<'))}, Wanted);
}

/// The sweeps of one launch site.
static void sweepLaunch(const LaunchAnswer &LA, const FileAnalysis &File,
                        const SourceManager &SM, const PredictOptions &Options,
                        std::vector<Sweep> &Out) {
  const PresumedLoc Place = SM.getPresumedLoc(LA.Site.Where);
  for (size_t G = 0; G < LA.PerGpu.size(); ++G) {
    const GpuAnswer &On = LA.PerGpu[G];
    Sweep S;
    S.WhyNot = On.WhyNot;
    if (On.P && On.Kernel)
      S = makeSweep(*On.Kernel, On.Asked, File.Gpus[G], Options);
    S.Kernel = LA.Site.KernelName.empty() ? "?" : LA.Site.KernelName;
    S.Gpu = On.Gpu;
    if (Place.isValid()) {
      S.File = Place.getFilename();
      S.Line = Place.getLine();
      S.Column = Place.getColumn();
    }
    Out.push_back(std::move(S));
  }
}

int predictSweepFile(const PredictRequest &R, llvm::StringRef Kernel) {
  std::string ChoiceNote, Error;
  auto Groups = groupByArch(R, ChoiceNote, Error);
  if (!Error.empty()) {
    llvm::errs() << "gpuperf: " << Error << '\n';
    return ExitUnusable;
  }
  std::vector<Sweep> Sweeps;
  std::vector<std::string> Launched;
  unsigned Errors = 0;
  StandIns Used;
  bool First = true;
  for (auto &[Arch, Gpus] : Groups) {
    auto Visit = [&](ASTContext &Ctx, Preprocessor &PP) {
      FileOptions Options = R.Options;
      Options.Gpus = Gpus;
      Options.Predict = optionsOf(R);
      const FileAnalysis File = analyzeFile(Ctx, PP, Options);
      if (!File.FileError.empty())
        llvm::errs() << "gpuperf: " << R.File << ": " << File.FileError << '\n';
      for (const Remark &Said : File.Remarks)
        if (First) // the same for other architectures
          llvm::errs() << "gpuperf: "
                       << remarkText(Ctx.getSourceManager(), Said) << '\n';
      for (const LaunchAnswer &LA : File.Launches) {
        Launched.push_back(LA.Site.KernelName);
        if (Kernel.empty() || isNamed(LA.Site.KernelName, Kernel))
          sweepLaunch(LA, File, Ctx.getSourceManager(), Options.Predict,
                      Sweeps);
      }
    };
    auto Result = parseCudaFile({R.File, R.ClangFlags, Arch, ""},
                                /*Quiet=*/!First, Visit);
    First = false;
    if (!Result) {
      llvm::errs() << "gpuperf: " << llvm::toString(Result.takeError()) << '\n';
      return ExitUnusable;
    }
    Errors = std::max(Errors, Result->Errors);
    Used |= Result->Used;
  }
  llvm::stable_sort(Sweeps, [](const Sweep &A, const Sweep &B) {
    return std::tie(A.File, A.Line, A.Column, A.Kernel) <
           std::tie(B.File, B.Line, B.Column, B.Kernel);
  });
  noteStandIns(Used);
  if (!ChoiceNote.empty())
    llvm::errs() << "gpuperf: " << ChoiceNote << '\n';
  if (Sweeps.empty()) {
    if (!Launched.empty()) {
      llvm::sort(Launched);
      Launched.erase(llvm::unique(Launched), Launched.end());
      llvm::errs() << "gpuperf: " << R.File << ": no launch of '" << Kernel
                   << "'; there are launches of " << llvm::join(Launched, ", ")
                   << '\n';
      return ExitUnusable;
    }
    if (Errors)
      return ExitUnusable;
    llvm::outs() << R.File << ": no kernel launch in this file\n";
    return ExitDone;
  }
  return printSweeps(R, Sweeps);
}

} // namespace gpuperf
