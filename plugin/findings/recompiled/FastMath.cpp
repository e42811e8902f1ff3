//===- FastMath.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/recompiled/FastMath.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/lines/Doubt.h"
#include "gpumodel/Throughput.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/PowerCost.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace gpuperf;
using namespace clang;

namespace {
/// One launch, as it is and with fast math.
struct Pair {
  const LaunchAnswer *Answer = nullptr;
  const GpuAnswer *On = nullptr;
  Estimate TimeUs, WithUs;
  bool OpenSizes = false;
  std::vector<double> SavedAt; ///< of savedAt()
};
} // namespace

/// Whether there is no question: the code is compiled so already, or for AMD's
/// GPUs, for which the flag has another meaning.
static bool isSettled(const LangOptions &Opts) {
  return Opts.FastMath || Opts.GPUDeviceApproxTranscendentals || Opts.HIP;
}

/// Whether the launch leaves most SMs, or most lanes of its warps, idle: then
/// that is what its instructions take long for.
static bool isHardlyUsed(const GpuAnswer &On, const GpuModel &Gpu) {
  return 2.0 * static_cast<double>(On.Asked.Grid.count()) < Gpu.SmCount.Value ||
         2.0 * static_cast<double>(On.Asked.Block.count()) <
             Gpu.Arch.WarpSize.Value;
}

/// Whether instructions may be what a launch takes its time for.
static bool mayGain(const LaunchAnswer &A, const GpuAnswer &On,
                    const GpuModel &Gpu) {
  if (!On.P || !On.Kernel || !A.Site.Kernel || A.Site.isBroken() ||
      !A.Bound.BlockKnown || isMostlyLaunch(On) || isMostlyGuess(On) ||
      On.P->TimeUs.Value < 2 * LeastSavedUs || isHardlyUsed(On, Gpu) ||
      !isPlausible(*On.Kernel, *On.P, Gpu))
    return false;
  switch (On.P->BoundBy) {
  case Bound::Issue:
  case Bound::Fp32:
  case Bound::Int:
  case Bound::Sfu:
  case Bound::Latency:
    return true;
  default:
    return false;
  }
}

/// Whether powers that a product does for are what it takes long for: they are
/// to be mended first (gpuperf-constant-power).
static bool hasCostlyPowers(ASTContext &Ctx, const LaunchAnswer &A,
                            const FileAnalysis &File, double MinGainPercent) {
  const std::vector<SmallPower> All = smallPowersOf(Ctx, *A.Site.Kernel);
  for (size_t G = 0; G < A.PerGpu.size(); ++G) {
    const GpuAnswer &On = A.PerGpu[G];
    if (!On.P || !On.Kernel)
      continue;
    const auto Powers =
        findPowerCost(Ctx.getSourceManager(), All, On, File.Gpus[G]);
    if (Powers && 100 * (1 - Powers->WithoutUs.Value / On.P->TimeUs.Value) >=
                      MinGainPercent)
      return true;
  }
  return false;
}

/// By block of the kernel: the issue slots of instructions that stand at these
/// places, or that are called there.
static std::vector<double> slotsAt(const ASTContext &Ctx,
                                   const KernelSummary &K, const GpuModel &Gpu,
                                   llvm::ArrayRef<PreciseUse> Uses) {
  std::vector<SourceLine> Lines;
  for (const PreciseUse &Use : Uses)
    Lines.push_back(lineIn(Ctx.getSourceManager(), K,
                           Ctx.getSourceManager().getExpansionLoc(Use.Where)));
  std::vector<double> Out(K.Blocks.size(), 0);
  auto IsOne = [&](const SourceLine &At) {
    return At.Line != 0 && llvm::any_of(Lines, [&](const SourceLine &Line) {
             return Line.Line == At.Line && Line.File == At.File;
           });
  };
  for (const Instr &In : K.Instrs)
    if (In.Class != OpClass::Free &&
        (IsOne(In.Inner) || IsOne(In.Where) ||
         (In.CallPath != NoId &&
          llvm::any_of(K.CallPaths[In.CallPath], IsOne))))
      Out[In.Block] += In.Count * issueDelayCycles(Gpu, In.Class).Value;
  return Out;
}

/// For each of \p Uses: the issue slots that a mean warp of the launch saves
/// with fast math on its line, which it may share with others.
static std::vector<double> savedAt(const ASTContext &Ctx,
                                   llvm::ArrayRef<PreciseUse> Uses,
                                   const GpuAnswer &On, const GpuAnswer &Fast,
                                   const GpuModel &Gpu) {
  auto Executed = [&](const GpuAnswer &G, const PreciseUse &Use) {
    const auto &Profile = G.P->Profile.Blocks;
    const std::vector<double> Counts = slotsAt(Ctx, *G.Kernel, Gpu, Use);
    double Sum = 0;
    for (BlockId B = 0; B < Counts.size() && B < Profile.size(); ++B)
      Sum += Counts[B] * Profile[B].WarpExecutions;
    return Sum;
  };
  std::vector<double> Saved;
  for (const PreciseUse &Use : Uses)
    Saved.push_back(Executed(On, Use) - Executed(Fast, Use));
  return Saved;
}

/// Whether no other of \p Uses with the name of \p Use stands on its line.
static bool isAloneOnLine(const ASTContext &Ctx,
                          llvm::ArrayRef<PreciseUse> Uses,
                          const PreciseUse &Use) {
  const SourceManager &SM = Ctx.getSourceManager();
  auto LineOf = [&](const PreciseUse &Of) {
    const auto At = SM.getDecomposedExpansionLoc(Of.Where);
    return std::pair(At.first, SM.getLineNumber(At.first, At.second));
  };
  return llvm::count_if(Uses, [&](const PreciseUse &Other) {
           return Other.Name == Use.Name && LineOf(Other) == LineOf(Use);
         }) == 1;
}

/// Those of \p Uses that make up what is saved, each name once, the one with
/// most first.
static std::vector<const PreciseUse *>
mostSaving(llvm::ArrayRef<PreciseUse> Uses, llvm::ArrayRef<double> Saved) {
  constexpr double LeastPart = 0.1;
  std::vector<size_t> Order(Uses.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order,
                    [&](size_t A, size_t B) { return Saved[A] > Saved[B]; });
  std::vector<const PreciseUse *> Out;
  for (const size_t I : Order)
    if ((Out.empty() || Saved[I] > LeastPart * Saved[Order.front()]) &&
        llvm::none_of(Out, [&](const PreciseUse *Use) {
          return Use->Name == Uses[I].Name;
        }))
      Out.push_back(&Uses[I]);
  return Out;
}

/// The share of the time that is saved, if what is guarded by data is executed
/// a hundredth as often as was assumed. \p Counts: as of
/// slotsAt().
static double leastShare(const KernelSummary &K, llvm::ArrayRef<double> Counts,
                         const Prediction &Without, const Prediction &With) {
  double All = 0, Certain = 0;
  if (Without.Profile.Blocks.size() != K.Blocks.size())
    return 0;
  for (BlockId B = 0; B < K.Blocks.size(); ++B) {
    const double Here = Counts[B] * Without.Profile.Blocks[B].WarpExecutions;
    All += Here;
    if (Here > 0)
      Certain += isGuardedByData(K, B) ? Here / GuardDoubt : Here;
  }
  const double Rest = With.TimeUs.Value, Saved = (Without.TimeUs.Value - Rest) *
                                                 (All > 0 ? Certain / All : 1);
  return Saved / (Rest + Saved);
}

/// Keeps the times of \p Without and \p With if that gains enough and less than
/// what is there already.
static bool keepIfGain(Pair &Of, const KernelSummary &K,
                       llvm::ArrayRef<double> Counts, const Prediction &Without,
                       const Prediction &With, double MinGainPercent) {
  const double Share = leastShare(K, Counts, Without, With);
  if (!(speedup(Without, With).Lo > 1) || 100 * Share < MinGainPercent ||
      Without.TimeUs.Value * Share < LeastSavedUs)
    return false;
  if (Of.TimeUs.Value > 0 && 1 - Of.WithUs.Value / Of.TimeUs.Value <= Share)
    return true;
  Of.TimeUs = Without.TimeUs;
  Of.WithUs = Without.TimeUs * (1 - Share);
  return true;
}

/// \p A and \p B: the launch as it is and with fast math, on the GPU with index
/// \p G.
static std::optional<Pair>
gainOf(const ASTContext &Ctx, const LaunchAnswer &A, const LaunchAnswer &B,
       size_t G, const FileAnalysis &File, const HostBindings &Assume,
       llvm::ArrayRef<PreciseUse> Uses, double MinGainPercent) {
  const GpuAnswer &On = A.PerGpu[G], &Fast = B.PerGpu[G];
  if (!mayGain(A, On, File.Gpus[G]) || !Fast.P || !Fast.Kernel)
    return std::nullopt;
  const std::vector<double> Counts =
      slotsAt(Ctx, *On.Kernel, File.Gpus[G], Uses);
  Pair Out{&A, &On, {}, {}, false, {}};
  if (!hasOpenSizes(A, Assume)) {
    if (!keepIfGain(Out, *On.Kernel, Counts, *On.P, *Fast.P, MinGainPercent))
      return std::nullopt;
    return Out;
  }
  Out.OpenSizes = true;
  // Of sizes that are loops of the kernel, small ones as well.
  std::vector<Launch> Before = launchesAtLargeSizes(A, Assume),
                      After = launchesAtLargeSizes(B, Assume);
  llvm::append_range(Before, launchesAtOtherSizes(A, Assume));
  llvm::append_range(After, launchesAtOtherSizes(B, Assume));
  if (Before.size() != After.size())
    return std::nullopt;
  PredictOptions Options;
  Options.Model = On.P->Model;
  for (size_t I = 0; I < Before.size(); ++I) {
    auto Without = predictLaunch(*On.Kernel, Before[I], File.Gpus[G], Options);
    auto With = predictLaunch(*Fast.Kernel, After[I], File.Gpus[G], Options);
    const bool Both = bool(Without) && bool(With);
    if (Both && isPlausible(*On.Kernel, *Without, File.Gpus[G]) &&
        !isMostlyLaunching(*Without) &&
        !keepIfGain(Out, *On.Kernel, Counts, *Without, *With, MinGainPercent))
      return std::nullopt;
    for (auto *P : {&Without, &With})
      if (!*P)
        llvm::consumeError(P->takeError());
  }
  if (!(Out.TimeUs.Value > 0))
    return std::nullopt;
  return Out;
}

std::optional<FastMathFinding> gpuperf::findFastMath(ASTContext &Ctx,
                                                     const FileAnalysis &File,
                                                     const HostBindings &Assume,
                                                     double MinGainPercent,
                                                     ChangedAnalysis Analyze) {
  if (isSettled(Ctx.getLangOpts()))
    return std::nullopt;
  // Kernels that have something to replace.
  llvm::DenseMap<const FunctionDecl *, std::vector<PreciseUse>> UsesOf;
  bool Any = false;
  for (const LaunchAnswer &A : File.Launches) {
    if (A.IsLight)
      continue;
    const bool Candidate =
        llvm::any_of(llvm::zip(A.PerGpu, File.Gpus), [&](const auto &G) {
          return mayGain(A, std::get<0>(G), std::get<1>(G));
        });
    if (!Candidate || hasCostlyPowers(Ctx, A, File, MinGainPercent))
      continue;
    auto [It, New] = UsesOf.try_emplace(A.Site.Kernel);
    if (New)
      It->second = preciseUsesOf(Ctx, *A.Site.Kernel);
    Any |= !It->second.empty();
  }
  if (!Any)
    return std::nullopt;
  std::vector<Pair> Gaining;
  ParseChange Change;
  Change.FastMath = true;
  Analyze(Change, [&](const FileAnalysis &In) {
    if (In.Launches.size() != File.Launches.size())
      return;
    for (size_t I = 0; I < File.Launches.size(); ++I) {
      const LaunchAnswer &A = File.Launches[I], &B = In.Launches[I];
      auto Uses = UsesOf.find(A.Site.Kernel);
      if (Uses == UsesOf.end() || Uses->second.empty() ||
          A.PerGpu.size() != B.PerGpu.size())
        continue;
      for (size_t G = 0; G < A.PerGpu.size(); ++G)
        if (auto P = gainOf(Ctx, A, B, G, File, Assume, Uses->second,
                            MinGainPercent)) {
          P->SavedAt = savedAt(Ctx, Uses->second, A.PerGpu[G], B.PerGpu[G],
                               File.Gpus[G]);
          Gaining.push_back(std::move(*P));
        }
    }
  });
  if (Gaining.empty())
    return std::nullopt;
  const Pair &Most = *llvm::max_element(Gaining, [](const Pair &A,
                                                    const Pair &B) {
    return A.TimeUs.Value - A.WithUs.Value < B.TimeUs.Value - B.WithUs.Value;
  });
  FastMathFinding Out;
  Out.Answer = Most.Answer;
  Out.On = Most.On;
  Out.TimeUs = Most.TimeUs;
  Out.WithUs = Most.WithUs;
  Out.OpenSizes = Most.OpenSizes;
  const FunctionDecl &Kernel = *Most.Answer->Site.Kernel;
  const std::vector<PreciseUse> &Uses = UsesOf.find(&Kernel)->second;
  for (const PreciseUse *Use : mostSaving(Uses, Most.SavedAt)) {
    Out.Functions.push_back(Use->Name);
    if (Out.Where.isInvalid())
      Out.Where = Ctx.getSourceManager().getFileLoc(Use->Where);
    // Which of several divisions of a line takes its time, nobody can tell.
    if (Out.Cheaper != CheaperDivision::None || !isAloneOnLine(Ctx, Uses, *Use))
      continue;
    Out.Cheaper = cheaperDivision(Ctx, Kernel, *Use);
    if (Out.Cheaper == CheaperDivision::None)
      continue;
    Out.Division = Ctx.getSourceManager().getFileLoc(Use->Where);
    Out.Divisor = divisorText(Ctx, *Use);
  }
  for (const Pair &P : Gaining)
    if (const std::string &Name = P.Answer->Site.KernelName;
        Name != Most.Answer->Site.KernelName &&
        !llvm::is_contained(Out.Others, Name))
      Out.Others.push_back(Name);
  return Out;
}
