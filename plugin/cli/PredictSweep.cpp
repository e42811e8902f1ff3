//===- PredictSweep.cpp - gpuperf sweep -----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/BlockCandidates.h"
#include "analysis/report/Wording.h"
#include "plugin/cli/KernelFile.h"
#include "plugin/cli/Predict.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace gpuperf {

/// What the sweep says, in one line.
static std::string sentence(const Launch &Asked,
                            llvm::ArrayRef<RankedLaunch> Ranked) {
  // Closer than this is not a difference that the model can tell.
  constexpr double Noise = 0.05;
  const RankedLaunch &Best = Ranked.front();
  auto Close = llvm::count_if(Ranked, [&](const RankedLaunch &R) {
    return R.P.TimeUs.Value <= Best.P.TimeUs.Value * (1 + Noise);
  });
  auto *Mine = llvm::find_if(
      Ranked, [&](const RankedLaunch &R) { return R.L.Block == Asked.Block; });
  if (Mine == Ranked.end())
    return "";
  if (Mine->P.TimeUs.Value <= Best.P.TimeUs.Value * (1 + Noise))
    return fmt::format("  {} of {} blocks are within 5 % of the fastest, {} "
                       "among them: no change.\n",
                       Close, Ranked.size(), formatDim(Asked.Block));
  return fmt::format("  {} is predicted {:.2f}x faster than {} ({} -> {}).\n",
                     formatDim(Best.L.Block),
                     Mine->P.TimeUs.Value / Best.P.TimeUs.Value,
                     formatDim(Asked.Block), formatTimeUs(Mine->P.TimeUs.Value),
                     formatTimeUs(Best.P.TimeUs.Value));
}

/// Times as horizontal bars with their bands, fastest on top.
static void printSvg(llvm::raw_ostream &OS, llvm::StringRef Kernel,
                     const GpuModel &Gpu, const Launch &Asked,
                     llvm::ArrayRef<RankedLaunch> All) {
  // As many as a slide holds, and the one asked about.
  constexpr size_t MostRows = 24;
  std::vector<RankedLaunch> Ranked(All.take_front(MostRows));
  for (const RankedLaunch &R : All.drop_front(Ranked.size()))
    if (R.L.Block == Asked.Block)
      Ranked.push_back(R);
  constexpr unsigned Row = 20, Left = 110, Wide = 520, Top = 48;
  double Longest = 0;
  for (const RankedLaunch &R : Ranked)
    Longest = std::max(Longest, R.P.TimeUs.Hi);
  const auto Height = Top + Row * Ranked.size() + 16;
  auto X = [&](double Us) { return Left + Wide * Us / Longest; };
  OS << fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" "
                    "height=\"{0}\" viewBox=\"0 0 760 {0}\" "
                    "font-family=\"sans-serif\" font-size=\"12\">\n"
                    "<rect width=\"760\" height=\"{0}\" fill=\"white\"/>\n",
                    Height);
  std::string Title;
  llvm::raw_string_ostream Escaped(Title);
  llvm::printHTMLEscaped((Kernel + " on " + Gpu.Name).str(), Escaped);
  OS << fmt::format("<text x=\"16\" y=\"24\" font-size=\"15\">{}: predicted "
                    "time by block</text>\n",
                    Title);
  for (size_t I = 0; I < Ranked.size(); ++I) {
    const RankedLaunch &R = Ranked[I];
    const double Y = Top + static_cast<double>(Row * I);
    const bool Mine = R.L.Block == Asked.Block;
    OS << fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\"{}>{}"
                      "</text>\n",
                      Left - 8, Y + 12, Mine ? " font-weight=\"bold\"" : "",
                      formatDim(R.L.Block));
    OS << fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" "
                      "height=\"14\" fill=\"{}\"/>\n",
                      Left, Y, X(R.P.TimeUs.Value) - Left,
                      Mine ? "#d9822b" : "#4a7ebb");
    OS << fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" "
                      "y2=\"{}\" stroke=\"#333\"/>\n",
                      X(R.P.TimeUs.Lo), X(R.P.TimeUs.Hi), Y + 7, Y + 7);
    OS << fmt::format(
        "<text x=\"{:.1f}\" y=\"{}\">{}, {}</text>\n", X(R.P.TimeUs.Hi) + 6,
        Y + 12, formatTimeUs(R.P.TimeUs.Value), boundName(R.P.BoundBy).str());
  }
  OS << "</svg>\n";
}

static void printSweep(llvm::raw_ostream &OS, llvm::StringRef Kernel,
                       const GpuModel &Gpu, const Launch &Asked,
                       llvm::ArrayRef<RankedLaunch> Ranked) {
  const double Best = Ranked.front().P.TimeUs.Value;
  double Slowest = 0;
  for (const RankedLaunch &R : Ranked)
    Slowest = std::max(Slowest, R.P.TimeUs.Value);
  OS << fmt::format("{} on {}: {} blocks, fastest first ({})\n", Kernel.str(),
                    Gpu.Name, Ranked.size(),
                    modelName(Ranked.front().P.Model).str());
  OS << fmt::format(
      "  {:<14} {:<18} {:>9}  {:<21} {:>6}  {:>4}  {:>7}  {:<7} {}\n", "block",
      "grid", "time", "band", "x best", "occ.", "waves", "bound", "time");
  for (const RankedLaunch &R : Ranked) {
    const Estimate &T = R.P.TimeUs;
    OS << fmt::format(
        "{} {:<14} {:<18} {:>9}  {:<21} {:>6.2f}  {:>3.0f}%  {:>7.3g}  {:<7} "
        "{}\n",
        R.L.Block == Asked.Block ? '*' : ' ', formatDim(R.L.Block),
        formatDim(R.L.Grid), formatTimeUs(T.Value),
        fmt::format("{} to {}", formatTimeUs(T.Lo), formatTimeUs(T.Hi)),
        T.Value / Best, 100 * R.P.Occ.Fraction, R.P.Waves,
        boundName(R.P.BoundBy).str(), shareBar(T.Value / Slowest, 20));
  }
  OS << sentence(Asked, Ranked);
  const auto &Notes = Ranked.front().P.AssumptionNotes;
  if (!Notes.empty())
    OS << fmt::format("  assumed: {}\n", llvm::join(Notes, "; "));
  OS << "  *: the block asked about. Whether the kernel computes the same with "
        "another block is not proven here.\n";
}

int predictSweep(const PredictRequest &R, LaunchRecord Record) {
  KernelFile File(R.File, R.ClangFlags, {Record.Kernel}, R.Options);
  std::vector<Answer> All;
  for (const GpuModel &Gpu : R.Gpus) {
    auto Fail = [&](llvm::Error E) {
      llvm::errs() << "gpuperf: " << R.File << ": "
                   << llvm::toString(std::move(E)) << '\n';
      return ExitUnusable;
    };
    auto Kernel = File.find(Gpu, Record.Kernel);
    if (!Kernel)
      return Fail(Kernel.takeError());
    auto L = bindRecord(Record, **Kernel);
    if (!L)
      return Fail(L.takeError());
    PredictOptions Options = R.Options.Predict;
    Options.Model = R.Models.front();
    // What is wrong with the launch asked about is worth saying.
    if (auto P = predictLaunch(**Kernel, *L, Gpu, Options); !P)
      return Fail(P.takeError());
    auto Ranked = rankByTime(**Kernel, blockCandidates(**Kernel, *L, Gpu),
                               Gpu, Options);
    if (R.Svg) {
      printSvg(llvm::outs(), Record.Kernel, Gpu, *L, Ranked);
      break;
    }
    if (R.Format == OutputFormat::Text) {
      printSweep(llvm::outs(), Record.Kernel, Gpu, *L, Ranked);
      continue;
    }
    for (RankedLaunch &C : Ranked) {
      Answer A;
      A.Kernel = Record.Kernel, A.Gpu = Gpu.Name, A.Model = Options.Model;
      A.L = C.L;
      A.Counts = countLaunch(**Kernel, C.P.Profile);
      A.P = std::move(C.P);
      All.push_back(std::move(A));
    }
  }
  if (R.Format == OutputFormat::Json && !R.Svg)
    for (const Answer &A : All)
      llvm::outs() << llvm::json::Value(answerToJson(A, /*WithPlace=*/true))
                   << '\n';
  if (R.Format == OutputFormat::Csv)
    printCsv(llvm::outs(), All);
  noteBundledCuda(File.usedBundledCuda());
  return ExitDone;
}

} // namespace gpuperf
