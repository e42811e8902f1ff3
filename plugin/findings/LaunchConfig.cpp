//===- LaunchConfig.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LaunchConfig.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/idle/GridStride.h"
#include "analysis/advice/idle/IdleBlocks.h"
#include "analysis/advice/idle/IdleSms.h"
#include "analysis/advice/vectors/NarrowAccess.h"
#include "analysis/kernel/VisitNodes.h"
#include "analysis/predict/GuardedArguments.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/weight/LightLaunches.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "plugin/host/Assume.h"
#include "plugin/launch/OpenNames.h"
#include "plugin/launch/SameNumber.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>

using namespace gpuperf;
using namespace clang;

namespace {
/// Whether \p Id is made of an argument that nobody gives.
bool restsOnAssumed(const KernelSummary &K, const Launch &L, ExprId Id) {
  bool Rests = false;
  visitNodes(K.Exprs, Id, [&](const ExprNode &N) {
    const auto Index = static_cast<size_t>(N.Imm);
    Rests |= N.Kind == ExprKind::Arg && Index < L.Args.size() &&
             L.Args[Index].isAssumed();
  });
  return Rests;
}

/// Whether the only block was taken to be full although nobody says how many of
/// its threads have work.
bool isOnlyBlockGuessedFull(const GpuAnswer &On) {
  return On.Asked.Grid.count() == 1 &&
         llvm::any_of(
             On.Kernel->Independence.Dims, [&](const DimensionIndependence &D) {
               return D.Used && restsOnAssumed(*On.Kernel, On.Asked, D.Bound);
             });
}

/// Launches of fewer threads are not worth a GPU.
constexpr uint64_t WorthAGpu = 1 << 16;

/// Whether the advice can be given without knowing the size: it is better at
/// every size that is worth a GPU, and at no other is it worse. What holds for
/// small launches only, or for the largest only, may never concern the program.
bool holdsForAnySize(const SizeAdvice &Advice) {
  // Where there is no gain at some sizes in between, the program may have one
  // of these.
  constexpr double LeastFactor = 1.05;
  if (Advice.LeastSpeedup < LeastFactor)
    return false;
  switch (Advice.Where) {
  case SizeAdvice::Holds::Everywhere:
    return true;
  case SizeAdvice::Holds::From:
    return !Advice.SlowerBeyond &&
           Advice.CrossoverThreads <= static_cast<double>(WorthAGpu);
  case SizeAdvice::Holds::Nowhere:
  case SizeAdvice::Holds::Below:
    return false;
  }
  return false;
}

/// What the block saves of a launch, of several sizes at the one that gains
/// most.
double savedUs(const LaunchConfigFinding &F) {
  if (F.AtSize) {
    const GpuAdvice &G = F.AtSize->PerGpu[F.AtSize->MostGaining];
    const double Us = G.asked().P.TimeUs.Value;
    return Us - Us / G.ToRecommended.Speedup.Value;
  }
  double Most = 0;
  for (const SizePoint &P : F.OverSizes->Points)
    Most = std::max(Most, P.AskedUs - P.TimeUs);
  return Most;
}

/// The GPU that savedUs() is of.
size_t gpuOf(const LaunchConfigFinding &F) {
  if (F.AtSize)
    return F.AtSize->MostGaining;
  const auto Most = llvm::max_element(
      F.OverSizes->Points, [](const SizePoint &A, const SizePoint &B) {
        return A.AskedUs - A.TimeUs < B.AskedUs - B.TimeUs;
      });
  return Most == F.OverSizes->Points.end() ? 0 : Most->Gpu;
}

class LaunchConfigFinder {
public:
  LaunchConfigFinder(ASTContext &Ctx, const FileAnalysis &File,
                     const HostBindings &Assume, const AdviceOptions &Options)
      : Ctx(Ctx), File(File), Assume(Assume), Options(Options) {}

  std::vector<LaunchConfigFinding> findAll() {
    std::vector<LaunchConfigFinding> Out;
    for (size_t I = 0; I < File.Launches.size(); ++I) {
      size_t Same = 1;
      while (I + Same < File.Launches.size() &&
             File.Launches[I + Same].Site.Where == File.Launches[I].Site.Where)
        ++Same;
      auto Found = findAt(I);
      for (size_t J = 1; J < Same && Found; ++J) {
        auto Next = findAt(I + J);
        if (!Next || !(Next->Block == Found->Block))
          Found.reset();
      }
      if (Found)
        Out.push_back(std::move(*Found));
      I += Same - 1;
    }
    joinBlocks(Out);
    settleEdits(Out);
    return Out;
  }

private:
  ASTContext &Ctx;
  const FileAnalysis &File;
  const HostBindings &Assume;
  const AdviceOptions &Options;
  std::optional<BlockRewriter> Rewriter;

  BlockRewriter &rewriter() {
    if (!Rewriter)
      Rewriter.emplace(Ctx, File, Assume);
    return *Rewriter;
  }

  std::optional<LaunchConfigFinding> findAt(size_t Index) {
    const LaunchAnswer &Answer = File.Launches[Index];
    if (!Answer.Bound.L || !Answer.Bound.BlockKnown ||
        Answer.Site.ContainsErrors || Answer.Site.InDeviceCode ||
        Answer.IsLight || Answer.PerGpu.empty())
      return std::nullopt;
    std::vector<AdviceTarget> Targets;
    for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
      const GpuAnswer &On = Answer.PerGpu[G];
      if (!On.P || !On.Kernel || !takesOtherBlocks(*On.Kernel))
        return std::nullopt;
      Targets.push_back({&File.Gpus[G], On.Kernel});
    }
    const KernelSummary &Kernel = *Targets.front().Kernel;
    LaunchConfigFinding Found;
    Found.Answer = &Answer;
    if (sweepsBlocks(Answer) ||
        llvm::any_of(Answer.PerGpu, isOnlyBlockGuessedFull) ||
        llvm::all_of(Answer.PerGpu, isMostlyLaunch) ||
        llvm::any_of(Answer.PerGpu, isMostlyGuess))
      return std::nullopt;
    const std::vector<std::string> Sizes = openSizes(Answer);
    // A grid that depends on the number of SMs is made to fill the GPU, and is
    // no size of a problem.
    if (llvm::any_of(Sizes, [](llvm::StringRef Name) {
          return Name.ends_with("multiProcessorCount");
        }))
      return std::nullopt;
    uint64_t SizeHere = 0; // one of the sizes at which it was found better
    if (Sizes.empty()) {
      // Where nothing is known of the grid, there is no size for which to
      // advise.
      if (!Answer.Bound.GridKnown && hasUnreadableGrid(Answer.Site))
        return std::nullopt;
      LaunchAdvice Advice = adviseLaunch(
          Targets, Answer.PerGpu.front().Asked,
          [&](const Dim3 &Block) {
            return rewriter().launchWith(Index, Kernel, Block);
          },
          Options);
      if (!Advice.Recommended || hasWrongGrid(Answer) || isNothing(Answer))
        return std::nullopt;
      Found.Block = Advice.Recommended->Block;
      Found.AtSize = std::move(Advice);
    } else {
      auto Range = sizeRange(Index, Kernel, Sizes);
      if (!Range)
        return std::nullopt;
      SizeAdvice Advice = adviseOverSizes(
          Targets, Answer.Bound.L->Block,
          [&](const Dim3 &Block, uint64_t Size) {
            return launchOfSize(Index, Kernel, Block, bindSizes(Sizes, Size));
          },
          *Range, Options);
      if (!holdsForAnySize(Advice))
        return std::nullopt;
      Found.Block = Advice.Block;
      SizeHere = Advice.Points.back().Size;
      Found.SizeName = llvm::join(Sizes, " = ");
      Found.OverSizes = std::move(Advice);
    }
    if (Found.AtSize ? gainsByLayout(*Found.AtSize, Targets)
                     : isReasonLayout(Found.OverSizes->Reason) &&
                           hasUncoalesced(Targets, Answer) &&
                           staysUncoalesced(Index, Targets, Found.Block,
                                            bindSizes(Sizes, SizeHere)))
      return std::nullopt;
    if (savedUs(Found) < LeastSavedUs ||
        (!Sizes.empty() && isLightAtAnySize(Answer, File, Assume, WorthAGpu)))
      return std::nullopt;
    if (!holdsForOtherArguments(Index, Targets, Found.Block, Sizes, SizeHere))
      return std::nullopt;
    if (Found.AtSize)
      Found.LeftOver = wasteOfRecommended(*Found.AtSize, Targets);
    Found.Rewrite = rewriter().rewrite(Index, Kernel, Found.Block);
    // A block of its own for a launch that the program hardly feels.
    if (Found.Rewrite.OthersForbid &&
        isLightBesideLoops(savedUs(Found), Answer, gpuOf(Found), File))
      return std::nullopt;
    return Found;
  }

  /// The launch with \p Block at one of the sizes. Where the kernel compares
  /// its threads with an argument that nobody gives, that grows with the grid:
  /// otherwise all but the first blocks would have nothing to do.
  std::optional<Launch> launchOfSize(size_t Index, const KernelSummary &Kernel,
                                     const Dim3 &Block,
                                     const HostBindings &Sizes) {
    std::optional<Launch> L =
        rewriter().launchWith(Index, Kernel, Block, Sizes);
    std::optional<Launch> AsWritten = rewriter().launchWith(
        Index, Kernel, File.Launches[Index].Bound.L->Block, Sizes);
    if (!L || !AsWritten)
      return L;
    takeArgumentsFromGrid(Kernel, *AsWritten);
    for (size_t I = 0; I < std::min(L->Args.size(), AsWritten->Args.size());
         ++I) {
      forEachScalar(AsWritten->Args[I],
                    [&](uint32_t Offset, const ArgValue &Written) {
                      ArgValue *Here = scalarAt(L->Args[I], Offset);
                      if (Here && Written.From == Provenance::Grid &&
                          Here->From == Provenance::Unknown)
                        *Here = Written;
                    });
    }
    return L;
  }

  /// Whether nobody makes such a launch for its results, as those that warm the
  /// GPU up.
  bool isNothing(const LaunchAnswer &Answer) const {
    for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
      const GpuAnswer &On = Answer.PerGpu[G];
      if (!isPlausible(*On.Kernel, *On.P, File.Gpus[G]))
        return true;
    }
    return false;
  }

  /// Whether the grid is what is wrong (gpuperf-occupancy): SMs are idle
  /// although the kernel takes any grid, or it has blocks without work. Larger
  /// blocks would be another cure for the same.
  bool hasWrongGrid(const LaunchAnswer &Answer) const {
    for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
      const GpuAnswer &On = Answer.PerGpu[G];
      const auto Idle = findIdleSms(*On.Kernel, On.Asked, File.Gpus[G], *On.P);
      if (Idle && Idle->StridesByGrid && Idle->leavesIdle())
        return true;
      // Most blocks have no work: other blocks would only spread them better.
      if (findIdleBlocks(*On.Kernel, On.Asked, File.Gpus[G], *On.P))
        return true;
    }
    return false;
  }

  /// The names that say how far loops go in which threads stride by the grid.
  static llvm::StringSet<> stridedNames(const LaunchAnswer &Answer,
                                        const KernelSummary &K) {
    llvm::StringSet<> Out;
    for (const KernelLoop &Loop : K.Loops)
      if (stridesByGrid(K, Loop, *Answer.Bound.L))
        visitNodes(
            K.Exprs,
            llvm::SmallVector<ExprId, 8>{Loop.BackedgeTaken, Loop.EarlyExit},
            [&](const ExprNode &N) {
              for (const std::string &Name : namesIn(N, Answer.Site))
                Out.insert(Name);
            });
    return Out;
  }

  /// Whether the block is better with other values of the arguments that the
  /// source leaves open as well: what an assumed value brings about is not the
  /// program's fault. \p Sizes are names in the grid, and have the value \p
  /// Size.
  bool holdsForOtherArguments(size_t Index,
                              llvm::ArrayRef<AdviceTarget> Targets,
                              const Dim3 &Block,
                              const std::vector<std::string> &Sizes,
                              uint64_t Size) {
    const LaunchAnswer &Answer = File.Launches[Index];
    std::vector<std::string> Open =
        openNames(Answer.Site, Answer.Bound, Assume);
    llvm::erase_if(Open, [&](const std::string &Name) {
      return llvm::is_contained(Sizes, Name);
    });
    if (Open.empty())
      return true;
    struct Trial {
      std::vector<int64_t> Values; ///< of Open
      bool MustGain = false;
    };
    std::vector<Trial> Trials;
    static constexpr int64_t Values[][4] = {{24, 1000, 7, 96},
                                            {768, 64, 256, 12}};
    for (const auto &Set : Values)
      for (size_t I = 0; I < Open.size(); ++I)
        (I == 0 ? Trials.emplace_back() : Trials.back())
            .Values.push_back(
                usualSize(Open[I]).value_or(Set[I % std::size(Set)]));
    // Where the source gives the grid, and threads stride by it over what is
    // open, these are sizes of a few threads. Programs have more for each.
    const llvm::StringSet<> Strided =
        Sizes.empty() ? stridedNames(Answer, *Targets.front().Kernel)
                      : llvm::StringSet<>();
    auto IsStrided = [&](const std::string &Name) {
      return Strided.contains(Name) && !usualSize(Name);
    };
    // Several sizes, as in w * h, have that much work together.
    constexpr double ForEach = 64;
    const Launch &Asked = *Answer.Bound.L;
    const double Work = std::pow(
        ForEach * static_cast<double>(Asked.Grid.count() * Asked.Block.count()),
        1.0 / std::max<double>(llvm::count_if(Open, IsStrided), 1));
    Trial Full = Trials.front();
    for (size_t I = 0; I < Open.size(); ++I)
      if (IsStrided(Open[I])) {
        Full.Values[I] = std::llround(Work);
        Full.MustGain = true;
      }
    if (Full.MustGain)
      Trials.push_back(std::move(Full));
    bool Gains = false;
    for (const Trial &Tried : Trials) {
      HostBindings B = bindSizes(Sizes, Size);
      for (size_t I = 0; I < Open.size(); ++I)
        B[Open[I]].Integer = Tried.Values[I];
      for (const AdviceTarget &T : Targets) {
        auto Time = [&](const Dim3 &With) -> std::optional<Prediction> {
          auto L = rewriter().launchWith(Index, *T.Kernel, With, B);
          if (!L)
            return std::nullopt;
          auto P = predictLaunch(*T.Kernel, *L, *T.Gpu, Options.Predict);
          if (P && isPlausible(*T.Kernel, *P, *T.Gpu))
            return std::move(*P);
          if (!P)
            llvm::consumeError(P.takeError());
          return std::nullopt;
        };
        auto Before = Time(Answer.Bound.L->Block), After = Time(Block);
        if (!Before || !After)
          continue;
        const Change C{speedupOfLaunch(*Before, *After)};
        if (C.Speedup.Value * NoLoss < 1 ||
            (Tried.MustGain && !C.isGain(Options.MinGainPercent)))
          return false;
        Gains |= C.isGain(Options.MinGainPercent);
      }
    }
    return Gains;
  }

  /// Whether the launch wastes sectors at a cost: the layout is the finding
  /// there (gpuperf-uncoalesced-access), and how much of the waste the caches
  /// hide with another block is the least certain of all.
  bool hasUncoalesced(llvm::ArrayRef<AdviceTarget> Targets,
                      const LaunchAnswer &Answer) const {
    for (size_t G = 0; G < Targets.size(); ++G)
      if (isWasteful(Targets[G], Answer.PerGpu[G].Asked, *Answer.PerGpu[G].P))
        return true;
    return false;
  }

  /// Whether it still does with \p Block at these sizes.
  bool staysUncoalesced(size_t Index, llvm::ArrayRef<AdviceTarget> Targets,
                        const Dim3 &Block, const HostBindings &Sizes) {
    return llvm::any_of(Targets, [&](const AdviceTarget &T) {
      const auto L = launchOfSize(Index, *T.Kernel, Block, Sizes);
      if (!L)
        return false;
      auto P = predictLaunch(*T.Kernel, *L, *T.Gpu, Options.Predict);
      if (!P) {
        llvm::consumeError(P.takeError());
        return false;
      }
      return isWasteful(T, *L, *P);
    });
  }

  /// Whether a block gains by what the memory moves.
  static bool isReasonLayout(llvm::StringRef Reason) {
    return Reason.contains("traffic") || Reason.contains("sectors");
  }

  /// The layout that costs most of the launch's time, if it is worth a finding.
  std::optional<LineFinding> wasteOf(const AdviceTarget &T, const Launch &L,
                                     const Prediction &P) const {
    std::optional<LineFinding> Worst;
    for (LineFinding &F : findCostlyRequests(*T.Kernel, L, *T.Gpu, P))
      if (F.gainPercent() >= Options.MinGainPercent &&
          (!Worst || F.gainPercent() > Worst->gainPercent()))
        Worst = std::move(F);
    return Worst;
  }

  bool isWasteful(const AdviceTarget &T, const Launch &L,
                  const Prediction &P) const {
    return wasteOf(T, L, P).has_value();
  }

  /// What is left to gain by the layout once the block is another one.
  std::optional<LineFinding>
  wasteOfRecommended(const LaunchAdvice &Advice,
                     llvm::ArrayRef<AdviceTarget> Targets) const {
    for (const RankedLaunch &R : Advice.PerGpu[Advice.MostGaining].Ranked)
      if (R.L.Block == Advice.Recommended->Block)
        return wasteOf(Targets[Advice.MostGaining], R.L, R.P);
    return std::nullopt;
  }

  /// Whether the block gains by less traffic, where the layout would. Rows of a
  /// block that are too short waste sectors as well, and a wider block is what
  /// helps there: with it, none are wasted. A transpose wastes them with any.
  bool gainsByLayout(const LaunchAdvice &Advice,
                     llvm::ArrayRef<AdviceTarget> Targets) const {
    const GpuAdvice &A = Advice.PerGpu[Advice.MostGaining];
    return isReasonLayout(Advice.Reason) &&
           isWasteful(Targets[Advice.MostGaining], A.asked().L, A.asked().P) &&
           (A.asked().L.Block.Y == 1 || wasteOfRecommended(Advice, Targets));
  }

  static bool hasUnreadableGrid(const LaunchSite &Site) {
    return llvm::any_of(Site.Grid, [](const HostExpr &E) { return !E; });
  }

  /// Names in the grid that neither the source nor the user gives a value.
  std::vector<std::string> openSizes(const LaunchAnswer &Answer) const {
    const LaunchSite &Site = Answer.Site;
    HostBindings Said = Assume;
    for (const auto &Entry : Answer.Said)
      Said[Entry.getKey()] = Entry.getValue();
    for (const std::string &Text : Site.AssumeComments) {
      if (auto Parsed = parseAssume(Text)) {
        for (const auto &Entry : *Parsed)
          Said[Entry.getKey()] = Entry.getValue();
      } else {
        llvm::consumeError(Parsed.takeError());
      }
    }
    std::vector<std::string> Out;
    for (const HostExpr &E : Site.Grid)
      for (std::string &Name : freeNames(E))
        if (!Said.count(Name) && !llvm::is_contained(Out, Name) &&
            !isSaidByParameter(Name, Site, Said))
          Out.push_back(std::move(Name));
    return Out;
  }

  /// Whether the user gave a value to the kernel's parameter that this name is
  /// passed to.
  static bool isSaidByParameter(llvm::StringRef Name, const LaunchSite &Site,
                                const HostBindings &Said) {
    return llvm::any_of(Site.Args, [&](const LaunchArg &A) {
      const HostExprNode *U = asUnknown(A.Value);
      return U && U->Name == Name && Said.count(A.ParamName);
    });
  }

  /// Gives all names of one launch the same value, as for the width and the
  /// height of a square.
  static HostBindings bindSizes(const std::vector<std::string> &Names,
                                uint64_t Size) {
    HostBindings B;
    for (const std::string &Name : Names)
      B[Name].Integer = static_cast<int64_t>(Size);
    return B;
  }

  /// The range of values of the names for which the launch has 2^10 to 2^26
  /// threads.
  std::optional<SizeRange> sizeRange(size_t Index, const KernelSummary &Kernel,
                                     const std::vector<std::string> &Names) {
    const Dim3 Block = File.Launches[Index].Bound.L->Block;
    auto Threads = [&](uint64_t Size) {
      auto L =
          rewriter().launchWith(Index, Kernel, Block, bindSizes(Names, Size));
      return L ? double(L->Grid.count()) * double(L->Block.count()) : 0.0;
    };
    const SizeRange Wanted;
    // The largest size up to which the launch grows: beyond it, an index type
    // of the source overflows, or the grid is over a limit.
    uint64_t End = 1;
    for (double Before = Threads(1); End < Wanted.Most;) {
      const double At = Threads(2 * End);
      if (At < Before || (At == 0 && Before > 0))
        break;
      Before = At;
      End *= 2;
    }
    auto FirstWith = [&](uint64_t Least) {
      uint64_t Lo = 1, Hi = End;
      while (Lo < Hi) {
        const uint64_t Mid = Lo + (Hi - Lo) / 2;
        if (Threads(Mid) >= double(Least))
          Hi = Mid;
        else
          Lo = Mid + 1;
      }
      return Lo;
    };
    const SizeRange Out{FirstWith(Wanted.Least), FirstWith(Wanted.Most)};
    if (Out.Most < 4 * Out.Least || Threads(Out.Most) == 0)
      return std::nullopt; // the grid does not grow with the names
    return Out;
  }

  /// What the launch of \p F takes with \p Block on a GPU, us; nothing where
  /// that was not tried, or is slower than the block of the finding.
  static std::optional<double> timeWithBlockOf(const LaunchConfigFinding &Other,
                                               const LaunchConfigFinding &F,
                                               size_t Gpu) {
    constexpr double Alike = 1.05;
    const GpuAdvice &On = F.AtSize->PerGpu[Gpu];
    const auto TimeUs = [&](const Dim3 &Block) -> std::optional<double> {
      for (const RankedLaunch &R : On.Ranked)
        if (R.L.Block == Block)
          return R.P.TimeUs.Value;
      return std::nullopt;
    };
    const auto Own = TimeUs(F.Block), With = TimeUs(Other.Block);
    return Own && With && *With <= Alike * *Own ? With : std::nullopt;
  }

  static bool servesOnAllGpus(const LaunchConfigFinding &Other,
                              const LaunchConfigFinding &F) {
    return llvm::all_of(
        llvm::seq<size_t>(0, F.AtSize->PerGpu.size()),
        [&](size_t Gpu) { return timeWithBlockOf(Other, F, Gpu).has_value(); });
  }

  /// Launches with one variable as their block have one act: the finding that
  /// saves most, and whose block serves the others as well as their own, is
  /// told for all of them.
  static void joinBlocks(std::vector<LaunchConfigFinding> &All) {
    llvm::MapVector<const VarDecl *, llvm::SmallVector<size_t, 4>> Groups;
    for (size_t I = 0; I < All.size(); ++I)
      if (const VarDecl *V = blockVariable(All[I].Answer->Site);
          V && All[I].AtSize)
        Groups[V].push_back(I);
    for (auto &[V, Group] : Groups) {
      llvm::stable_sort(Group, [&](size_t A, size_t B) {
        return savedUs(All[A]) * timesMade(*All[A].Answer) >
               savedUs(All[B]) * timesMade(*All[B].Answer);
      });
      for (size_t Lead : Group) {
        const size_t Gpu = All[Lead].AtSize->MostGaining;
        std::vector<LaunchConfigFinding::Other> Others;
        for (size_t I : Group) {
          if (I == Lead)
            continue;
          const auto ToUs = timeWithBlockOf(All[Lead], All[I], Gpu);
          if (ToUs && servesOnAllGpus(All[Lead], All[I]))
            Others.push_back({All[I].Answer,
                              All[I].AtSize->PerGpu[Gpu].asked().P.TimeUs.Value,
                              *ToUs});
        }
        if (Others.size() + 1 != Group.size())
          continue;
        All[Lead].Others = std::move(Others);
        for (size_t I : Group) {
          All[I].IsToldElsewhere = I != Lead;
          All[I].Block = All[Lead].Block; // what it is to have
        }
        break;
      }
    }
  }

  /// Where two findings would edit the same place, only the one that saves more
  /// time keeps its edits.
  void settleEdits(std::vector<LaunchConfigFinding> &All) const {
    std::vector<LaunchConfigFinding *> Order;
    for (LaunchConfigFinding &F : All)
      if (!F.IsToldElsewhere)
        Order.push_back(&F);
    llvm::stable_sort(
        Order, [](auto *A, auto *B) { return savedUs(*A) > savedUs(*B); });
    llvm::DenseMap<SourceLocation, const LaunchConfigFinding *> Owner;
    for (LaunchConfigFinding *F : Order) {
      const LaunchConfigFinding *Other = nullptr;
      for (const TextEdit &E : F->Rewrite.Edits)
        if (auto It = Owner.find(E.Where.getBegin()); It != Owner.end())
          Other = It->second;
      if (Other) {
        F->Rewrite.Edits.clear();
        F->Rewrite.WhyNot = "the fix of another launch changes the same number";
        F->Rewrite.WhyWhere = Other->Answer->Site.Where;
        continue;
      }
      for (const TextEdit &E : F->Rewrite.Edits)
        Owner[E.Where.getBegin()] = F;
    }
  }
};
} // namespace

std::vector<LaunchConfigFinding>
gpuperf::findLaunchConfigs(ASTContext &Ctx, const FileAnalysis &File,
                           const HostBindings &Assume,
                           const AdviceOptions &Options) {
  AdviceOptions Own = Options;
  Own.Predict.Model = defaultModel();
  Own.Predict.Memo = File.Predict.Memo;
  Own.SameWorkOnly = true; // BlockRewriter only gives launches that do
  return LaunchConfigFinder(Ctx, File, Assume, Own).findAll();
}
