//===- RepeatedThreadsCheck.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/RepeatedThreadsCheck.h"
#include "analysis/advice/idle/RepeatedThreads.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/WorstGpu.h"
#include "plugin/launch/OpenNames.h"
#include "plugin/launch/RefusedSizes.h"
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
  if (!Found || P.TimeUs.Value - Found->bestUs().Value < LeastSavedUs)
    return std::nullopt;
  const Estimate Without = Found->bestUs();
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

/// "x of its threads, and the block has 16 threads along it", or "blocks along
/// x of its grid".
static std::string whatIsNotAskedFor(const RepeatedThreads &R) {
  const char Name = "xyz"[R.Dimension];
  if (R.OnlyBlocks)
    return formatv("blocks along {0} of its grid, only for the threads of one",
                   Name);
  if (R.OfGrid == 1)
    return formatv("{0} of its threads, and the block has {1} threads along it",
                   Name, R.OfBlock);
  if (R.OfBlock == 1)
    return formatv("{0} of its threads, and the grid has {1} blocks along it",
                   Name, R.OfGrid);
  return formatv("{0} of its threads, and there are {1} blocks of {2} threads "
                 "along it",
                 Name, R.OfGrid, R.OfBlock);
}

/// "1024 blocks each"; \p IsGiven: the source says how many there are.
static std::string whoRepeats(const RepeatedThreads &R, bool IsGiven) {
  if (!IsGiven)
    return "they all";
  return formatNumber(static_cast<double>(R.OfBlock * R.OfGrid)) +
         (R.OnlyBlocks ? " blocks each" : " threads each");
}

static std::string actOn(const RepeatedThreads &R) {
  const char Name = "xyz"[R.Dimension];
  if (!R.OnlyBlocks)
    return formatv("leave {0} out of the launch, or divide the work along it "
                   "in the kernel",
                   Name);
  if (R.Shared == NoId)
    return formatv("divide the work among the blocks in the kernel, or launch "
                   "one block along {0}",
                   Name);
  return formatv("let the blocks share this loop: from blockIdx.{0} * "
                 "blockDim.{0} + threadIdx.{0}, in steps of gridDim.{0} * "
                 "blockDim.{0}",
                 Name);
}

void RepeatedThreadsCheck::reportLaunch(const LaunchAnswer &Answer,
                                        const FileAnalysis &File) {
  const auto Worst = worstGpu(Answer, File.Gpus, MinGainPercent,
                              [](const GpuAnswer &On, const GpuModel &Gpu) {
                                return lossOf(*On.Kernel, On.Asked, Gpu, *On.P);
                              });
  if (!Worst)
    return;
  const RepeatedThreads &R = Worst->Found.Repeated;
  const bool IsGiven = isGiven(Answer, R.Dimension, Assume);
  // A grid that follows the size of the data has many blocks, one of an open
  // number may have one.
  if (!IsGiven &&
      (!R.OnlyBlocks || refusesSizes(Answer.Site, *SM, R.Dimension)))
    return;
  const bool Open = hasOpenSizes(Answer, Assume);
  double Percent = Worst->GainPercent;
  if (Open) {
    const GpuModel &Gpu = File.Gpus[Worst->On - Answer.PerGpu.data()];
    Percent = std::min(Percent, leastPercent(Answer, *Worst->On, Gpu, Assume));
    if (Percent < MinGainPercent)
      return;
  }
  speakOf(*Worst->On);
  diag(Answer.Site.Where, "'%0' does not ask for the %1: %2 do the same, "
                          "for %3 of its time on "
                          "%4%5")
      << Answer.Site.KernelName << whatIsNotAskedFor(R)
      << whoRepeats(R, IsGiven) << formatShareOfTime(Percent, Open)
      << Worst->On->Gpu
      << (Open && !openNamesOfGrid(Answer, Assume).empty()
              ? formatv(" with {0} threads or more", FillingThreads).str()
              : std::string());
  SourceLocation At = Answer.Site.Where;
  auto Note = [&](const std::string &Text) {
    diag(At, "%0", DiagnosticIDs::Note) << Text;
  };
  if (R.Shared != NoId) {
    const KernelLoop &Loop = Worst->On->Kernel->Loops[R.Shared];
    const SourceLocation OfLoop =
        locationOf(*SM, *Worst->On->Kernel, lineToName(Loop.Where, Loop.Inner));
    At = OfLoop.isValid() ? OfLoop : At;
  }
  Note(actOn(R));
  At = Answer.Site.Where;
  if (!R.OnlyBlocks && R.Without.Block.count() < Worst->On->WarpSize)
    Note(
        formatv("that leaves {0} threads of a block: give it more along a "
                "dimension that the kernel asks for, and the grid fewer blocks",
                R.Without.Block.count()));
  if (Open)
    Note(leastOfTriedSizes());
  else if (R.Shared != NoId)
    Note(formatv("predicted {0} -> {1} if they share it, {2} with one block",
                 formatTimeUs(Worst->Found.TimeUs.Value),
                 formatTimeUs(R.SharedUs.Value),
                 formatTimeUs(R.WithoutUs.Value)));
  else
    Note(formatv("predicted {0} -> {1} as <<<{2}, {3}>>>",
                 formatTimeUs(Worst->Found.TimeUs.Value),
                 formatTimeUs(Worst->Found.WithoutUs.Value),
                 formatDim(R.Without.Grid), formatDim(R.Without.Block)));
}

} // namespace gpuperf
