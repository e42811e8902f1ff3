//===- LaunchConfigCheck.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/LaunchConfigCheck.h"
#include "analysis/report/AssumptionText.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/IdleBlocksLoss.h"
#include "plugin/findings/KernelLines.h"
#include "plugin/findings/LaunchConfig.h"
#include "plugin/findings/WorstGpu.h"
#include "plugin/launch/SameNumber.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace clang;

namespace gpuperf {
namespace {

const RankedLaunch *rankedWith(const GpuAdvice &G, const Dim3 &Block) {
  auto It = llvm::find_if(
      G.Ranked, [&](const RankedLaunch &R) { return R.L.Block == Block; });
  return It == G.Ranked.end() ? nullptr : &*It;
}

/// A block with as many dimensions as the one that it is compared with: "512 x
/// 1" beside "16 x 16", "512" beside "256".
std::string shape(const Dim3 &D, const Dim3 &Like) {
  if (Like.Z > 1 || D.Z > 1)
    return fmt::format("{} x {} x {}", D.X, D.Y, D.Z);
  if (Like.Y > 1 || D.Y > 1)
    return fmt::format("{} x {}", D.X, D.Y);
  return formatDim(D);
}

std::string because(const std::string &Reason) {
  return Reason.empty() ? "" : "; " + Reason;
}

std::string atSize(const LaunchConfigFinding &F) {
  const LaunchAdvice &A = *F.AtSize;
  const GpuAdvice &G = A.PerGpu[A.MostGaining];
  const double Us = G.asked().P.TimeUs.Value;
  return fmt::format(
      "block size {} of '{}': {} is predicted {:.1f}x faster on {} ({} -> "
      "{}){}",
      formatDim(G.asked().L.Block), F.Answer->Site.KernelName,
      shape(F.Block, G.asked().L.Block), G.ToRecommended.Speedup.Value, G.Gpu,
      formatTimeUs(Us), formatTimeUs(Us / G.ToRecommended.Speedup.Value),
      because(A.Reason));
}

/// Whether the numbers of a reason are those of one size: a share of an SM or
/// of a warp is the same at all of them.
bool growsWithSize(llvm::StringRef Reason) {
  return Reason.contains("traffic") || Reason.contains("blocks to dispatch") ||
         Reason.contains("warps") || Reason.contains("last wave");
}

/// The size that the reason of \p A is of.
uint64_t sizeOfReason(const SizeAdvice &A) {
  uint64_t Size = 0;
  for (const SizePoint &P : A.Points)
    if (P.Gains)
      Size = P.Size;
  return Size;
}

std::string overSizes(const LaunchConfigFinding &F, const FileAnalysis &File) {
  const SizeAdvice &A = *F.OverSizes;
  std::string Range;
  if (A.Where == SizeAdvice::Holds::From)
    Range = fmt::format(" from {} = {} on", F.SizeName, A.Crossover);
  std::string Factor = fmt::format("{:.1f}x", A.MostSpeedup);
  if (std::string Least = fmt::format("{:.1f}", A.LeastSpeedup);
      Least + "x" != Factor)
    Factor = Least + " to " + Factor;
  std::vector<std::string> Gpus;
  for (const GpuModel &Gpu : File.Gpus)
    Gpus.push_back(Gpu.Name);
  return fmt::format(
      "block size {} of '{}': {} is predicted {} faster on {}{}"
      "{}{}",
      formatDim(F.Answer->Bound.L->Block), F.Answer->Site.KernelName,
      shape(F.Block, F.Answer->Bound.L->Block), Factor,
      llvm::join(Gpus, " and "), Range, because(A.Reason),
      growsWithSize(A.Reason)
          ? fmt::format(" at {} = {}", F.SizeName, sizeOfReason(A))
          : "");
}

std::string candidate(const RankedLaunch &R, const Dim3 &Asked) {
  return fmt::format("{}: {}, {}, {}", shape(R.L.Block, Asked),
                     formatTimeBand(R.P.TimeUs), describeLoad(R.P),
                     "bound by " + boundName(R.P.BoundBy).str());
}

} // namespace

void LaunchConfigCheck::reportIdleBlocks(const LaunchAnswer &Answer,
                                         const FileAnalysis &File) {
  if (!Answer.Bound.BlockKnown)
    return;
  auto Idle = [&](const GpuAnswer &On, const GpuModel &Gpu) {
    return findIdleBlocksLoss(Answer, On, Gpu, Assume);
  };
  const auto Loss = worstGpu(Answer, File.Gpus, MinGainPercent, Idle);
  if (!Loss)
    return;
  speakOf(*Loss->On);
  const IdleBlocksLoss &Found = Loss->Found;
  const bool Open = !Found.Open.empty();
  const uint64_t All = Open ? Found.Times : Found.Found.Grid.count();
  const uint64_t Enough = Open ? 1 : Found.Found.Enough.count();
  diag(Answer.Site.Where, "%0") << fmt::format(
      "{}{} of {} blocks of '{}' have nothing to do{}: {} of its time on {}",
      Open ? "at least " : "", All - Enough, All, Answer.Site.KernelName,
      Open ? fmt::format(" where {} is {} or more", Found.Open, Found.From)
           : "",
      formatShareOfTime(Loss->GainPercent, Open), Loss->On->Gpu);
  diag(Answer.Site.Where, "%0", DiagnosticIDs::Note)
      << (Open ? fmt::format("a guard of the kernel sends them away: a grid "
                             "that is {} times as small computes the same",
                             Found.Times)
               : fmt::format(
                     "a guard of the kernel sends them away: a grid of {} "
                     "computes the same ({} -> {})",
                     shape(Found.Found.Enough, Found.Found.Grid),
                     formatTimeUs(Found.TimeUs.Value),
                     formatTimeUs(Found.WithoutUs.Value)));
}

/// "; not 64, 32: the kernel has numbers of its own up to 128", for each
/// reason.
static std::string whatIsBarred(const TunedConstant &T) {
  llvm::MapVector<llvm::StringRef, std::vector<std::string>> ByReason;
  for (const auto &[Number, Reason] : T.Barred)
    ByReason[Reason].push_back(std::to_string(Number));
  std::string Out;
  for (const auto &[Reason, Numbers] : ByReason)
    Out += fmt::format("; not {}: {}", llvm::join(Numbers, ", "), Reason);
  return Out;
}

void LaunchConfigCheck::reportTunedConstants(const FileAnalysis &File) {
  for (const TunedConstant &T : tunedConstants(MinGainPercent)) {
    const Dim3 &Now = T.Answer->Bound.L->Block;
    const std::string At =
        T.SizeName.empty()
            ? ""
            : fmt::format(" at {} = {}", T.SizeName, T.Sizes.back());
    diag(T.Answer->Site.Where, "%0") << fmt::format(
        "block size {} of '{}': with {} instead of {} for '{}' it is predicted "
        "{:.1f}x faster on {}{} ({} -> {}){}",
        formatDim(Now), T.Answer->Site.KernelName, T.Number, T.Constant.Value,
        T.Constant.Name, T.TimeUs / T.WithUs, File.Gpus[T.Gpu].Name, At,
        formatTimeUs(T.TimeUs), formatTimeUs(T.WithUs), because(T.Reason));
    std::vector<std::string> Tried;
    for (auto [Number, Us] : T.Tried)
      Tried.push_back(fmt::format("{}: {}", Number, formatTimeUs(Us)));
    diag(T.Answer->Site.Where, "%0", DiagnosticIDs::Note) << fmt::format(
        "block and kernel are both made with '{}'; the file was compiled with "
        "other numbers for it: {}{}",
        T.Constant.Name, llvm::join(Tried, ", "), whatIsBarred(T));
    std::string Doubt = "it is not proven that the program computes the same, "
                        "sums may be added in another order";
    if (!T.SizeName.empty())
      Doubt +=
          fmt::format(", and without a guard sizes have to be multiples of "
                      "{}",
                      T.Number);
    if (!SM->isInMainFile(T.Constant.Spelled.first))
      Doubt += "; other files that include it change, too";
    diag(T.Constant.Spelled.first, "%0", DiagnosticIDs::Note)
        << fmt::format("{} here; {}", T.Number, Doubt)
        << FixItHint::CreateReplacement(
               CharSourceRange::getTokenRange(T.Constant.Spelled.first,
                                              T.Constant.Spelled.second),
               std::to_string(T.Number));
  }
}

/// The size was made up from the grid or from an array.
static bool isMadeUp(const Assumption &A) {
  return A.Kind == AssumptionKind::ArgumentFromGrid ||
         A.Kind == AssumptionKind::ArgumentFromArray;
}

/// "these are the times with argument 'w' assumed 1024": sizes that nobody
/// gives, but for those of \p Told. Empty where the launch has none.
static std::string
aboutAssumedSizes(const LaunchAnswer &Answer,
                  llvm::ArrayRef<llvm::StringRef> Told = {}) {
  std::vector<std::string> Values;
  bool OthersTried = false;
  for (const Assumption &A : toldAssumptions(Answer.Bound.L->Why))
    if (!llvm::is_contained(Told, A.Name) &&
        (A.Kind == AssumptionKind::LaunchArgumentAssumed ||
         A.Kind == AssumptionKind::HostValueAssumed || isMadeUp(A))) {
      Values.push_back(assumptionClause(A));
      OthersTried |= !isMadeUp(A);
    }
  if (Values.empty())
    return "";
  return fmt::format("these are the times with {}{}", llvm::join(Values, ", "),
                     OthersTried ? "; with other values that were tried, the "
                                   "block is better, too"
                                 : "");
}

/// What to think of where other launches are made with the numbers of the
/// finding's block or, where it changes, of its grid; empty where none are.
static std::string othersMadeWithIt(const LaunchConfigFinding &F,
                                    const FileAnalysis &File) {
  std::vector<std::string> Names = F.Rewrite.MadeWithIt;
  const auto IsTold = [&](llvm::StringRef Kernel) {
    return llvm::any_of(F.Others, [&](const auto &Other) {
      return Other.Answer->Site.KernelName == Kernel;
    });
  };
  llvm::erase_if(Names, IsTold);
  if (F.AtSize && F.Answer->Bound.L->Grid != F.AtSize->Recommended->Grid)
    for (const LaunchAnswer &Other : File.Launches)
      if (sharesGridNumber(F.Answer->Site, Other.Site) &&
          !IsTold(Other.Site.KernelName) &&
          !llvm::is_contained(Names, Other.Site.KernelName))
        Names.push_back(Other.Site.KernelName);
  if (Names.empty())
    return "";
  constexpr size_t MostNamed = 4;
  const size_t More = Names.size() - std::min(Names.size(), MostNamed);
  Names.resize(Names.size() - More);
  return fmt::format("'{}'{} {} launched with numbers of this launch, too: "
                     "give it some of its "
                     "own, or check what the others do with new ones",
                     llvm::join(Names, "', '"),
                     More ? fmt::format(" and {} more", More) : std::string(),
                     Names.size() == 1 && !More ? "is" : "are");
}

/// Why a launch is told to be less slow than its time is: empty where it is
/// not.
static std::string waitsNotCounted(const Prediction &P) {
  constexpr double Hardly = 0.05;
  if (P.BoundBy != Bound::Dram || P.LoneStartUs < Hardly * P.TimeUs.Value)
    return "";
  return fmt::format("{} of the {} are waits of SMs that hold one block at a "
                     "time for their next one: they are not counted, as DRAM "
                     "may serve the others meanwhile",
                     formatTimeUs(P.LoneStartUs), formatTimeUs(P.TimeUs.Value));
}

/// "it is the block of 'a' (20 us -> 10 us) and 'b' (8 us -> 5 us), too, and
/// makes them faster": the launches that the finding is told for as well.
static std::string othersThatGain(const LaunchConfigFinding &F) {
  constexpr size_t MostNamed = 6;
  std::vector<std::string> Names;
  for (const auto &Other : llvm::ArrayRef(F.Others).take_front(MostNamed))
    Names.push_back(
        fmt::format("'{}' ({} -> {})", Other.Answer->Site.KernelName,
                    formatTimeUs(Other.FromUs), formatTimeUs(Other.ToUs)));
  const size_t More = F.Others.size() - Names.size();
  return fmt::format(
      "it is the block of {}{}, too, and makes {} faster",
      llvm::join(Names, Names.size() == 2 && !More ? " and " : ", "),
      More ? fmt::format(" and {} more launches", More) : std::string(),
      F.Others.size() == 1 ? "that" : "them");
}

void LaunchConfigCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  for (const LaunchAnswer &Answer : File.Launches)
    reportIdleBlocks(Answer, File);
  bool LoadExplained = false; // once per file
  for (const LaunchConfigFinding &F : launchConfigs(MinGainPercent)) {
    if (F.IsToldElsewhere)
      continue;
    const SourceLocation Where = F.Answer->Site.Where;
    auto note = [&](const std::string &Text,
                    SourceLocation At = SourceLocation()) {
      diag(At.isValid() ? At : Where, "%0", DiagnosticIDs::Note) << Text;
    };
    {
      auto Diag = diag(Where, "%0")
                  << (F.AtSize ? atSize(F) : overSizes(F, File));
      for (const TextEdit &E : F.Rewrite.Edits)
        Diag << FixItHint::CreateReplacement(
            CharSourceRange::getTokenRange(E.Where), E.Text);
    }
    if (F.AtSize) {
      const GpuAdvice &G = F.AtSize->PerGpu[F.AtSize->MostGaining];
      for (const RankedLaunch &R : llvm::ArrayRef(G.Ranked).take_front(3))
        note(candidate(R, G.asked().L.Block));
      if (const std::string Waits = waitsNotCounted(G.asked().P);
          !Waits.empty())
        note(Waits);
      if (!F.Others.empty())
        note(othersThatGain(F));
      if (!std::exchange(LoadExplained, true))
        note(explainLoad());
      if (std::string Sizes = aboutAssumedSizes(*F.Answer); !Sizes.empty())
        note(Sizes);
      if (F.AtSize->PerGpu.size() > 1)
        for (const GpuAdvice &Each : F.AtSize->PerGpu)
          if (const RankedLaunch *R = rankedWith(Each, F.Block))
            note(fmt::format(
                "on {}: {} -> {}, {:.2f}x of its own best block "
                "{}",
                Each.Gpu, formatTimeUs(Each.asked().P.TimeUs.Value),
                formatTimeUs(R->P.TimeUs.Value), Each.RecommendedLoss,
                shape(Each.best().L.Block, Each.asked().L.Block)));
    } else {
      // The smallest, the middle and the largest size show how the gain
      // develops.
      const std::vector<SizePoint> &All = F.OverSizes->Points;
      llvm::SmallVector<SizePoint, 3> Some;
      for (size_t I : {size_t(0), All.size() / 2, All.size() - 1})
        if (I < All.size() && (Some.empty() || Some.back().Size != All[I].Size))
          Some.push_back(All[I]);
      for (const SizePoint &P : Some)
        note(fmt::format("{} = {}: {} -> {}{}", F.SizeName, P.Size,
                         formatTimeUs(P.AskedUs), formatTimeUs(P.TimeUs),
                         File.Gpus.size() > 1 ? " on " + File.Gpus[P.Gpu].Name +
                                                    ", which gains least"
                                              : ""));
      llvm::SmallVector<llvm::StringRef, 4> Told;
      llvm::StringRef(F.SizeName).split(Told, " = ");
      if (std::string Sizes = aboutAssumedSizes(*F.Answer, Told);
          !Sizes.empty())
        note(Sizes);
    }
    if (F.LeftOver) {
      const GpuAdvice &G = F.AtSize->PerGpu[F.AtSize->MostGaining];
      const GpuAnswer &On = F.Answer->PerGpu[F.AtSize->MostGaining];
      note(fmt::format(
               "the layout is left: {}; that is {} of the time with {}",
               F.LeftOver->Text,
               formatShareOfTime(F.LeftOver->gainPercent(), /*AtLeast=*/false),
               shape(F.Block, G.asked().L.Block)),
           locationOf(*SM, *On.Kernel,
                      lineToName(F.LeftOver->Where, F.LeftOver->Inner)));
    }
    if (F.Rewrite.Edits.empty() && F.AtSize) {
      const Dim3 &Now = F.Answer->Bound.L->Grid,
                 &Then = F.AtSize->Recommended->Grid;
      if (Now != Then)
        note(fmt::format("the grid has {} blocks then, instead of {}",
                         formatDim(Then), formatDim(Now)));
    }
    if (F.Rewrite.Edits.empty()) {
      note("no fix is offered: " + F.Rewrite.WhyNot +
               (F.Rewrite.OthersForbid ? "; give this launch a block of its own"
                                       : ""),
           F.Rewrite.WhyWhere);
      if (const std::string Others = othersMadeWithIt(F, File); !Others.empty())
        note(Others);
    }
    if (!File.GpuChoiceNote.empty())
      note(File.GpuChoiceNote);
  }
  reportTunedConstants(File);
}

} // namespace gpuperf
