//===- WaitedLaunchCheck.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/host/WaitedLaunchCheck.h"
#include "analysis/models/LaunchTime.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/host/LoopLaunches.h"
#include "plugin/findings/host/WaitedLoops.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace gpuperf {

namespace {
/// One iteration of a loop on one GPU.
struct IterationTime {
  double KernelsUs = 0, MostKernelsUs = 0; ///< that, and the end of its band
  double FillsUs = 0;                      ///< of cudaMemset and the like
  double InOrderUs = 0;                    ///< launches that follow one another
  double WaitUs = 0;                       ///< of one wait, beside the kernels
  bool IsKnown = true;                     ///< no size or block was assumed
  double OpenThreads = 0; ///< of the largest grid that grows with an open size

  double nowUs(double Waits) const {
    return KernelsUs + FillsUs + Waits * WaitUs;
  }
  double savedShare(double Waits) const { return 1 - InOrderUs / nowUs(Waits); }
  /// What is saved where the kernels take longest.
  double leastShare(double Waits) const {
    return (nowUs(Waits) - InOrderUs) /
           (nowUs(Waits) + MostKernelsUs - KernelsUs);
  }
  bool isWorth(double Waits, double Percent) const {
    // The end of the band of what data decides is far away: there half of it
    // is enough.
    return 100 * savedShare(Waits) >= Percent &&
           100 * leastShare(Waits) >= (IsKnown ? Percent : Percent / 2);
  }
};
} // namespace

/// Where sizes are open, grids that grow with them have so many threads: the
/// largest for which the finding has to hold, as less would be a finding on
/// small data only.
static constexpr uint64_t ManyThreads = 1000000;

static double addedUs(const GpuModel &Gpu, Launch L, Timing How) {
  L.Conditions.How = How;
  return launchTime(Gpu, L, true).AddedUs.Value;
}

/// Nothing where a time is not known.
static std::optional<IterationTime> timeOn(size_t Index, const GpuModel &Gpu,
                                           llvm::ArrayRef<AskedLaunch> Asked,
                                           unsigned Fills) {
  const auto Launches = timedLaunches(Asked, Index, Gpu, ManyThreads);
  if (Launches.empty())
    return std::nullopt;
  IterationTime Out;
  for (const TimedLaunch &L : Launches) {
    Launch Follows = L.Asked;
    Follows.Conditions.How = Timing::BackToBack;
    Out.KernelsUs += L.P.TimeUs.Value;
    Out.MostKernelsUs += L.P.TimeUs.Hi;
    const double FloorUs = launchTime(Gpu, Follows, true).FloorUs;
    Out.InOrderUs += std::max(L.P.TimeUs.Value, FloorUs);
    // Each is a launch at least.
    Out.FillsUs = Fills * FloorUs;
    Out.WaitUs =
        std::max(Out.WaitUs, addedUs(Gpu, L.Asked, Timing::Single) -
                                 addedUs(Gpu, L.Asked, Timing::Kernel));
    Out.IsKnown &= !L.IsAssumed;
    Out.OpenThreads = std::max(Out.OpenThreads, L.OpenThreads);
  }
  Out.InOrderUs += Out.FillsUs;
  return Out;
}

void WaitedLaunchCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  llvm::DenseSet<SourceLocation> Said;
  for (const FunctionDecl *F : launchingFunctions(File, *Ctx))
    for (const WaitedLoop &Loop : waitedLoops(*F))
      if (!Said.contains(placeOf(Loop)) && reportLoop(Loop, File))
        Said.insert(placeOf(Loop));
}

SourceLocation WaitedLaunchCheck::placeOf(const WaitedLoop &Loop) const {
  return SM->getExpansionLoc(Loop.Waits.front()->getBeginLoc());
}

struct WaitedLaunchCheck::Worth {
  IterationTime Time;
  size_t Gpu = 0;
};

std::optional<WaitedLaunchCheck::Worth>
WaitedLaunchCheck::worthOf(const WaitedLoop &Loop, const FileAnalysis &File,
                           const WithGuessedBlocks *Guessed) const {
  const auto Launches = askedLaunches(Loop.Calls, File, Assume, Guessed);
  const auto Waits = static_cast<double>(Loop.Waits.size());
  std::optional<Worth> Out;
  for (size_t Gpu = 0; Gpu < File.Gpus.size(); ++Gpu) {
    const auto T = timeOn(Gpu, File.Gpus[Gpu], Launches, Loop.Fills);
    if (T && T->isWorth(Waits, MinGainPercent) &&
        (!Out || T->savedShare(Waits) > Out->Time.savedShare(Waits)))
      Out = Worth{*T, Gpu};
  }
  return Out;
}

bool WaitedLaunchCheck::reportLoop(const WaitedLoop &Loop,
                                   const FileAnalysis &File) {
  const auto Waits = static_cast<double>(Loop.Waits.size());
  const std::optional<Worth> Worst = hereOrWithEveryBlock(
      [&](const WithGuessedBlocks *With) { return worthOf(Loop, File, With); },
      [&]() -> auto & { return withGuessedBlocks(); },
      [&](const Worth &A, const Worth &B) {
        return A.Time.savedShare(Waits) < B.Time.savedShare(Waits);
      });
  if (!Worst)
    return false;
  const IterationTime &T = Worst->Time;
  const GpuModel &Gpu = File.Gpus[Worst->Gpu];
  const SourceLocation Where = placeOf(Loop);
  speakOf(File.Launches.front().PerGpu[Worst->Gpu]);
  const std::string Waited =
      Loop.Calls.size() == 1
          ? "a launch"
          : llvm::formatv("{0} launches", Loop.Calls.size()).str();
  diag(Where, "'%0' in every iteration of this loop waits for %1: about %2 of "
              "the loop's time on %3%4")
      << Loop.Waits.front()->getDirectCallee()->getName()
      << (T.IsKnown ? Waited + " of " + formatTimeUs(T.KernelsUs) : Waited)
      << formatPercent(T.savedShare(Waits)) << Gpu.Name
      << (T.OpenThreads > 0
              ? llvm::formatv(" with {0} threads, and more with "
                              "fewer",
                              static_cast<uint64_t>(T.OpenThreads))
                    .str()
              : "");
  auto Note = [&](const std::string &Text) {
    diag(Where, "%0", DiagnosticIDs::Note) << Text;
  };
  Note("launches into one stream run one after the other without it, and the "
       "host does nothing here that needs what they compute: wait once, behind "
       "the loop");
  const std::string HowLong = llvm::formatv(
      "{0} for asking and waiting once, {1}", formatTimeUs(T.WaitUs),
      Gpu.LaunchSingleUs || !Gpu.LaunchTimeLines.empty()
          ? "as the GPU's file says"
          : "as it usually is");
  const std::string Predicted =
      llvm::formatv("predicted {0} -> {1} per iteration",
                    formatTimeUs(T.nowUs(Waits)), formatTimeUs(T.InOrderUs));
  if (T.IsKnown || T.OpenThreads > 0)
    Note(Predicted + ", with " + HowLong);
  else
    Note(Predicted +
         " at the largest of the sizes that were tried, as none is "
         "known here, with " +
         HowLong);
  return true;
}

} // namespace gpuperf
