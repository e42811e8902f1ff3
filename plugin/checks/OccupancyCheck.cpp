//===- OccupancyCheck.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/OccupancyCheck.h"
#include "analysis/advice/idle/PieceLaunches.h"
#include "analysis/advice/launches/OccupancyAdvice.h"
#include "analysis/advice/loops/LeaderLoop.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/host/LaunchLoops.h"
#include "plugin/findings/weight/HeaviestContext.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::formatv;

namespace gpuperf {

/// What limits the occupancy, and what would raise it.
static std::string describeStep(const OccupancyAdvice &A) {
  switch (A.Limiter) {
  case OccupancyLimiter::Registers:
    return formatv("{0} registers per thread; {1} would allow {2}", A.Now,
                   A.Then, A.WarpsThen);
  case OccupancyLimiter::SharedMemory:
    return formatv("{0} of shared memory per block; {1} would let {2} blocks "
                   "run instead of {3}",
                   formatBytes(A.Now), formatBytes(A.Then), A.BlocksThen,
                   A.BlocksPerSm);
  default:
    return formatv("at most {0} blocks per SM; blocks of {1} threads instead "
                   "of {2} would allow {3}",
                   A.BlocksPerSm, A.Then, A.Now, A.WarpsThen);
  }
}

static const char *act(OccupancyLimiter L) {
  switch (L) {
  case OccupancyLimiter::Registers:
    return "keep fewer values alive at a time, or bound the kernel with "
           "__launch_bounds__ (gpuperf-launch-bounds judges the spills)";
  case OccupancyLimiter::SharedMemory:
    return "make the shared arrays smaller, or reuse one for two purposes";
  default:
    return "the kernel computes the same with a larger block";
  }
}

void OccupancyCheck::report(const LaunchAnswer &Answer,
                            const FileAnalysis &File) {
  // Room for more blocks matters to a grid that has them.
  if (!Answer.Bound.BlockKnown || !gridIsGiven(Answer))
    return;
  auto Step = [&](const GpuAnswer &On, const GpuModel &Gpu) {
    return adviseOccupancy(*On.Kernel, On.Asked, Gpu, *On.P);
  };
  const auto Loss = worstGpu(Answer, File.Gpus, MinGainPercent, Step);
  if (!Loss)
    return;
  const GpuAnswer *On = Loss->On;
  const OccupancyAdvice &Worst = Loss->Found;
  // Where sizes are open, gpuperf-launch-config says from which one on another
  // block is better.
  const bool IsBlock = Worst.Limiter != OccupancyLimiter::Registers &&
                       Worst.Limiter != OccupancyLimiter::SharedMemory;
  if (IsBlock && (sweepsBlocks(Answer) ||
                  llvm::any_of(launchConfigs(MinGainPercent),
                               [&](const LaunchConfigFinding &F) {
                                 return F.Answer == &Answer && F.OverSizes;
                               })))
    return;
  speakOf(*On);
  diag(Answer.Site.Where,
       "'%0' keeps %1 of %2 warps on an SM of %3, limited by %4: %5 of its "
       "time")
      << Answer.Site.KernelName << Worst.WarpsPerSm << Worst.MaxWarpsPerSm
      << On->Gpu << describeStep(Worst)
      << formatPercent(Loss->GainPercent / 100);
  auto Note = [&](const std::string &Text) {
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note) << Text;
  };
  Note(act(Worst.Limiter));
  Note(formatv("predicted {0} -> {1} with {2} warps",
               formatTimeUs(Worst.TimeUs.Value),
               formatTimeUs(Worst.WithoutUs.Value), Worst.WarpsThen));
}

/// "12 blocks of 'k' leave 56 of 68 SMs of rtx-3080 idle".
static std::string whatIsIdle(const IdleSmsLoss &I, llvm::StringRef Kernel,
                              llvm::StringRef Gpu) {
  const bool One = I.Blocks == 1;
  const std::string Who =
      formatv("{0} block{1} of '{2}'", I.Blocks, One ? "" : "s", Kernel);
  if (I.leavesIdle())
    return formatv("{0} leave{1} {2} of {3} SMs of {4} idle", Who,
                   One ? "s" : "", I.idle(), I.Sms, Gpu);
  return formatv("{0} give{1} an SM of {2} {3} of {4} warps", Who,
                 One ? "s" : "", Gpu, I.WarpsPerSm, I.MostWarpsPerSm);
}

/// Why more blocks could share the work.
static std::string whyShared(const IdleSmsLoss &I, bool Open) {
  if (I.StridesByGrid)
    return I.HasResultPerBlock ? "and its threads stride by the grid"
                               : "and the kernel takes any grid";
  if (Open || I.TripGuessed)
    return "and each thread runs a long loop";
  return formatv("and each thread runs a loop {0} times", I.Trip);
}

/// How they would share it.
static std::string howShared(const IdleSmsLoss &I, bool Open) {
  if (I.StridesByGrid)
    return formatv("it strides by the grid: {0} blocks do the same work{1}",
                   I.BlocksThen,
                   I.HasResultPerBlock
                       ? "; what it stores for each block or thread, and what "
                         "reads that, is then of as many"
                       : "");
  const std::string Each = Open ? "a part" : formatv("{0}", I.TripThen).str();
  if (I.Hands == Carries::Scan)
    return formatv(
        "each iteration stores the sum so far, which is a scan: "
        "cub::DeviceScan, or {0} and then add what is before them (floats "
        "round differently in another order)",
        Open ? "blocks that scan a part of the iterations each"
             : formatv("{0} blocks that scan {1} iterations each", I.BlocksThen,
                       I.TripThen)
                   .str());
  if (I.Hands == Carries::Order)
    return formatv("nothing proves that its iterations do not need each "
                   "other: divide the work of a thread in another way, so that "
                   "{0} blocks or more have some",
                   I.Sms);
  std::string Text = formatv(
      "its iterations do not need each other{0}: change the kernel so that {1} "
      "blocks instead of {2} share them, {3} for each thread",
      I.Hands == Carries::Sum       ? " but for sums"
      : I.Hands == Carries::Extreme ? " but for the best value"
                                    : "",
      I.BlocksThen, I.Blocks, Each);
  if (I.Hands == Carries::Sum)
    Text += ", and atomics or a second kernel add up the parts (floats round "
            "differently in another order)";
  if (I.Hands == Carries::Extreme)
    Text += ", and a second kernel compares what they have found (of equal "
            "values another may be taken)";
  return Text;
}

/// Of two ways to mend a launch, the easier one is told where it leaves no more
/// than so many times the time of the other.
static constexpr double Hardly = 1.25;

/// Whether one thread of a block runs the loop, and the block's others make the
/// launch hardly slower if they share it (gpuperf-divergent-branch).
static bool isMendedByThreads(const IdleSmsLoss &Loss, const GpuAnswer &On,
                              const GpuModel &Gpu) {
  return llvm::any_of(findLeaderLoops(*On.Kernel, On.Asked, Gpu, *On.P),
                      [&](const LeaderLoop &L) {
                        return L.Loop == Loss.Loop &&
                               L.WithoutUs.Value <=
                                   Hardly * Loss.WithoutUs.Value;
                      });
}

/// Whether another block takes the idleness away, or nearly: a number is
/// changed sooner than a kernel.
static bool mends(const OtherBlock &Other, const IdleSmsLoss &Loss) {
  // Where nobody knows how to share it, a block that gains much is enough.
  constexpr double Much = 1.5;
  if (Loss.Hands == Carries::Order)
    return Other.TimeUs >= Much * Other.WithUs;
  return !Other.Still || Other.WithUs <= Hardly * Loss.WithoutUs.Value;
}

std::optional<OtherBlock>
OccupancyCheck::otherBlock(const LaunchAnswer &Answer, const FileAnalysis &File,
                           const OnWorstGpu<IdleSmsLoss> &Loss) const {
  const size_t Gpu = Loss.On - Answer.PerGpu.data();
  if (auto Found =
          otherBlockOf(Answer, Gpu, File, launchConfigs(MinGainPercent)))
    return Found;
  return otherBlockOf(Answer, Gpu, tunedConstants(MinGainPercent));
}

/// A loop of launches is changed into one launch for this gain, in percent.
static constexpr double WorthOneLaunch = 50;

/// Whether a run of the program makes the launch a few times only.
static bool isMadeFewTimes(const LaunchAnswer &Answer) {
  constexpr uint64_t Few = 3;
  return !Answer.Contexts.empty() &&
         llvm::all_of(Answer.Contexts,
                      [](const LaunchContext &C) { return C.Count <= Few; });
}

void OccupancyCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  std::vector<std::optional<OnWorstGpu<IdleSmsLoss>>> Losses;
  // Of launches of which nobody can say how to divide their work, the one that
  // takes longest is told.
  const OnWorstGpu<IdleSmsLoss> *Longest = nullptr;
  for (const LaunchAnswer &Answer : File.Launches) {
    Losses.push_back(std::nullopt);
    if (Answer.Bound.BlockKnown)
      Losses.back() = idleSms(Answer, File, Assume);
  }
  std::vector<std::optional<OtherBlock>> Others(Losses.size());
  for (size_t I = 0; I < Losses.size(); ++I) {
    if (!Losses[I] || Losses[I]->Found.StridesByGrid)
      continue;
    Others[I] = otherBlock(File.Launches[I], File, *Losses[I]);
    if (Others[I] && mends(*Others[I], Losses[I]->Found))
      Losses[I].reset();
  }
  for (const auto &Loss : Losses)
    if (Loss && Loss->Found.Hands == Carries::Order &&
        (!Longest || Loss->Found.TimeUs.Value > Longest->Found.TimeUs.Value))
      Longest = &*Loss;
  for (size_t I = 0; I < Losses.size(); ++I) {
    // One change of the kernel mends all launches that are alike, such as one
    // more to warm up.
    const bool IsTold =
        llvm::any_of(llvm::seq<size_t>(0, I), [&](size_t Before) {
          return Losses[Before] && Losses[I] &&
                 Losses[Before]->Found.Loop == Losses[I]->Found.Loop &&
                 Losses[Before]->Found.TimeUs.Value ==
                     Losses[I]->Found.TimeUs.Value &&
                 File.Launches[Before].Site.Kernel ==
                     File.Launches[I].Site.Kernel;
        });
    if (Losses[I] && !IsTold &&
        (Losses[I]->Found.Hands != Carries::Order || &*Losses[I] == Longest))
      reportIdleSms(File.Launches[I], File, *Losses[I], Others[I]);
    report(File.Launches[I], File);
  }
  reportWithGuessedBlocks(Longest != nullptr);
  for (const LaunchAnswer &Answer : File.Launches)
    reportPieces(Answer, File);
}

/// Blocks that a host loop launches one by one although one launch could have
/// them all.
void OccupancyCheck::reportPieces(const LaunchAnswer &Answer,
                                  const FileAnalysis &File) {
  const LaunchSite &Site = Answer.Site;
  if (!Site.Function || !Site.Call || !Answer.Bound.L ||
      Answer.Bound.L->Grid.count() != 1 || !gridIsGiven(Answer) ||
      isMadeFewTimes(Answer))
    return;
  const auto Loop = loopOfPieces(*Site.Function, *Site.Call);
  if (!Loop)
    return;
  const auto Worst =
      worstGpu(Answer, File.Gpus, std::max(MinGainPercent, WorthOneLaunch),
               [&](const GpuAnswer &On,
                   const GpuModel &Gpu) -> std::optional<PieceLaunches> {
                 if (!isPieceOf(*On.Kernel, Loop->Arg))
                   return std::nullopt;
                 return findPieceLaunches(*On.Kernel, On.Asked, Gpu, *On.P);
               });
  if (!Worst)
    return;
  speakOf(*Worst->On);
  const PieceLaunches &Found = Worst->Found;
  const auto Sms = static_cast<uint64_t>(
      File.Gpus[Worst->On - Answer.PerGpu.data()].SmCount.Value);
  diag(Site.Where, "this loop launches '%0' block by block, and each launch "
                   "leaves %1 of %2 SMs of %3 idle: %4 of the time of %5 "
                   "launches")
      << Site.KernelName << std::to_string(Sms - 1) << std::to_string(Sms)
      << Worst->On->Gpu
      << formatShareOfTime(Worst->GainPercent, /*AtLeast=*/false)
      << std::to_string(Found.Launches);
  auto Note = [&](const std::string &Text) {
    diag(Site.Where, "%0", clang::DiagnosticIDs::Note) << Text;
  };
  Note(formatv("they differ by '{0}' alone, which the kernel adds to "
               "threadIdx.x: one launch with a block for each, with {0} + "
               "blockIdx.x * blockDim.x instead, computes the same at one time",
               Worst->On->Kernel->Params[Loop->Arg].Name));
  Note(formatv("predicted {0} -> {1} for {2} of them",
               formatTimeUs(Found.TimeUs.Value),
               formatTimeUs(Found.WithoutUs.Value), Found.Launches));
}

/// The part of the time of all launches that the program makes here that those
/// with no larger a grid take.
static double shareOfNoLarger(const LaunchAnswer &Answer) {
  const uint64_t Blocks = Answer.Bound.L ? Answer.Bound.L->Grid.count() : 0;
  return shareOfContexts(
      Answer, [&](const Launch &L) { return L.Grid.count() <= Blocks; });
}

std::optional<OnWorstGpu<IdleSmsLoss>>
OccupancyCheck::idleSms(const LaunchAnswer &Answer, const FileAnalysis &File,
                        const HostBindings &Assume) const {
  if (!gridIsGiven(Answer))
    return std::nullopt;
  // Of the grids that the program launches here, those that are no larger lose
  // as much; it is told where that counts among all of them.
  const double Share = shareOfNoLarger(Answer);
  return worstGpu(Answer, File.Gpus, MinGainPercent / Share,
                  [&](const GpuAnswer &On,
                      const GpuModel &Gpu) -> std::optional<IdleSmsLoss> {
                    auto Loss = findIdleSmsLoss(Answer, On, Gpu, Assume);
                    if (Loss && isMendedByThreads(*Loss, On, Gpu))
                      return std::nullopt;
                    // A loop that nobody can share, of a length that nobody
                    // knows, may be short.
                    if (Loss && Loss->Hands == Carries::Order &&
                        !Loss->OnlyWhere.empty())
                      return std::nullopt;
                    return Loss;
                  });
}

/// A grid of one block leaves the other SMs idle, whatever its block is. Of
/// launches of which nobody can say how to divide their work, one is told.
void OccupancyCheck::reportWithGuessedBlocks(bool OneIsTold) {
  const std::vector<WithGuessedBlocks> &All = withGuessedBlocks();
  if (All.empty())
    return;
  for (const LaunchAnswer &First : All.front().File.Launches) {
    const LaunchAnswer *At = nullptr;
    std::optional<OnWorstGpu<IdleSmsLoss>> Least;
    std::string Blocks;
    bool Always = true;
    for (const WithGuessedBlocks &With : All) {
      const auto Same =
          llvm::find_if(With.File.Launches, [&](const LaunchAnswer &A) {
            return A.Site.Where == First.Site.Where &&
                   A.Site.Kernel == First.Site.Kernel;
          });
      // A grid that the guess makes says nothing of its own.
      auto Loss = Same == With.File.Launches.end() ||
                          !(Same->Bound.L->Grid == First.Bound.L->Grid)
                      ? std::nullopt
                      : idleSms(*Same, With.File, With.Assume);
      if (!Loss || (Least && (Loss->Found.Loop != Least->Found.Loop ||
                              Loss->Found.Hands != Least->Found.Hands))) {
        Always = false;
        break;
      }
      if (const std::string Block = formatDim(Same->Bound.L->Block);
          Block != Blocks)
        Blocks += (Blocks.empty() ? "" : " and ") + Block;
      if (!Least || Loss->GainPercent < Least->GainPercent) {
        Least = std::move(Loss);
        At = &*Same;
      }
    }
    if (!Always || !Least ||
        (Least->Found.Hands == Carries::Order &&
         std::exchange(OneIsTold, true)))
      continue;
    reportIdleSms(*At, All.front().File, *Least, std::nullopt, Blocks);
  }
}

void OccupancyCheck::reportIdleSms(const LaunchAnswer &Answer,
                                   const FileAnalysis &File,
                                   const OnWorstGpu<IdleSmsLoss> &Loss,
                                   const std::optional<OtherBlock> &Other,
                                   llvm::StringRef Blocks) {
  const IdleSmsLoss &Found = Loss.Found;
  speakOf(*Loss.On);
  const bool Open = !Found.OnlyWhere.empty() || !Blocks.empty();
  const std::string Where =
      Found.OnlyWhere.empty() ? "" : " where " + Found.OnlyWhere;
  const std::string Idle =
      whatIsIdle(Found, Answer.Site.KernelName, Loss.On->Gpu);
  // Nobody knows how much of it another way would save.
  if (Found.Hands == Carries::Order)
    diag(Answer.Site.Where, "%0%1, %2%3")
        << Idle << (Open ? "" : " for " + formatTimeUs(Found.TimeUs.Value))
        << whyShared(Found, Open) << Where;
  else
    diag(Answer.Site.Where, "%0, %1: %2 of its time%3")
        << Idle << whyShared(Found, Open)
        << formatShareOfTime(Loss.GainPercent, Open) << Where;
  auto Note = [&](const std::string &Text, clang::SourceLocation At) {
    diag(At.isValid() ? At : Answer.Site.Where, "%0",
         clang::DiagnosticIDs::Note)
        << Text;
  };
  clang::SourceLocation At;
  if (!Found.StridesByGrid) {
    const KernelLoop &Loop = Loss.On->Kernel->Loops[Found.Loop];
    At = locationOf(*SM, *Loss.On->Kernel, lineToName(Loop.Where, Loop.Inner));
  }
  Note(howShared(Found, Open), At);
  if (Found.HasResultPerBlock)
    if (const std::string Others =
            madeWithSameNumber(Answer, File, "with more blocks");
        !Others.empty())
      Note(Others, Answer.Site.Where);
  if (!Blocks.empty())
    Note(formatv("the block is not known here: that holds with blocks of {0}",
                 Blocks),
         Answer.Site.Where);
  const uint64_t Threads = Loss.On->Asked.Block.count();
  if (Found.ThreadsRepeat)
    Note(formatv("the kernel does not use threadIdx: all {0} threads of a "
                 "block run the same iterations; let them share these first, "
                 "too",
                 Threads),
         Answer.Site.Where);
  else if (Blocks.empty() && Threads < Loss.On->WarpSize)
    Note(formatv("a block of {0} thread{1} leaves {2} of the {3} lanes of its "
                 "warp idle: give it threads to share the work first, 128 or "
                 "256{4}",
                 Threads, Threads == 1 ? "" : "s", Loss.On->WarpSize - Threads,
                 Loss.On->WarpSize,
                 Found.Blocks > 1 ? ", and fewer blocks" : ""),
         Answer.Site.Where);
  if (const double Share = shareOfNoLarger(Answer); Share < 1)
    Note(formatv("the program launches other grids here, too: those of at most "
                 "{0} {1} take {2} of the time of all",
                 Found.Blocks, Found.Blocks == 1 ? "block" : "blocks",
                 formatPercent(Share)),
         Answer.Site.Where);
  if (!Open)
    Note(formatv("predicted {0} -> {1} with {2} blocks{3}",
                 formatTimeUs(Found.TimeUs.Value),
                 formatTimeUs(Found.WithoutUs.Value), Found.BlocksThen,
                 Found.Hands == Carries::Order
                     ? " that share the iterations, if they could"
                     : ""),
         Answer.Site.Where);
  if (Other && Other->Still && Found.Hands != Carries::Order)
    Note(formatv("blocks of {0}, which gpuperf-launch-config names, mend a "
                 "part of the same ({1} -> {2}), so that the two gains do not "
                 "add up: with them, sharing the loop brings {3} -> {4}",
                 formatDim(Other->Block), formatTimeUs(Other->TimeUs),
                 formatTimeUs(Other->WithUs),
                 formatTimeUs(Other->Still->TimeUs.Value),
                 formatTimeUs(Other->Still->WithoutUs.Value)),
         Answer.Site.Where);
}

} // namespace gpuperf
