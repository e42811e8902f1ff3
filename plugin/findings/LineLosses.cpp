//===- LineLosses.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LineLosses.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/weight/LightLaunches.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "plugin/launch/OpenNames.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace clang;
using namespace gpuperf;

/// Where the costly text stands: in the inlined function, or in the kernel
/// where that one is not the user's. Invalid if neither is.
static SourceLocation userLocationOf(const SourceManager &SM,
                                     const KernelSummary &Kernel,
                                     const LineFinding &Found) {
  for (SourceLine Line : {Found.Inner, Found.Where}) {
    const SourceLocation Where = locationOf(SM, Kernel, Line);
    if (Where.isValid() && !SM.isInSystemHeader(Where))
      return Where;
  }
  return SourceLocation();
}

/// The share of a launch that removing \p Found has to save, percent. A
/// structure of arrays changes every place of a program, on the host too, that
/// touches the data: without sizes that say what the launch weighs, it is worth
/// that where it saves three times as much as an edit of the kernel has to.
static double sharePercentWanted(const LineFinding &Found, bool IsOpen,
                                 double MinGainPercent) {
  constexpr double OfStructures = 3;
  return IsOpen && Found.Layout == LayoutAct::Structure
             ? OfStructures * MinGainPercent
             : MinGainPercent;
}

/// Whether \p Found is worth its act only in larger launches than most
/// programs make, where nobody knows how large they are.
static bool isOfLargeLaunches(const LineFinding &Found, const LeastShare &Least,
                              const LaunchAnswer &Answer,
                              const HostBindings &Assume) {
  constexpr uint64_t MostThreads = FillingThreads / 4;
  return Found.Layout == LayoutAct::Structure && Least.Threads > MostThreads &&
         !openNamesOfGrid(Answer, Assume).empty();
}

static double savedUsOf(const LineFinding &F) {
  return F.TimeUs.Value - F.WithoutUs.Value;
}

/// Whether \p Found in \p Answer tells more of a line than \p Known: it is the
/// larger share of a launch, or the program makes the one launch so much more
/// often than the other that it loses more by it in all.
static bool tellsMore(const LineFinding &Found, const LaunchAnswer &Answer,
                      const LineLoss &Known) {
  if (Known.Found.Text.empty())
    return true;
  const double Times = timesMade(Answer), KnownTimes = timesMade(*Known.Launch);
  if (Times != KnownTimes && !Answer.Contexts.empty() &&
      !Known.Launch->Contexts.empty())
    return savedUsOf(Found) * Times > savedUsOf(Known.Found) * KnownTimes;
  return Found.gainPercent() > Known.Found.gainPercent();
}

/// Keeps of the findings with one key those of the kernel that loses most by
/// one of them; a note of that one names the other kernels. Findings with an
/// empty key stay.
static void
keepHeaviest(std::vector<LineLoss> &All,
             llvm::function_ref<std::string(const LineLoss &)> Key) {
  std::map<std::string, llvm::SmallVector<size_t, 4>> Groups;
  for (size_t I = 0; I < All.size(); ++I)
    if (std::string Of = Key(All[I]); !Of.empty())
      Groups[Of].push_back(I);
  llvm::SmallVector<char> IsKept(All.size(), true);
  for (const auto &[Of, Group] : Groups) {
    LineLoss &Heaviest = All[*llvm::max_element(Group, [&](size_t A, size_t B) {
      return savedUsOf(All[A].Found) < savedUsOf(All[B].Found);
    })];
    std::vector<std::string> Others;
    for (size_t I : Group) {
      const LaunchSite &Site = All[I].Launch->Site;
      IsKept[I] = Site.Kernel == Heaviest.Launch->Site.Kernel;
      const std::string Name = "'" + Site.KernelName + "'";
      if (Site.KernelName != Heaviest.Launch->Site.KernelName &&
          !llvm::is_contained(Others, Name))
        Others.push_back(Name);
    }
    constexpr size_t MostNamed = 4;
    if (Others.empty())
      continue;
    const size_t More = Others.size() - std::min(Others.size(), MostNamed);
    Others.resize(Others.size() - More);
    Heaviest.Found.Notes.push_back(
        "the same holds for " + llvm::join(Others, ", ") +
        (More ? " and " + std::to_string(More) + " more" : "") +
        " of this file");
  }
  std::vector<LineLoss> Kept;
  for (auto [Loss, Keep] : llvm::zip_equal(All, IsKept))
    if (Keep)
      Kept.push_back(std::move(Loss));
  All = std::move(Kept);
}

std::vector<LineLoss> gpuperf::findLineLosses(const FileAnalysis &File,
                                              const HostBindings &Assume,
                                              const SourceManager &SM,
                                              double MinGainPercent,
                                              FindLineCosts Find) {
  PredictOptions Predict; // by our own model, whichever is shown
  Predict.Memo = File.Predict.Memo;
  // By file and line: two accesses on one line are one finding.
  llvm::MapVector<std::pair<FileID, unsigned>, LineLoss> ByLine;
  for (const LaunchAnswer &Answer : File.Launches) {
    std::optional<bool> IsLight; // where its sizes are open
    for (size_t I = 0; I < Answer.PerGpu.size() && !Answer.IsLight; ++I) {
      const GpuAnswer &On = Answer.PerGpu[I];
      const GpuModel &Gpu = File.Gpus[I];
      // PCIe decides how long a launch takes that works in the host's memory.
      if (!On.P || !On.Kernel ||
          On.Asked.Why.contains(AssumptionKind::HostMemory))
        continue;
      // Of one thread alone no line matters before others share its work.
      if (On.Asked.Grid.count() * On.Asked.Block.count() == 1)
        continue;
      LeastShares Shares(Answer, On, Gpu, Assume, Predict, Find);
      for (LineFinding Found : Shares.found()) {
        const double SavedUs = savedUsOf(Found);
        if (!(Found.gainPercent() >= MinGainPercent) ||
            !(SavedUs >= Found.WorthUs) ||
            !(SavedUs * timesMade(Answer) >= LeastSavedUs))
          continue;
        const SourceLocation Where = userLocationOf(SM, *On.Kernel, Found);
        if (Where.isInvalid())
          continue;
        const double Wanted =
            sharePercentWanted(Found, Shares.isOpen(), MinGainPercent);
        LeastShare Least = Shares.of(Found, Wanted);
        if (!(Least.Percent >= Wanted) ||
            (Shares.isOpen() &&
             isOfLargeLaunches(Found, Least, Answer, Assume)))
          continue;
        if (!IsLight)
          IsLight = Shares.isOpen() &&
                    isLightAtAnySize(Answer, File, Assume, FillingThreads);
        if (*IsLight)
          continue;
        // A share that holds at every size is what can be said without one.
        if (Shares.isOpen())
          Found.WithoutUs = Found.TimeUs * (1 - Least.Percent / 100);
        auto [InFile, Offset] = SM.getDecomposedLoc(Where);
        LineLoss &Loss = ByLine[{InFile, SM.getLineNumber(InFile, Offset)}];
        if (Loss.Launches == 0 || Loss.Launch != &Answer)
          ++Loss.Launches;
        if (tellsMore(Found, Answer, Loss)) {
          Loss.Where = Where;
          Loss.Launch = &Answer;
          Loss.On = &On;
          Loss.OpenNames = Shares.isOpen()
                               ? openNames(Answer.Site, Answer.Bound, Assume)
                               : std::vector<std::string>();
          Loss.OnlyWhere = std::move(Least.OnlyWhere);
          Loss.Threads = Least.Threads;
          Loss.Found = std::move(Found);
        }
      }
    }
  }
  std::vector<LineLoss> Out;
  for (auto &[Line, Loss] : ByLine)
    Out.push_back(std::move(Loss));
  keepHeaviest(Out, [](const LineLoss &L) -> std::string {
    return L.Found.IsOfKernel ? "kernel" : "";
  });
  return Out;
}

/// What the first of the arrays that \p L is about has as its elements.
static std::string elementsOf(const LineLoss &L) {
  const KernelSummary &K = *L.On->Kernel;
  const FunctionDecl *Kernel = L.Launch->Site.Kernel;
  for (AccessId Id : L.Found.Accesses) {
    const Access &A = K.Accesses[Id];
    if (A.Base == Access::BaseKind::Argument && Kernel &&
        A.BaseIndex < Kernel->getNumParams())
      return Kernel->getParamDecl(A.BaseIndex)
          ->getType()
          .getCanonicalType()
          .getAsString();
  }
  return "";
}

void gpuperf::keepOneOfEachLayout(std::vector<LineLoss> &All) {
  keepHeaviest(All, [](const LineLoss &L) -> std::string {
    return L.Found.Layout == LayoutAct::Structure
               ? L.Found.Text + "\n" + elementsOf(L)
               : "";
  });
}
