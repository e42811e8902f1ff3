//===- LineCheck.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/LineCheck.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/LayoutUses.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace clang;

namespace gpuperf {

std::vector<LineLoss> LineCheck::findWithGuessedBlocks(FindLineCosts Find) {
  std::vector<LineLoss> Out;
  bool First = true;
  for (const WithGuessedBlocks &With : withGuessedBlocks()) {
    std::vector<LineLoss> Found =
        findLineLosses(With.File, With.Assume, *SM, MinGainPercent, Find);
    auto Block = [](const LineLoss &L) {
      return formatDim(L.Launch->Bound.L->Block);
    };
    if (std::exchange(First, false)) {
      Out = std::move(Found);
      for (LineLoss &L : Out)
        L.Blocks = Block(L);
      continue;
    }
    std::vector<LineLoss> Both;
    for (LineLoss &L : Out) {
      auto Same = llvm::find_if(
          Found, [&](const LineLoss &F) { return F.Where == L.Where; });
      if (Same == Found.end())
        continue;
      LineLoss &Least =
          Same->Found.gainPercent() < L.Found.gainPercent() ? *Same : L;
      // What one of the blocks decides is told of that block alone.
      const bool Differ = Same->Found.Text != L.Found.Text;
      const std::string Other = Block(*Same);
      if (Differ)
        Least.Found.Text =
            "with a block of " + Block(Least) + ", " + Least.Found.Text;
      Least.Blocks = L.Blocks == Other ? Other : L.Blocks + " and " + Other;
      Both.push_back(std::move(Least));
    }
    Out = std::move(Both);
  }
  return Out;
}

/// True where a size that grows the grid is open and the headline does not
/// name it: the share then holds from LineLoss::Threads on.
static bool isOfLargeGrids(const LineLoss &Loss, const HostBindings &Assume) {
  llvm::SmallVector<llvm::StringRef, 8> Named;
  llvm::StringRef(Loss.OnlyWhere).split(Named, ' ');
  return llvm::any_of(
      openNamesOfGrid(*Loss.Launch, Assume), [&](llvm::StringRef Name) {
        return !usualSize(Name) && llvm::is_contained(Loss.OpenNames, Name) &&
               !llvm::is_contained(Named, Name);
      });
}

/// " where n is 512 or more with 262144 threads or more": for which launches
/// the share of \p Loss holds; empty: for this one.
static std::string holdsFor(const LineLoss &Loss, const HostBindings &Assume) {
  std::string Out;
  if (!Loss.OnlyWhere.empty())
    Out += " where " + Loss.OnlyWhere;
  if (isOfLargeGrids(Loss, Assume))
    Out += (Out.empty() ? " with " : ", with ") + std::to_string(Loss.Threads) +
           " threads or more";
  return Out;
}

void LineCheck::reportLoss(const LineLoss &Loss) {
  speakOf(*Loss.On);
  {
    auto Diag =
        diag(Loss.Where, "%0: %1 of the time of '%2' on %3%4")
        << Loss.Found.Text
        << formatShareOfTime(Loss.Found.gainPercent(),
                             !Loss.OpenNames.empty() || !Loss.Blocks.empty())
        << Loss.Launch->Site.KernelName << Loss.On->Gpu
        << holdsFor(Loss, Assume);
    if (Loss.Blocks.empty())
      addFix(Diag, Loss.Where, Loss.Found, *Loss.On);
  }
  for (const std::string &Note : Loss.Found.Notes)
    diag(Loss.Where, "%0", DiagnosticIDs::Note) << Note;
  if (!Loss.Blocks.empty())
    diag(Loss.Launch->Site.Where,
         "the block is not known here: the share is the least one with blocks "
         "of %0",
         DiagnosticIDs::Note)
        << Loss.Blocks;
  if (!Loss.OpenNames.empty()) {
    constexpr size_t MostNamed = 3;
    const auto Names = llvm::ArrayRef(Loss.OpenNames).take_front(MostNamed);
    diag(Loss.Launch->Site.Where,
         "%0%1 %2 not known here: the share is the least one at the sizes that "
         "were tried",
         DiagnosticIDs::Note)
        << llvm::join(Names, Names.size() == 2 ? " and " : ", ")
        << (Names.size() < Loss.OpenNames.size() ? " and more" : "")
        << (Loss.OpenNames.size() == 1 ? "is" : "are");
  }
  if (!Loss.OpenNames.empty() || !Loss.Blocks.empty())
    return;
  if (!Loss.Found.NoteOfLaunch.empty())
    diag(Loss.Where, "%0", DiagnosticIDs::Note) << Loss.Found.NoteOfLaunch;
  diag(Loss.Launch->Site.Where,
       Loss.Launches > 1 ? "predicted %0 -> %1 in this launch, the worst of %2"
                         : "predicted %0 -> %1 in this launch",
       DiagnosticIDs::Note)
      << formatTimeUs(Loss.Found.TimeUs.Value)
      << formatTimeUs(Loss.Found.WithoutUs.Value) << Loss.Launches;
}

void LineCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  auto Find = [this](const LaunchAnswer &Answer, const GpuAnswer &On,
                     const GpuModel &Gpu) { return find(Answer, On, Gpu); };
  std::vector<LineLoss> All =
      findLineLosses(File, Assume, *SM, MinGainPercent, Find);
  const size_t Known = All.size();
  for (LineLoss &Loss : findWithGuessedBlocks(Find))
    if (llvm::none_of(llvm::ArrayRef(All).take_front(Known),
                      [&](const LineLoss &K) {
                        // Of kernels as a whole, one is told.
                        return K.Where == Loss.Where ||
                               (K.Found.IsOfKernel && Loss.Found.IsOfKernel);
                      }))
      All.push_back(std::move(Loss));
  keepOneOfEachLayout(All);
  for (LineLoss &Loss : All) {
    auto Use = useAgainstLayout(Loss, File);
    if (Use && Use->Outweighs)
      continue;
    if (Use)
      Loss.Found.Notes.push_back(std::move(Use->Note));
    reportLoss(Loss);
  }
}

} // namespace gpuperf
