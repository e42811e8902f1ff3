//===- WaitedLaunchCheck.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/host/WaitedLaunchCheck.h"
#include "analysis/models/LaunchTime.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/host/HostBus.h"
#include "plugin/findings/host/HostCopies.h"
#include "plugin/findings/host/LoopLaunches.h"
#include "plugin/findings/host/WaitedLoops.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace gpuperf {

/// What it takes the host to look at managed memory that a kernel has changed,
/// in microseconds: a page comes and goes back by page faults. It is only used
/// for the most that an iteration takes.
static constexpr double MostReadUs = 50;

namespace {
/// One iteration of a loop on one GPU.
struct IterationTime {
  double KernelsUs = 0, MostKernelsUs = 0; ///< that, and the end of its band
  double InOrderUs = 0; ///< launches and fills that follow one another
  double FillsUs = 0;   ///< of cudaMemset and the like
  double OtherUs = 0;   ///< copies and looks at shared memory, at the most
  double WaitUs = 0;    ///< of one wait, beside the kernels
  double Waits = 0, NeededWaits = 0;
  bool IsKnown = true;    ///< no size or block was assumed
  double OpenThreads = 0; ///< of the largest grid that grows with an open size

  double nowUs() const {
    return KernelsUs + FillsUs + OtherUs + (Waits + NeededWaits) * WaitUs;
  }
  double waitingOnceUs() const {
    return InOrderUs + OtherUs + NeededWaits * WaitUs;
  }
  double savedShare() const { return 1 - waitingOnceUs() / nowUs(); }
  /// What is saved where the kernels take longest.
  double leastShare() const {
    return (nowUs() - waitingOnceUs()) / (nowUs() + MostKernelsUs - KernelsUs);
  }
  bool isWorth(double Percent) const {
    // The end of the band of what data decides is far away: there half of it
    // is enough.
    return 100 * savedShare() >= Percent &&
           100 * leastShare() >= (IsKnown ? Percent : Percent / 2);
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
                                           const WaitedPart &Part,
                                           const ASTContext &Ctx) {
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
    Out.FillsUs = Part.Fills * FloorUs;
    Out.WaitUs =
        std::max(Out.WaitUs, addedUs(Gpu, L.Asked, Timing::Single) -
                                 addedUs(Gpu, L.Asked, Timing::Kernel));
    Out.IsKnown &= !L.IsAssumed;
    Out.OpenThreads = std::max(Out.OpenThreads, L.OpenThreads);
  }
  Out.InOrderUs += Out.FillsUs;
  Out.OtherUs = copiesUs(Part.Copies, Ctx, Launches, SlowBusBytesPerUs) +
                Part.Reads * MostReadUs;
  Out.Waits = static_cast<double>(Part.Waits.size());
  Out.NeededWaits = Part.NeededWaits;
  return Out;
}

void WaitedLaunchCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  llvm::DenseSet<SourceLocation> Said;
  // What a loop does is known, and with it what its waits are worth.
  llvm::DenseSet<const CallExpr *> InLoops;
  const auto Functions = launchingFunctions(File, *Ctx);
  for (const FunctionDecl *F : Functions)
    for (const WaitedLoop &Loop : waitedLoops(*F)) {
      InLoops.insert_range(Loop.Part.Waits);
      if (!Said.contains(placeOf(Loop)) && reportLoop(Loop, File))
        Said.insert(placeOf(Loop));
    }
  for (const WaitedLoop &Call : waitedCalls(Functions))
    if (llvm::none_of(Call.Part.Waits,
                      [&](const CallExpr *W) { return InLoops.contains(W); }) &&
        !Said.contains(placeOf(Call)) && reportLoop(Call, File))
      Said.insert(placeOf(Call));
}

SourceLocation WaitedLaunchCheck::placeOf(const WaitedLoop &Loop) const {
  return SM->getExpansionLoc(Loop.Part.Waits.front()->getBeginLoc());
}

struct WaitedLaunchCheck::Worth {
  IterationTime Time;
  size_t Gpu = 0;
  double Share = 0; ///< that is saved, also where the loops inside run often
};

std::optional<WaitedLaunchCheck::Worth>
WaitedLaunchCheck::worthOf(const WaitedPart &Part, const FileAnalysis &File,
                           const WithGuessedBlocks *Guessed) const {
  // How often the loops inside run is not known: each of them has to be worth
  // it by itself, so that all together are.
  double LeastShare = 1;
  for (const WaitedPart &Inner : Part.Inner) {
    const auto W = worthOf(Inner, File, Guessed);
    if (!W)
      return std::nullopt;
    LeastShare = std::min(LeastShare, W->Share);
  }
  // Nothing but loops.
  if (Part.Calls.empty())
    return std::nullopt;
  const auto Launches = askedLaunches(Part.Calls, File, Assume, Guessed);
  std::optional<Worth> Out;
  for (size_t Gpu = 0; Gpu < File.Gpus.size(); ++Gpu) {
    const auto T = timeOn(Gpu, File.Gpus[Gpu], Launches, Part, *Ctx);
    if (T && T->isWorth(MinGainPercent) &&
        (!Out || T->savedShare() > Out->Time.savedShare()))
      Out = Worth{*T, Gpu, std::min(LeastShare, T->savedShare())};
  }
  return Out;
}

/// Whether the text of the loop has the first of its waits, and not a function
/// that it calls.
bool WaitedLaunchCheck::isAround(const WaitedLoop &Loop) const {
  const SourceLocation Wait = placeOf(Loop);
  const SourceLocation Begin = SM->getExpansionLoc(Loop.Loop->getBeginLoc()),
                       End = SM->getExpansionLoc(Loop.Loop->getEndLoc());
  return SM->getFileID(Wait) == SM->getFileID(Begin) &&
         SM->getFileOffset(Begin) <= SM->getFileOffset(Wait) &&
         SM->getFileOffset(Wait) <= SM->getFileOffset(End);
}

std::string WaitedLaunchCheck::whenever(const WaitedLoop &Loop) const {
  if (Loop.Called)
    return "in every call of '" + Loop.Called->getNameAsString() + "'";
  if (isAround(Loop))
    return "in every iteration of this loop";
  const PresumedLoc At =
      SM->getPresumedLoc(SM->getExpansionLoc(Loop.Loop->getBeginLoc()));
  if (At.isInvalid())
    return "in every iteration of a loop";
  return llvm::formatv("in every iteration of the loop at {0}:{1}",
                       llvm::sys::path::filename(At.getFilename()),
                       At.getLine());
}

bool WaitedLaunchCheck::reportLoop(const WaitedLoop &Loop,
                                   const FileAnalysis &File) {
  const WaitedPart &Part = Loop.Part;
  const std::optional<Worth> Worst = hereOrWithEveryBlock(
      [&](const WithGuessedBlocks *With) { return worthOf(Part, File, With); },
      [&]() -> auto & { return withGuessedBlocks(); },
      [](const Worth &A, const Worth &B) { return A.Share < B.Share; });
  if (!Worst)
    return false;
  const IterationTime &T = Worst->Time;
  const GpuModel &Gpu = File.Gpus[Worst->Gpu];
  const SourceLocation Where = placeOf(Loop);
  speakOf(File.Launches.front().PerGpu[Worst->Gpu]);
  // A function that is called twice has one wait for both calls.
  llvm::SmallSetVector<SourceLocation, 4> Waits;
  for (const CallExpr *Wait : Part.Waits)
    Waits.insert(SM->getExpansionLoc(Wait->getBeginLoc()));
  const std::string What =
      Waits.size() == 1
          ? llvm::formatv("'{0}'",
                          Part.Waits.front()->getDirectCallee()->getName())
                .str()
          : llvm::formatv("these {0} waits", Waits.size()).str();
  const std::string Launches =
      (Part.Calls.size() == 1
           ? "a launch"
           : llvm::formatv("{0} launches", Part.Calls.size()).str()) +
      (T.IsKnown ? " of " + formatTimeUs(T.KernelsUs) : "");
  diag(Where, "%0 %1%2: about %3 of the %4 time on %5%6")
      << What << whenever(Loop)
      << (Part.Calls.size() == 1 && Waits.size() == 1
              ? " waits for " + Launches
              : ", with " + Launches +
                    (Waits.size() == 1 ? ", serves nothing"
                                       : ", serve nothing"))
      << formatPercent(Worst->Share) << (Loop.Called ? "call's" : "loop's")
      << Gpu.Name
      << (T.OpenThreads > 0
              ? llvm::formatv(" with {0} threads, and more with "
                              "fewer",
                              static_cast<uint64_t>(T.OpenThreads))
                    .str()
              : "");
  auto Note = [&](const std::string &Text,
                  SourceLocation At = SourceLocation()) {
    diag(At.isValid() ? At : Where, "%0", DiagnosticIDs::Note) << Text;
  };
  const std::string Them = Waits.size() == 1 ? "it" : "them";
  const bool NeedsNothing = T.NeededWaits == 0 && Part.Copies.empty() &&
                            !Part.CopiesSometimes && Part.Inner.empty();
  if (NeedsNothing && !Loop.Called)
    Note("launches into one stream run one after the other without " + Them +
         ", and the host does nothing here that needs what they compute: wait "
         "once, behind the loop");
  else
    Note("launches into one stream run one after the other without " + Them +
         ", and the host needs nothing of what they compute up to its next "
         "wait: leave " +
         Them + " out" +
         (Part.EndsUnwaited ? ", and wait once behind the loop" : ""));
  constexpr size_t MostShown = 8;
  for (size_t I = 1; I < std::min(Waits.size(), MostShown); ++I)
    Note(I + 1 == MostShown && Waits.size() > MostShown
             ? llvm::formatv("this one, too, and {0} more",
                             Waits.size() - MostShown)
                   .str()
             : "this one, too",
         Waits[I]);
  if (!Loop.Called && !isAround(Loop))
    Note("the loop", SM->getExpansionLoc(Loop.Loop->getBeginLoc()));
  const std::string HowLong = llvm::formatv(
      "{0} for asking and waiting once, {1}", formatTimeUs(T.WaitUs),
      Gpu.LaunchSingleUs || !Gpu.LaunchTimeLines.empty()
          ? "as the GPU's file says"
          : "as it usually is");
  const std::string Predicted =
      llvm::formatv("predicted {0} -> {1} per {2}", formatTimeUs(T.nowUs()),
                    formatTimeUs(T.waitingOnceUs()),
                    Loop.Called          ? "call"
                    : Part.Inner.empty() ? "iteration"
                                         : "iteration without the loops in it");
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
