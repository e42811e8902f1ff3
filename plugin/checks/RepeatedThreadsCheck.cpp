//===- RepeatedThreadsCheck.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/RepeatedThreadsCheck.h"
#include "analysis/advice/idle/RepeatedThreads.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/WorstGpu.h"
#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace clang;
using llvm::formatv;

namespace gpuperf {

namespace {
struct Loss {
  RepeatedThreads Repeated;
  Estimate TimeUs, WithoutUs;
};
} // namespace

/// Nothing where launching is most of it.
static std::optional<Loss> lossOf(const KernelSummary &K, const Launch &L,
                                  const GpuModel &Gpu, const Prediction &P) {
  auto Found = findRepeatedThreads(K, L, Gpu, P);
  constexpr double LeastSavedUs = 1;
  if (!Found || P.TimeUs.Value - Found->WithoutUs.Value < LeastSavedUs)
    return std::nullopt;
  const Estimate Without = Found->WithoutUs;
  return Loss{std::move(*Found), P.TimeUs, Without};
}

/// The least share of the time at any plausible size, percent.
static double leastPercent(const LaunchAnswer &Answer, const GpuAnswer &On,
                           const GpuModel &Gpu, const HostBindings &Assume) {
  return leastOver(launchesAtOtherSizes(Answer, Assume), On, Gpu,
                   [&](const Launch &L, const Prediction &P) {
                     const auto Here = lossOf(*On.Kernel, L, Gpu, P);
                     return Here ? 100 * (1 - Here->WithoutUs.Value /
                                                  Here->TimeUs.Value)
                                 : 0;
                   })
      .value_or(0);
}

void RepeatedThreadsCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  for (const LaunchAnswer &Answer : File.Launches)
    if (Answer.Bound.L && Answer.Bound.BlockKnown && !Answer.Site.IsDead)
      reportLaunch(Answer, File);
}

/// Whether the source says how many blocks the grid has along the dimension.
static bool isGiven(const LaunchAnswer &Answer, unsigned Dimension,
                    const HostBindings &Assume) {
  const HostExpr &Blocks = Answer.Site.Grid[Dimension];
  const std::vector<std::string> Open =
      openNames(Answer.Site, Answer.Bound, Assume);
  return Blocks &&
         llvm::none_of(freeNames(Blocks), [&](const std::string &Name) {
           return llvm::is_contained(Open, Name);
         });
}

void RepeatedThreadsCheck::reportLaunch(const LaunchAnswer &Answer,
                                        const FileAnalysis &File) {
  const auto Worst = worstGpu(Answer, File.Gpus, MinGainPercent,
                              [](const GpuAnswer &On, const GpuModel &Gpu) {
                                return lossOf(*On.Kernel, On.Asked, Gpu, *On.P);
                              });
  if (!Worst || !isGiven(Answer, Worst->Found.Repeated.Dimension, Assume))
    return;
  const bool Open = hasOpenSizes(Answer, Assume);
  double Percent = Worst->GainPercent;
  if (Open) {
    const GpuModel &Gpu = File.Gpus[Worst->On - Answer.PerGpu.data()];
    Percent = std::min(Percent, leastPercent(Answer, *Worst->On, Gpu, Assume));
    if (Percent < MinGainPercent)
      return;
  }
  const RepeatedThreads &R = Worst->Found.Repeated;
  const char Name = "xyz"[R.Dimension];
  std::string Of;
  if (R.OfGrid == 1)
    Of = formatv("the block has {0} threads along it", R.OfBlock);
  else if (R.OfBlock == 1)
    Of = formatv("the grid has {0} blocks along it", R.OfGrid);
  else
    Of = formatv("there are {0} blocks of {1} threads along it", R.OfGrid,
                 R.OfBlock);
  speakOf(*Worst->On);
  diag(
      Answer.Site.Where,
      "'%0' does not ask for the %1 of its threads, and %2: %3 threads each do "
      "the same, for %4 of its time on %5%6")
      << Answer.Site.KernelName << std::string(1, Name) << Of
      << formatNumber(static_cast<double>(R.OfBlock * R.OfGrid))
      << formatShareOfTime(Percent, Open) << Worst->On->Gpu
      << (Open && !openNamesOfGrid(Answer, Assume).empty()
              ? formatv(" with {0} threads or more", FillingThreads).str()
              : std::string());
  auto Note = [&](const std::string &Text) {
    diag(Answer.Site.Where, "%0", DiagnosticIDs::Note) << Text;
  };
  Note(
      formatv("leave {0} out of the launch, or divide the work along it in the "
              "kernel",
              Name));
  if (R.Without.Block.count() < Worst->On->WarpSize)
    Note(
        formatv("that leaves {0} threads of a block: give it more along a "
                "dimension that the kernel asks for, and the grid fewer blocks",
                R.Without.Block.count()));
  if (Open)
    Note(leastOfTriedSizes());
  else
    Note(formatv("predicted {0} -> {1} as <<<{2}, {3}>>>",
                 formatTimeUs(Worst->Found.TimeUs.Value),
                 formatTimeUs(Worst->Found.WithoutUs.Value),
                 formatDim(R.Without.Grid), formatDim(R.Without.Block)));
}

} // namespace gpuperf
