//===- TailWaveCheck.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/TailWaveCheck.h"
#include "analysis/advice/idle/TailWave.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/WorstGpu.h"
#include "plugin/findings/recompiled/OtherTile.h"
#include "plugin/findings/weight/HeaviestContext.h"
#include "plugin/findings/weight/WorthAdvice.h"
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
    auto Found = findTailWave(*On.Kernel, On.Asked, Gpu, *On.P);
    // In a kernel that strides by the grid, the work of a thread depends on
    // every size: all of them have to be known.
    if (Found && Found->StridesByGrid && !On.Asked.Why.empty())
      Found.reset();
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
  const TailWave &Worst = Loss->Found;
  speakOf(*On);
  diag(Answer.Site.Where,
       "the last wave of '%0' on %1 is %2 full: %3 blocks run at a time and "
       "the last %4 of %5 by themselves, for %6 of the time")
      << Answer.Site.KernelName << On->Gpu
      << formatPercent(static_cast<double>(Worst.LastBlocks) /
                       static_cast<double>(Worst.BlocksPerWave))
      << static_cast<unsigned>(Worst.BlocksPerWave)
      << static_cast<unsigned>(Worst.LastBlocks)
      << static_cast<unsigned>(On->Asked.Grid.count())
      << formatPercent(Loss->GainPercent / 100);
  auto Note = [&](const std::string &Text) {
    diag(Answer.Site.Where, "%0", clang::DiagnosticIDs::Note) << Text;
  };
  const std::string Waves = llvm::formatv("{0} whole wave{1}", Worst.FullWaves,
                                          Worst.FullWaves == 1 ? "" : "s");
  if (Worst.StridesByGrid)
    Note(llvm::formatv("the kernel strides by the grid: {0} blocks do the same "
                       "work in {1}{2}",
                       Worst.FillingBlocks, Waves,
                       Worst.HasResultPerBlock
                           ? "; what it stores for each block or thread, and "
                             "what reads that, is then of as many"
                           : ""));
  else if (On->Kernel->Independence.Proven)
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
  Note(llvm::formatv("predicted {0} -> {1} for the same work in whole waves "
                     "({2} block{3} per SM)",
                     formatTimeUs(Worst.TimeUs.Value),
                     formatTimeUs(Worst.WithoutUs.Value), Worst.BlocksPerSm,
                     Worst.BlocksPerSm == 1 ? "" : "s"));
}

} // namespace gpuperf
