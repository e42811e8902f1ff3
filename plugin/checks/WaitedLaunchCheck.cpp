//===- WaitedLaunchCheck.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/WaitedLaunchCheck.h"
#include "analysis/models/LaunchTime.h"
#include "analysis/report/Wording.h"
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
  double InOrderUs = 0;                    ///< launches that follow one another
  double WaitUs = 0;                       ///< of one wait, beside the kernels
};
} // namespace

static double addedUs(const GpuModel &Gpu, Launch L, Timing How) {
  L.Conditions.How = How;
  return launchTime(Gpu, L, true).AddedUs.Value;
}

/// Nothing where a time is not known, or depends on a size that nobody gives.
static std::optional<IterationTime>
timeOn(size_t Gpu, llvm::ArrayRef<const LaunchAnswer *> Launches,
       const FileAnalysis &File) {
  IterationTime Out;
  for (const LaunchAnswer *Answer : Launches) {
    const GpuAnswer &On = Answer->PerGpu[Gpu];
    if (!On.P || !On.Open.empty())
      return std::nullopt;
    const GpuModel &Model = File.Gpus[Gpu];
    Launch Follows = On.Asked;
    Follows.Conditions.How = Timing::BackToBack;
    Out.KernelsUs += On.P->TimeUs.Value;
    Out.MostKernelsUs += On.P->TimeUs.Hi;
    Out.InOrderUs +=
        std::max(On.P->TimeUs.Value, launchTime(Model, Follows, true).FloorUs);
    Out.WaitUs =
        std::max(Out.WaitUs, addedUs(Model, On.Asked, Timing::Single) -
                                 addedUs(Model, On.Asked, Timing::Kernel));
  }
  return Out;
}

void WaitedLaunchCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  llvm::DenseSet<const FunctionDecl *> Seen;
  for (const LaunchAnswer &Answer : File.Launches) {
    const FunctionDecl *F = Answer.Site.Function;
    if (!F || Answer.Site.InDeviceCode || !Seen.insert(F).second)
      continue;
    for (const WaitedLoop &Loop : waitedLoops(*F))
      reportLoop(Loop, File);
  }
}

void WaitedLaunchCheck::reportLoop(const WaitedLoop &Loop,
                                   const FileAnalysis &File) {
  llvm::SmallVector<const LaunchAnswer *, 4> Launches;
  for (const CallExpr *Call : Loop.Calls) {
    auto It = llvm::find_if(File.Launches, [&](const LaunchAnswer &A) {
      return A.Site.Call == Call;
    });
    if (It == File.Launches.end() || !gridIsGiven(*It))
      return;
    Launches.push_back(&*It);
  }
  const auto Waits = static_cast<double>(Loop.Waits.size());
  std::optional<IterationTime> Worst;
  size_t OnGpu = 0;
  double Share = 0;
  for (size_t Gpu = 0; Gpu < File.Gpus.size(); ++Gpu) {
    const auto T = timeOn(Gpu, Launches, File);
    if (!T)
      continue;
    const double Now = T->KernelsUs + Waits * T->WaitUs;
    const double AtTheLeast = Waits * T->WaitUs - (T->InOrderUs - T->KernelsUs);
    if (100 * AtTheLeast <
        MinGainPercent * (T->MostKernelsUs + Waits * T->WaitUs))
      continue;
    const double Saved = 1 - T->InOrderUs / Now;
    if (Saved > Share)
      Worst = T, OnGpu = Gpu, Share = Saved;
  }
  if (!Worst)
    return;
  const CallExpr *Wait = Loop.Waits.front();
  const SourceLocation Where = SM->getExpansionLoc(Wait->getBeginLoc());
  speakOf(Launches.front()->PerGpu[OnGpu]);
  const FunctionDecl *Callee = Wait->getDirectCallee();
  diag(Where, "'%0' in every iteration of this loop waits for %1 of %2: about "
              "%3 of the loop's time on %4")
      << Callee->getName()
      << (Launches.size() == 1
              ? "a launch"
              : llvm::formatv("{0} launches", Launches.size()).str())
      << formatTimeUs(Worst->KernelsUs) << formatPercent(Share)
      << File.Gpus[OnGpu].Name;
  auto Note = [&](const std::string &Text) {
    diag(Where, "%0", DiagnosticIDs::Note) << Text;
  };
  Note("launches into one stream run one after the other without it, and the "
       "host does nothing here that needs what they compute: wait once, behind "
       "the loop");
  Note(llvm::formatv(
      "predicted {0} -> {1} per iteration, with {2} for asking and waiting "
      "once, {3}",
      formatTimeUs(Worst->KernelsUs + Waits * Worst->WaitUs),
      formatTimeUs(Worst->InOrderUs), formatTimeUs(Worst->WaitUs),
      File.Gpus[OnGpu].LaunchSingleUs ||
              !File.Gpus[OnGpu].LaunchTimeLines.empty()
          ? "as the GPU's file says"
          : "as it usually is"));
}

} // namespace gpuperf
