//===- TailWaveCheck.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/TailWaveCheck.h"
#include "analysis/advice/idle/GridStride.h"
#include "analysis/advice/idle/TailWave.h"
#include "analysis/kernel/VisitNodes.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/WorstGpu.h"
#include "plugin/findings/recompiled/OtherTile.h"
#include "plugin/findings/weight/HeaviestContext.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "plugin/launch/OpenNames.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace gpuperf {

/// "324 x 18", without dimensions of one at the end.
static std::string gridText(const Dim3 &Grid) {
  std::string Text = llvm::formatv("{0}", Grid.X);
  if (Grid.Y > 1 || Grid.Z > 1)
    Text += llvm::formatv(" x {0}", Grid.Y);
  if (Grid.Z > 1)
    Text += llvm::formatv(" x {0}", Grid.Z);
  return Text;
}

namespace {
/// A last wave, with the sizes that it is there at; empty: those of the launch.
struct TailAt : TailWave {
  std::string OnlyWhere;
};
} // namespace

static double percentOf(const TailWave &T) {
  return 100 * (1 - T.WithoutUs.Value / T.TimeUs.Value);
}

/// The only open size that says how often the loops that stride by the grid
/// run; empty where there is none, or more than one.
static std::string sizeOfStride(const LaunchAnswer &Answer, const GpuAnswer &On,
                                llvm::ArrayRef<std::string> Open) {
  std::vector<ExprId> Trips;
  for (const KernelLoop &Loop : On.Kernel->Loops)
    if (stridesByGrid(*On.Kernel, Loop, On.Asked))
      Trips.push_back(Loop.BackedgeTaken);
  std::string Only;
  bool Several = false;
  visitNodes(On.Kernel->Exprs, Trips, [&](const ExprNode &N) {
    for (const std::string &Name : namesIn(N, Answer.Site)) {
      if (!llvm::is_contained(Open, Name))
        continue;
      Several |= !Only.empty() && Only != Name;
      Only = Name;
    }
  });
  return Several ? "" : Only;
}

/// The last wave of the launches with \p Value for \p Name and with several for
/// every other open size, where it costs least. Nothing where one has none.
static std::optional<TailAt> tailWhere(const LaunchAnswer &Answer,
                                       const GpuAnswer &On, const GpuModel &Gpu,
                                       const HostBindings &Assume,
                                       const std::string &Name, int64_t Value) {
  std::optional<TailAt> Out;
  leastOver(launchesWhere(Answer, Assume, {Name}, Value), On, Gpu,
            [&](const Launch &L, const Prediction &P) {
              const auto T = L.Grid == On.Asked.Grid
                                 ? findTailWave(*On.Kernel, L, Gpu, P)
                                 : std::nullopt;
              const double Here = T ? percentOf(*T) : 0;
              if (!Out || Here < percentOf(*Out))
                Out = T ? TailAt{*T, ""} : TailAt();
              return Here;
            });
  return Out;
}

/// The last wave of a kernel that strides by the grid, at the sizes from which
/// on it costs \p MinGainPercent whatever the other sizes are: blocks do
/// several elements there, and as many on fewer blocks.
static std::optional<TailAt> tailOfManyTrips(const LaunchAnswer &Answer,
                                             const GpuAnswer &On,
                                             const GpuModel &Gpu,
                                             const HostBindings &Assume,
                                             double MinGainPercent) {
  const std::string Name =
      sizeOfStride(Answer, On, openNames(Answer.Site, Answer.Bound, Assume));
  if (Name.empty())
    return std::nullopt;
  std::optional<TailAt> Least;
  constexpr int64_t Most = 1 << 22, Step = 8;
  for (int64_t Value = LargeSize; Value <= Most; Value *= Step) {
    const auto Here = tailWhere(Answer, On, Gpu, Assume, Name, Value);
    if (!Here)
      continue; // nothing is launched that counts
    if (!(percentOf(*Here) >= MinGainPercent)) {
      Least.reset();
      continue;
    }
    const std::string From =
        Least ? Least->OnlyWhere
              : " where " + Name + " is " + std::to_string(Value) + " or more";
    if (!Least || percentOf(*Here) < percentOf(*Least))
      Least = Here;
    Least->OnlyWhere = From;
  }
  return Least;
}

bool TailWaveCheck::noteOtherTiles(const LaunchAnswer &Answer,
                                   const FileAnalysis &File, size_t Gpu) {
  const OtherTiles Tiles =
      findOtherTiles(*Ctx, File, Answer, Gpu, MinGainPercent,
                     [&](const ParseChange &Change,
                         llvm::function_ref<void(const FileAnalysis &)> Use) {
                       analyzeAsIf(Change, Use);
                     });
  if (Tiles.Tried.empty())
    return false;
  std::vector<std::string> Times;
  for (const OtherTile &T : Tiles.Tried)
    Times.push_back(llvm::formatv("'{0}' {1}: {2}", T.Name, T.Number,
                                  formatTimeUs(T.WithUs)));
  diag(Answer.Site.Where,
       "the file was compiled with other tiles, whose grids do as much: %0%1",
       clang::DiagnosticIDs::Note)
      << llvm::join(Times, ", ")
      << (Tiles.Best ? "" : "; none of them is told to be faster");
  if (!Tiles.Best)
    return true;
  const OtherTile &Best = *Tiles.Best;
  diag(Best.Spelled.first,
       "with %0 instead of %1 for '%2' the grid has %3 blocks: predicted %4 "
       "-> %5; it is not proven that the program computes the same%6",
       clang::DiagnosticIDs::Note)
      << Best.Number << Best.Now << Best.Name << gridText(Best.Grid)
      << formatTimeUs(Answer.PerGpu[Gpu].P->TimeUs.Value)
      << formatTimeUs(Best.WithUs)
      << (SM->isInMainFile(Best.Spelled.first)
              ? ""
              : ", and other files that include it change, too");
  return true;
}

void TailWaveCheck::report(const LaunchAnswer &Answer,
                           const FileAnalysis &File) {
  if (!gridIsGiven(Answer))
    return;
  auto Tail = [&](const GpuAnswer &On, const GpuModel &Gpu) {
    std::optional<TailAt> Found;
    // In a kernel that strides by the grid, the work of a thread depends on
    // every size.
    if (!On.Asked.Why.empty() && stridesByGrid(*On.Kernel, On.Asked))
      Found = tailOfManyTrips(Answer, On, Gpu, Assume, MinGainPercent);
    else if (auto T = findTailWave(*On.Kernel, On.Asked, Gpu, *On.P))
      Found = TailAt{std::move(*T), ""};
    // Short blocks drain before a wave would matter.
    if (Found && Found->TimeUs.Value - Found->WithoutUs.Value < LeastSavedUs)
      Found.reset();
    // A grid that is tied to the block can only change with it, so that the
    // line that ties them has to be known.
    if (Found && !Found->StridesByGrid &&
        !On.Kernel->Independence.ProvenIfUnchanged &&
        !On.Kernel->Independence.Proven &&
        !tieToBlock(*SM, *On.Kernel).isValid())
      Found.reset();
    return Found;
  };
  // Of the grids that the program launches here, it is told of one where what
  // that loses counts among all of them.
  const double Share = shareOfContexts(Answer, [&](const Launch &L) {
    return Answer.Bound.L && L.Grid == Answer.Bound.L->Grid;
  });
  const auto Loss = worstGpu(Answer, File.Gpus, MinGainPercent / Share, Tail);
  if (!Loss)
    return;
  const GpuAnswer *On = Loss->On;
  const TailAt &Worst = Loss->Found;
  speakOf(*On);
  diag(Answer.Site.Where,
       "the last wave of '%0' on %1 is %2 full: %3 blocks run at a time and "
       "the last %4 of %5 by themselves, for %6 of the time%7")
      << Answer.Site.KernelName << On->Gpu
      << formatPercent(static_cast<double>(Worst.LastBlocks) /
                       static_cast<double>(Worst.BlocksPerWave))
      << static_cast<unsigned>(Worst.BlocksPerWave)
      << static_cast<unsigned>(Worst.LastBlocks)
      << static_cast<unsigned>(On->Asked.Grid.count())
      << (Worst.OnlyWhere.empty() ? "" : "at least ") +
             formatPercent(Loss->GainPercent / 100)
      << Worst.OnlyWhere;
  auto Note = [&](const std::string &Text) {
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note) << Text;
  };
  const std::string Waves = llvm::formatv("{0} whole wave{1}", Worst.FullWaves,
                                          Worst.FullWaves == 1 ? "" : "s");
  if (Worst.StridesByGrid) {
    Note(llvm::formatv("the kernel strides by the grid: {0} blocks do the same "
                       "work in {1}{2}",
                       Worst.FillingBlocks, Waves,
                       Worst.HasResultPerBlock
                           ? "; what it stores for each block or thread, and "
                             "what reads that, is then of as many"
                           : ""));
    if (const std::string Others =
            madeWithSameNumber(Answer, File, "with another one");
        !Others.empty())
      Note(Others);
  } else if (On->Kernel->Independence.Proven)
    Note(llvm::formatv("{0} blocks fill {1}: smaller blocks leave less of the "
                       "last one empty (gpuperf-launch-config says which)",
                       Worst.FillingBlocks, Waves));
  else if (On->Kernel->Independence.ProvenIfUnchanged)
    Note(llvm::formatv("{0} blocks fill {1}: a block of another shape leaves "
                       "less of the last one empty (gpuperf-launch-config says "
                       "which)",
                       Worst.FillingBlocks, Waves));
  else {
    // No SM holds more warps, whatever a block asks for.
    const std::string OrRoom =
        On->P->Occ.ByWarps <= On->P->Occ.BlocksPerSm
            ? ""
            : llvm::formatv(", or room for one more block on an SM (limited "
                            "by {0})",
                            limiterNames(On->P->Occ))
                  .str();
    const bool Tiled = noteOtherTiles(
        Answer, File, static_cast<size_t>(On - Answer.PerGpu.data()));
    if (!Tiled)
      Note(llvm::formatv("{0} blocks fill {1}: a smaller tile would leave less "
                         "of the last one empty{2}",
                         Worst.FillingBlocks, Waves, OrRoom));
    diag(tieToBlock(*SM, *On->Kernel),
         "no other block size is proposed, for this may depend on it: %0",
         clang::DiagnosticIDs::Note)
        << On->Kernel->Independence.Reason;
  }
  Note(llvm::formatv(
      "predicted {0} -> {1} for the same work in whole waves{4} "
      "({2} block{3} per SM)",
      formatTimeUs(Worst.TimeUs.Value), formatTimeUs(Worst.WithoutUs.Value),
      Worst.BlocksPerSm, Worst.BlocksPerSm == 1 ? "" : "s",
      Worst.OnlyWhere.empty() ? "" : ", at the sizes tried that lose least"));
}

} // namespace gpuperf
