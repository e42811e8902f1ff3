//===- PartialWarpCheck.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/PartialWarpCheck.h"
#include "analysis/advice/SameResult.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/IdleSmsLoss.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

namespace gpuperf {

/// Whether a block of less than a warp is worth a warning: with a whole warp,
/// the launch would be faster on some GPU.
static bool isSlow(const LaunchAnswer &Answer, const FileAnalysis &File,
                   const PartialWarp &Found, double MinGainPercent) {
  const Launch &L = *Answer.Bound.L;
  // Which dimension would grow is not known. A launch that is over as soon as
  // an empty one gains by none.
  if (L.Block.Y * L.Block.Z != 1)
    return llvm::any_of(Answer.PerGpu, [](const GpuAnswer &On) {
      return !On.P || !On.Open.empty() || !isMostlyLaunch(On);
    });
  bool Any = false;
  for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
    const GpuAnswer &On = Answer.PerGpu[G];
    if (!On.P || !On.Kernel)
      continue;
    Any = true;
    auto Whole =
        timeWithBlocksOf(Found.LargerBlock, *On.Kernel, On.Asked, File.Gpus[G]);
    if (Whole &&
        Whole->Value <= On.P->TimeUs.Value * (1 - MinGainPercent / 100))
      return true;
  }
  return !Any;
}

/// Idle lanes cost time where issuing instructions is what takes it.
static bool isBoundByInstructions(const GpuAnswer &On) {
  if (!On.P)
    return true;
  switch (On.P->BoundBy) {
  case Bound::Dram:
  case Bound::L2:
  case Bound::L1:
  case Bound::Copy:
  case Bound::Latency:
  case Bound::Launch:
  case Bound::Atomic:
  case Bound::Barrier:
    return false;
  default:
    return true;
  }
}

/// Other lanes would wait for the same places.
static bool waitsForAtomics(const GpuAnswer &On) {
  return On.P && On.P->BoundBy == Bound::Atomic;
}

static bool isTied(const GpuAnswer &On) {
  return On.Kernel && !On.Kernel->Independence.Proven &&
         !On.Kernel->Independence.ProvenIfUnchanged;
}

/// Whether the kernel does the same in blocks of \p Threads, although the last
/// one may have threads behind the last element. Of blocks of more dimensions,
/// no shape is tried: a guard has to be there in each dimension.
static bool takesBlocksOf(uint64_t Threads, const LaunchAnswer &Answer) {
  return llvm::all_of(Answer.PerGpu, [&](const GpuAnswer &On) {
    if (!On.Kernel)
      return true;
    if (On.Asked.Block.Y * On.Asked.Block.Z != 1)
      return llvm::all_of(
          On.Kernel->Independence.Dims, [](const DimensionIndependence &Dim) {
            return !Dim.Used || Dim.Needed == ThreadsNeeded::Any ||
                   Dim.Needed == ThreadsNeeded::AtLeastBound;
          });
    Launch To = On.Asked;
    To.Block.X = Threads;
    To.Grid.X = llvm::divideCeil(On.Asked.Grid.X * On.Asked.Block.X, Threads);
    return isProvenSame(*On.Kernel, On.Asked, To);
  });
}

/// "96 or 128 fill every warp", of the sizes that the kernel takes; where it
/// takes none, what they need.
static std::string wholeWarps(const LaunchAnswer &Answer, uint64_t Threads) {
  const PartialWarp &Found = *Answer.IdleLanes;
  llvm::SmallVector<uint64_t, 2> All, Taken;
  for (uint64_t Block : {Found.SmallerBlock, Found.LargerBlock})
    if (Block > 0) {
      All.push_back(Block);
      if (takesBlocksOf(Block, Answer))
        Taken.push_back(Block);
    }
  const llvm::ArrayRef<uint64_t> Said = Taken.empty() ? All : Taken;
  const std::string Sizes =
      llvm::formatv("{0:$[ or ]}", llvm::make_range(Said.begin(), Said.end()));
  std::string Text = Found.SmallerBlock == 0
                         ? "a block of " + Sizes + " fills it"
                     : Said.size() == 1 ? Sizes + " fills every warp"
                                        : Sizes + " fill every warp";
  const bool Divides =
      llvm::all_of(Said, [&](uint64_t Size) { return Threads % Size == 0; });
  const Launch &L = *Answer.Bound.L;
  const std::string Rest =
      Divides || L.Block.Y * L.Block.Z != 1
          ? ""
          : llvm::formatv(": {0} threads do not divide into such blocks",
                          Threads)
                .str();
  if (Taken.empty())
    Text += ", with a bounds check in the kernel" + Rest;
  else if (!Divides)
    Text += ", with a grid that is rounded up" + Rest;
  return Text;
}

/// How many blocks of \p Answer fill one warp together, where that is worth
/// while for a kernel that is written for its block; 0: it is not. Each of them
/// has fewer threads than half a warp, and there are enough for the GPU to be
/// busy with them again and again, so that lanes, and not blocks, are short.
static uint64_t groupsForWarp(const LaunchAnswer &Answer,
                              const FileAnalysis &File, double MinGainPercent) {
  constexpr double ManyWaves = 4;
  const Launch &L = *Answer.Bound.L;
  const uint64_t Groups = Answer.IdleLanes->WarpSize / L.Block.count();
  if (Groups <= 2 || Answer.PerGpu.empty())
    return 0;
  for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
    const GpuAnswer &On = Answer.PerGpu[G];
    if (!On.P || !On.Kernel || !(On.P->Waves >= ManyWaves) ||
        isMostlyLaunch(On))
      return 0;
    const auto Time =
        timeIfBlocksWereGroups(Groups, *On.Kernel, On.Asked, File.Gpus[G]);
    if (!Time || Time->Value > On.P->TimeUs.Value * (1 - MinGainPercent / 100))
      return 0;
  }
  return Groups;
}

/// What to do about the idle lanes of \p Answer; empty where nothing is to be
/// said.
static std::string actOn(const LaunchAnswer &Answer, const FileAnalysis &File,
                         double MinGainPercent) {
  const PartialWarp &Found = *Answer.IdleLanes;
  // A launch that is over as soon as an empty one gains by no block.
  if (!Answer.PerGpu.empty() &&
      llvm::all_of(Answer.PerGpu, [](const GpuAnswer &On) {
        return On.P && On.Open.empty() && isMostlyLaunch(On);
      }))
    return "";
  const bool Tied = llvm::any_of(Answer.PerGpu, isTied);
  // A block of less than a warp is intended where the kernel is written for
  // that block, such as the last step of a reduction or a template with the
  // size as its parameter. For such a kernel another block is only proposed
  // that has room for several of them.
  if (Found.SmallerBlock == 0 && Tied) {
    const uint64_t Groups = groupsForWarp(Answer, File, MinGainPercent);
    if (Groups == 0)
      return "";
    return llvm::formatv("let a block of {0} do the work of {1} blocks, each "
                         "by {2} of its threads",
                         Groups * Answer.Bound.L->Block.count(), Groups,
                         Answer.Bound.L->Block.count());
  }
  if (Found.SmallerBlock == 0 && !isSlow(Answer, File, Found, MinGainPercent))
    return "";
  if (Tied && llvm::none_of(Answer.PerGpu, isBoundByInstructions))
    return "";
  // Whole warps gain no more than the lanes that idle, and nothing where the
  // launch is one warp's work.
  const Launch &L = *Answer.Bound.L;
  const auto Threads = L.Grid.count() * L.Block.count();
  if (100 * double(Found.IdleLanes) <
          MinGainPercent * double(Found.LargerBlock) ||
      Threads <= Found.WarpSize || llvm::all_of(Answer.PerGpu, waitsForAtomics))
    return "";
  // Another block is only proposed where the result stays the same.
  if (Tied)
    return "the kernel is written for this block";
  return wholeWarps(Answer, Threads);
}

/// What says the block of \p Site, where it has a name that several launches
/// may use; otherwise empty.
static llvm::StringRef blockName(const LaunchSite &Site,
                                 const clang::SourceManager &SM,
                                 const clang::LangOptions &Lang) {
  const llvm::StringRef Text = clang::Lexer::getSourceText(
      SM.getExpansionRange(Site.BlockRange), SM, Lang);
  return clang::isValidAsciiIdentifier(Text) ? Text : llvm::StringRef();
}

namespace {
/// Launches that one change mends.
struct SameBlock {
  llvm::StringRef Name;
  std::string Size, Act;
  std::vector<const LaunchAnswer *> Launches;
};
} // namespace

bool PartialWarpCheck::isToldByLaunchConfig(const LaunchAnswer &Answer) const {
  return IsLaunchConfigOn &&
         llvm::any_of(
             launchConfigs(MinGainPercent), [&](const LaunchConfigFinding &F) {
               return F.Answer == &Answer &&
                      F.Block.count() % Answer.IdleLanes->WarpSize == 0;
             });
}

void PartialWarpCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  std::vector<SameBlock> Blocks;
  for (const LaunchAnswer &Answer : File.Launches) {
    if (!Answer.IdleLanes || Answer.IsLight)
      continue;
    if (Answer.Bound.L->Block.count() == 1) {
      reportSingleThreads(Answer, File);
      continue;
    }
    if (isToldByLaunchConfig(Answer))
      continue;
    SameBlock Of{blockName(Answer.Site, *SM, Ctx->getLangOpts()),
                 formatDim(Answer.Bound.L->Block),
                 actOn(Answer, File, MinGainPercent),
                 {&Answer}};
    if (Of.Act.empty())
      continue;
    const auto Known = llvm::find_if(Blocks, [&](const SameBlock &B) {
      return !Of.Name.empty() && B.Name == Of.Name && B.Size == Of.Size &&
             B.Act == Of.Act;
    });
    if (Known == Blocks.end())
      Blocks.push_back(std::move(Of));
    else
      Known->Launches.push_back(&Answer);
  }
  for (const SameBlock &B : Blocks)
    reportBlock(*B.Launches.front(), llvm::ArrayRef(B.Launches).drop_front(),
                B.Act);
}

void PartialWarpCheck::reportBlock(const LaunchAnswer &Answer,
                                   llvm::ArrayRef<const LaunchAnswer *> Alike,
                                   llvm::StringRef Act) {
  const PartialWarp &Found = *Answer.IdleLanes;
  diag(Answer.Site.Where,
       "block size %0 of '%1' is not a multiple of the warp size %2: %3 of %4 "
       "lanes (%5) idle in every block; %6")
      << formatDim(Answer.Bound.L->Block) << Answer.Site.KernelName
      << Found.WarpSize << static_cast<unsigned>(Found.IdleLanes)
      << static_cast<unsigned>(Found.LargerBlock)
      << formatPercent(double(Found.IdleLanes) / double(Found.LargerBlock))
      << Act;
  if (!Alike.empty())
    diag(Alike.front()->Site.Where, "the same block%0",
         clang::DiagnosticIDs::Note)
        << (Alike.size() > 1
                ? llvm::formatv(", in {0} launches from here on", Alike.size())
                      .str()
                : std::string());
  for (const GpuAnswer &On : Answer.PerGpu)
    if (isTied(On)) {
      const clang::SourceLocation At = tieToBlock(*SM, *On.Kernel);
      diag(At.isValid() ? At : Answer.Site.Where,
           "this ties the kernel to its block: %0", clang::DiagnosticIDs::Note)
          << On.Kernel->Independence.Reason;
      return;
    }
}

namespace {
/// The time of a launch of blocks of one thread, and with the same threads in
/// blocks of so many.
struct ThreadsForBlocks {
  Estimate TimeUs, WithoutUs;
  uint64_t Threads = 0;
  double gainPercent() const {
    return 100 * (1 - WithoutUs.Value / TimeUs.Value);
  }
};
} // namespace

/// Threads of a block where nothing asks for another number.
static constexpr uint64_t UsualBlock = 256;

static uint64_t threadsFor(const Launch &L) {
  return std::min(UsualBlock, llvm::bit_floor(L.Grid.X));
}

/// Nothing where little is saved.
static std::optional<ThreadsForBlocks>
threadsForBlocks(const KernelSummary &Kernel, const Launch &L,
                 const GpuModel &Gpu, Estimate TimeUs) {
  const uint64_t Threads = threadsFor(L);
  const auto Time = timeIfBlocksWereThreads(Threads, Kernel, L, Gpu);
  if (!Time || TimeUs.Value - Time->Value < LeastSavedUs)
    return std::nullopt;
  return ThreadsForBlocks{TimeUs, *Time, Threads};
}

void PartialWarpCheck::reportSingleThreads(const LaunchAnswer &Answer,
                                           const FileAnalysis &File) {
  const auto Loop = loopOfThread(Answer, File);
  const bool IsReported = gridIsGiven(Answer)
                              ? reportThreadsForBlocks(Answer, File, Loop)
                              : reportThreadsForBlocksOfOpenGrid(Answer, File);
  if (!IsReported && Loop)
    reportLoopOfThread(Answer, *Loop);
}

bool PartialWarpCheck::reportThreadsForBlocks(
    const LaunchAnswer &Answer, const FileAnalysis &File,
    const std::optional<LoopOfThread> &Loop) {
  auto Find = [&](const GpuAnswer &On,
                  const GpuModel &Gpu) -> std::optional<ThreadsForBlocks> {
    return threadsForBlocks(*On.Kernel, On.Asked, Gpu, On.P->TimeUs);
  };
  const auto Worst = worstGpu(Answer, File.Gpus, MinGainPercent, Find);
  if (!Worst)
    return false;
  // An index is changed sooner than a loop.
  constexpr double Hardly = 1.25;
  if (Loop && !Loop->Found.IsOpen &&
      Hardly * Loop->Found.WithoutUs.Value < Worst->Found.WithoutUs.Value)
    return false;
  sayIdleLanes(Answer, *Worst->On,
               formatShareOfTime(Worst->GainPercent, /*AtLeast=*/false), "");
  adviseThreadsForBlocks(Answer, Worst->Found.Threads);
  diag(Answer.Site.Where, "predicted %0 -> %1 with blocks of %2",
       clang::DiagnosticIDs::Note)
      << formatTimeUs(Worst->Found.TimeUs.Value)
      << formatTimeUs(Worst->Found.WithoutUs.Value)
      << static_cast<unsigned>(Worst->Found.Threads);
  return true;
}

void PartialWarpCheck::sayIdleLanes(const LaunchAnswer &Answer,
                                    const GpuAnswer &On,
                                    const std::string &Share,
                                    const std::string &Where) {
  speakOf(On);
  const unsigned WarpSize = Answer.IdleLanes->WarpSize;
  diag(Answer.Site.Where,
       "blocks of 1 thread leave %0 of %1 lanes idle in every warp of '%2': %3 "
       "of its time on %4%5")
      << WarpSize - 1 << WarpSize << Answer.Site.KernelName << Share << On.Gpu
      << Where;
}

void PartialWarpCheck::adviseThreadsForBlocks(const LaunchAnswer &Answer,
                                              uint64_t Threads) {
  diag(Answer.Site.Where,
       "let a thread do what a block does: 'blockIdx.x * blockDim.x + "
       "threadIdx.x' instead of 'blockIdx.x', in blocks of %0, with a guard "
       "for the threads behind the last element",
       clang::DiagnosticIDs::Note)
      << static_cast<unsigned>(Threads);
}

std::optional<PartialWarpCheck::LoopOfThread>
PartialWarpCheck::loopOfThread(const LaunchAnswer &Answer,
                               const FileAnalysis &File) const {
  auto Find = [&](const GpuAnswer &On,
                  const GpuModel &Gpu) -> std::optional<LoneThreadLoss> {
    auto Found = findLoneThreadLoss(Answer, On, Gpu, Assume);
    if (!Found || Found->TimeUs.Value - Found->WithoutUs.Value < LeastSavedUs)
      return std::nullopt;
    // gpuperf-occupancy tells that more blocks could share a loop, and first of
    // all more threads.
    if (gridIsGiven(Answer) && findIdleSmsLoss(Answer, On, Gpu, Assume))
      return std::nullopt;
    return Found;
  };
  return worstGpu(Answer, File.Gpus, MinGainPercent, Find);
}

void PartialWarpCheck::reportLoopOfThread(const LaunchAnswer &Answer,
                                          const LoopOfThread &Loss) {
  const LoneThreadLoss &Found = Loss.Found;
  sayIdleLanes(Answer, *Loss.On,
               formatShareOfTime(Loss.GainPercent, Found.IsOpen),
               Found.OnlyWhere.empty() ? "" : " where " + Found.OnlyWhere);
  const KernelSummary &K = *Loss.On->Kernel;
  const char *Barrier =
      Found.NeedsBarrier
          ? ", with __syncthreads() before what another loop has stored is read"
          : "";
  for (LoopId Id : Found.Loops) {
    const KernelLoop &Loop = K.Loops[Id];
    const clang::SourceLocation At =
        locationOf(*SM, K, lineToName(Loop.Where, Loop.Inner));
    diag(
        At.isValid() ? At : Answer.Site.Where,
        Id == Found.Loops.front()
            ? "the iterations of this loop do not need each other: let %0 or "
              "more threads of a block share them, each from threadIdx.x on in "
              "steps of blockDim.x%1"
            : "let the same threads share the iterations of this loop, too",
        clang::DiagnosticIDs::Note)
        << Answer.IdleLanes->WarpSize << Barrier;
  }
  if (Found.IsOpen)
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note)
        << leastOfTriedSizes();
  else
    diag(Answer.Site.Where, "predicted %0 -> %1 with blocks of %2",
         clang::DiagnosticIDs::Note)
        << formatTimeUs(Found.TimeUs.Value)
        << formatTimeUs(Found.WithoutUs.Value) << Answer.IdleLanes->WarpSize;
}

/// The grid is of an open size: from which one on is it worth while?
bool PartialWarpCheck::reportThreadsForBlocksOfOpenGrid(
    const LaunchAnswer &Answer, const FileAnalysis &File) {
  const std::vector<std::string> Names = openNamesOfGrid(Answer, Assume);
  if (Names.empty() || Names.size() > 2)
    return false;
  static constexpr int64_t OfOne[] = {1 << 18, 1 << 16, 1 << 14, 1 << 12,
                                      1 << 10},
                           OfProduct[] = {512, 256, 128, 64, 32};
  const llvm::ArrayRef<int64_t> Sizes =
      Names.size() == 1 ? llvm::ArrayRef(OfOne) : llvm::ArrayRef(OfProduct);
  for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
    const GpuAnswer &On = Answer.PerGpu[G];
    if (!On.P || !On.Kernel)
      continue;
    double Least = 100;
    int64_t From = 0;
    for (int64_t Size : Sizes) {
      const auto Here =
          leastOver(launchesWhere(Answer, Assume, Names, Size), On,
                    File.Gpus[G], [&](const Launch &L, const Prediction &P) {
                      const auto Found = threadsForBlocks(
                          *On.Kernel, L, File.Gpus[G], P.TimeUs);
                      return Found ? Found->gainPercent() : 0;
                    });
      // The largest of them may be more than the GPU's memory holds.
      if (!Here && !From)
        continue;
      if (!Here || *Here < MinGainPercent)
        break;
      Least = std::min(Least, *Here);
      From = Size;
    }
    if (!From)
      continue;
    sayIdleLanes(Answer, On, formatShareOfTime(Least, /*AtLeast=*/true),
                 " where " + llvm::join(Names, " and ") +
                     (Names.size() == 1 ? " is " : " are ") +
                     std::to_string(From) + " or more");
    adviseThreadsForBlocks(Answer, UsualBlock);
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note)
        << leastOfTriedSizes();
    return true;
  }
  return false;
}

} // namespace gpuperf
