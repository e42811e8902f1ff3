//===- TunedConstant.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/recompiled/TunedConstant.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/lines/Uncoalesced.h"
#include "analysis/advice/loops/TreeReduction.h"
#include "analysis/predict/GuardedArguments.h"
#include "plugin/findings/recompiled/ChangedNumber.h"
#include "plugin/findings/recompiled/ThreadWork.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "plugin/launch/OpenNames.h"
#include "plugin/rewrite/NameUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;
using namespace clang;

namespace {
/// Predictions of the same launches in the text as it is and in a changed one,
/// by launch and then by GPU; nothing where there is none.
using Predictions = std::vector<std::vector<std::optional<Prediction>>>;

/// A constant, and the launches that are made with it.
struct ConstantUse {
  BlockConstant Constant;
  std::vector<size_t> Launches; ///< indices into FileAnalysis::Launches
  size_t Heaviest = 0;          ///< index into Launches
};

class Finder {
public:
  Finder(ASTContext &Ctx, const FileAnalysis &File, const HostBindings &Assume,
         const AdviceOptions &Options, ChangedAnalysis Analyze)
      : Ctx(Ctx), File(File), Assume(Assume), Options(Options),
        Analyze(Analyze), Uses(Ctx) {}

  std::vector<TunedConstant> findAll() {
    constexpr size_t MostTried = 2;
    std::vector<TunedConstant> Out;
    size_t Tried = 0;
    for (const ConstantUse &Use : constants()) {
      if (Tried++ == MostTried)
        break;
      if (auto Found = tune(Use))
        Out.push_back(std::move(*Found));
    }
    return Out;
  }

private:
  static bool isAnswered(const LaunchAnswer &A) {
    return A.Bound.L && A.Bound.BlockKnown && !A.Site.isBroken() &&
           !A.Site.InDeviceCode && A.Site.Kernel && !A.PerGpu.empty() &&
           llvm::all_of(A.PerGpu,
                        [](const GpuAnswer &On) { return On.P && On.Kernel; });
  }

  static bool takesAnyBlock(const LaunchAnswer &A) {
    return llvm::all_of(A.PerGpu, [](const GpuAnswer &On) {
      return takesOtherBlocks(*On.Kernel);
    });
  }

  /// Whether the launch's block is made with the number at \p Place.
  bool isMadeWith(const LaunchAnswer &A, HostSymbols::Place Place) const {
    return A.Site.BlockExpr &&
           llvm::any_of(
               collectBlockLiterals(A.Site.BlockExpr, Uses.Assigned, Ctx),
               [&](const BlockLiteral &L) { return L.Spelled == Place; });
  }

  /// Those with the longest launches first.
  std::vector<ConstantUse> constants() const {
    std::vector<ConstantUse> Out;
    for (const LaunchAnswer &A : File.Launches) {
      if (!isAnswered(A) || takesAnyBlock(A) || isMadeOfWaiting(A))
        continue;
      auto C = findBlockConstant(Ctx, A.Site, A.Bound.L->Block, Uses.Assigned);
      if (!C || llvm::any_of(Out, [&](const ConstantUse &U) {
            return U.Constant.Spelled == C->Spelled;
          }))
        continue;
      if (auto Use = usesOf(std::move(*C)))
        Out.push_back(std::move(*Use));
    }
    llvm::stable_sort(Out, [&](const ConstantUse &A, const ConstantUse &B) {
      return timeUs(A) > timeUs(B);
    });
    return Out;
  }

  double timeUs(const ConstantUse &U) const {
    return File.Launches[U.Launches[U.Heaviest]].PerGpu.front().P->TimeUs.Value;
  }

  /// Whether what a launch takes is not the kernel's doing.
  static bool isMadeOfWaiting(const LaunchAnswer &A) {
    return llvm::any_of(A.PerGpu, isMostlyLaunch) ||
           llvm::any_of(A.PerGpu, isMostlyGuess);
  }

  /// Whether another finding of the launch is to be mended first: a block that
  /// works round it gains nothing afterwards.
  bool isMendedOtherwise(const LaunchAnswer &A) const {
    for (size_t G = 0; G < File.Gpus.size(); ++G) {
      const GpuAnswer &On = A.PerGpu[G];
      std::vector<LineFinding> Found =
          findUncoalesced(*On.Kernel, On.Asked, File.Gpus[G], *On.P);
      if (auto Tree =
              findTreeReduction(*On.Kernel, On.Asked, File.Gpus[G], *On.P))
        Found.push_back(std::move(*Tree));
      if (llvm::any_of(Found, [&](const LineFinding &F) {
            return F.ChangesBlockUse &&
                   F.gainPercent() >= Options.MinGainPercent;
          }))
        return true;
    }
    return false;
  }

  /// All launches that would change with the constant; nothing where one of
  /// them is not understood.
  std::optional<ConstantUse> usesOf(BlockConstant C) const {
    ConstantUse Out;
    for (size_t I = 0; I < File.Launches.size(); ++I) {
      const LaunchAnswer &A = File.Launches[I];
      if (!isMadeWith(A, C.Spelled))
        continue;
      if (!isAnswered(A))
        return std::nullopt;
      if (!takesAnyBlock(A)) {
        auto Own =
            findBlockConstant(Ctx, A.Site, A.Bound.L->Block, Uses.Assigned);
        if (!Own || Own->Spelled != C.Spelled)
          return std::nullopt;
        C.Least = std::max(C.Least, Own->Least);
      }
      auto Time = [&](size_t Launch) {
        return File.Launches[Launch].PerGpu.front().P->TimeUs.Value;
      };
      Out.Launches.push_back(I);
      if (Time(I) > Time(Out.Launches[Out.Heaviest]))
        Out.Heaviest = Out.Launches.size() - 1;
    }
    Out.Constant = std::move(C);
    const LaunchAnswer &Main = File.Launches[Out.Launches[Out.Heaviest]];
    if (takesAnyBlock(Main))
      return std::nullopt;
    return Out;
  }

  /// Whether a size that the program gives the kernel is made of whole tiles of
  /// \p Old and not of \p New.
  static bool leavesRest(const Launch &L, unsigned Old, unsigned New) {
    auto Leaves = [&](const ArgValue &A) {
      return A.K == ArgValue::Kind::Integer && !A.isAssumed() &&
             A.Integer > Old && A.Integer % Old == 0 && A.Integer % New != 0;
    };
    return llvm::any_of(L.Args, [&](const ArgValue &A) {
      return Leaves(A) || llvm::any_of(A.Fields, [&](const auto &Field) {
               return Leaves(Field.second);
             });
    });
  }

  /// The same of any launch that the program makes with the constant: a kernel
  /// may rely on whole tiles without a word.
  bool leavesRest(const ConstantUse &Use, unsigned Number) const {
    return llvm::any_of(Use.Launches, [&](size_t I) {
      const LaunchAnswer &A = File.Launches[I];
      const unsigned Old = Use.Constant.Value;
      return leavesRest(*A.Bound.L, Old, Number) ||
             llvm::any_of(A.Contexts, [&](const LaunchContext &C) {
               return C.Bound.L && leavesRest(*C.Bound.L, Old, Number);
             });
    });
  }

  static constexpr uint64_t WarpThreads = 32;

  /// Whether every launch has whole warps with the number, \p Warps at least,
  /// and no more threads than a block may have.
  bool makesBlocks(const ConstantUse &Use, unsigned Number,
                   uint64_t Warps) const {
    constexpr uint64_t MostThreads = 1024;
    return llvm::all_of(Use.Launches, [&](size_t I) {
      const uint64_t Threads =
          Use.Constant.blockWith(File.Launches[I].Bound.L->Block, Number)
              .count();
      return Threads >= Warps * WarpThreads && Threads <= MostThreads &&
             Threads % WarpThreads == 0;
    });
  }

  /// Whether the kernel has a number of its own that the block has to hold. One
  /// that speaks of a warp's lanes may add the next warp's to them.
  bool hasNumberAbove(const ConstantUse &Use, unsigned Number) const {
    return Number < Use.Constant.Least ||
           (Use.Constant.Least >= WarpThreads && !makesBlocks(Use, Number, 2));
  }

  /// Powers of two around the number, the nearest first; those that the file
  /// bars go to \p Out. A smaller block may be as small as a warp: what gains
  /// by more blocks gains up to there.
  std::vector<unsigned> candidates(const ConstantUse &Use,
                                   TunedConstant &Out) const {
    constexpr unsigned Least = 8, Most = 1024, Above = 4;
    const unsigned Now = Use.Constant.Value;
    std::vector<unsigned> Found;
    for (unsigned N = Least; N <= Most && N <= Above * Now; N *= 2) {
      if (N == Now || !makesBlocks(Use, N, 1))
        continue;
      if (hasNumberAbove(Use, N))
        Out.Barred.emplace_back(N, "the kernel has numbers of its own up to " +
                                       std::to_string(Use.Constant.Least));
      else if (leavesRest(Use, N))
        Out.Barred.emplace_back(
            N, "a size that the program gives is no multiple of it");
      else
        Found.push_back(N);
    }
    auto Apart = [&](unsigned N) {
      return N > Now ? static_cast<double>(N) / Now
                     : static_cast<double>(Now) / N;
    };
    llvm::stable_sort(
        Found, [&](unsigned A, unsigned B) { return Apart(A) < Apart(B); });
    return Found;
  }

  /// Whether \p Name is what the launch gives a parameter of a floating-point
  /// type: that is no size.
  static bool isFloat(const LaunchSite &Site, llvm::StringRef Name) {
    return llvm::any_of(
        llvm::seq<unsigned>(0, Site.Kernel->getNumParams()), [&](unsigned I) {
          return Site.Kernel->getParamDecl(I)->getType()->isFloatingType() &&
                 llvm::is_contained(namesInArgument(Site, I), Name);
        });
  }

  /// Values of the names that nobody gives, one set after the other. One empty
  /// set where all are known; no set where too many are not.
  std::vector<HostBindings> settings(const ConstantUse &Use,
                                     TunedConstant &Out) const {
    std::vector<std::string> Open;
    bool InTwo = false;
    for (size_t I : Use.Launches) {
      const LaunchAnswer &A = File.Launches[I];
      HostBindings Said = Assume;
      for (const auto &Entry : A.Said)
        Said[Entry.getKey()] = Entry.getValue();
      for (std::string &Name : openNames(A.Site, A.Bound, Said))
        if (!llvm::is_contained(Open, Name) && !isFloat(A.Site, Name))
          Open.push_back(std::move(Name));
      InTwo |= A.Bound.L->Grid.Y > 1;
    }
    if (Open.empty())
      return {HostBindings()};
    const std::vector<int64_t> Sizes =
        InTwo ? std::vector<int64_t>{1024, 2048, 4096}
              : std::vector<int64_t>{1 << 18, 1 << 20, 1 << 22};
    std::vector<HostBindings> Sets;
    for (int64_t Size : Sizes) {
      HostBindings B;
      for (const std::string &Name : Open)
        B[Name].Integer = Size;
      Sets.push_back(std::move(B));
    }
    // What holds where many values are guessed alike is no advice.
    constexpr size_t MostOpen = 2;
    if (Open.size() > MostOpen)
      return {};
    Out.SizeName = llvm::join(Open, " = ");
    Out.Sizes = Sizes;
    return Sets;
  }

  /// The constant's launches in \p In with some names bound. Nothing for those
  /// that no program would make so.
  Predictions predict(const FileAnalysis &In, const ConstantUse &Use,
                      const HostBindings &Names) const {
    Predictions Out;
    for (size_t I : Use.Launches) {
      const LaunchAnswer &A = In.Launches[I];
      std::vector<std::optional<Prediction>> PerGpu;
      for (size_t G = 0; G < A.PerGpu.size(); ++G)
        PerGpu.push_back(predict(A, A.PerGpu[G], In.Gpus[G], Names));
      Out.push_back(std::move(PerGpu));
    }
    return Out;
  }

  std::optional<Prediction> predict(const LaunchAnswer &A, const GpuAnswer &On,
                                    const GpuModel &Gpu,
                                    const HostBindings &Names) const {
    if (!On.P || !On.Kernel || !A.Bound.L)
      return std::nullopt;
    Launch L = On.Asked;
    if (!Names.empty()) {
      HostBindings Values = A.Said;
      for (const HostBindings *From : {&Names, &Assume})
        for (const auto &Entry : *From)
          Values[Entry.getKey()] = Entry.getValue();
      BoundLaunch Bound = bindLaunch(A.Site, Values);
      // A grid that is guessed does not follow the constant.
      if (!Bound.L || isGridGuessed(A.Site, Bound))
        return std::nullopt;
      L = std::move(*Bound.L);
      L.Conditions = A.Bound.L->Conditions;
      takeArgumentsFromGrid(*On.Kernel, L);
    }
    auto P = predictLaunch(*On.Kernel, L, Gpu, Options.Predict);
    if (!P) {
      llvm::consumeError(P.takeError());
      return std::nullopt;
    }
    if (!isPlausible(*On.Kernel, *P, Gpu))
      return std::nullopt;
    return std::move(*P);
  }

  /// Whether the launch does as much with the other number: the grid follows
  /// the block, so that there are as many threads, or the threads compute as
  /// much in all.
  static bool doesAsMuch(const LaunchAnswer &Before,
                         const LaunchAnswer &After) {
    const Launch &A = *Before.Bound.L, &B = *After.Bound.L;
    const uint64_t Grids[][2] = {
        {A.Grid.X, B.Grid.X}, {A.Grid.Y, B.Grid.Y}, {A.Grid.Z, B.Grid.Z}};
    const uint64_t Blocks[][2] = {
        {A.Block.X, B.Block.X}, {A.Block.Y, B.Block.Y}, {A.Block.Z, B.Block.Z}};
    for (unsigned D = 0; D < 3; ++D) {
      const uint64_t Old = Grids[D][0] * Blocks[D][0],
                     New = Grids[D][1] * Blocks[D][1];
      // One block more at the end, at most.
      if (New + Blocks[D][0] < Old || New > Old + Blocks[D][1])
        return false;
      // Fewer threads leave some of the work out, unless a block had too many.
      if (New < Old && Old % Blocks[D][0] == 0 && New % Blocks[D][1] == 0 &&
          Before.Bound.GridKnown && Old - New >= Blocks[D][0])
        return false;
    }
    constexpr double Alike = 1.05;
    // A grid that is the same has fewer threads, which do as much only where
    // each does more.
    const bool SameGrid = A.Grid == B.Grid;
    for (size_t G = 0; G < Before.PerGpu.size(); ++G) {
      if (SameGrid &&
          loadsOf(Before.PerGpu[G]) > Alike * loadsOf(After.PerGpu[G]))
        return false;
      const double Old = computedBy(Before.PerGpu[G]),
                   New = computedBy(After.PerGpu[G]);
      if (Old > New * Alike || New > Old * Alike)
        return false;
      // Smaller blocks share no more data among their threads: where much less
      // is asked of the L2, it is another kernel that the compiler makes.
      constexpr double MuchLess = 2;
      if (Before.PerGpu[G].P && After.PerGpu[G].P &&
          B.Block.count() < A.Block.count() &&
          Before.PerGpu[G].P->Profile.L2Bytes >
              MuchLess * After.PerGpu[G].P->Profile.L2Bytes)
        return false;
    }
    return true;
  }

  /// Whether \p In has the launches of the file, with the block that \p Number
  /// is to bring about.
  bool isTheSameFile(const FileAnalysis &In, const ConstantUse &Use,
                     unsigned Number) const {
    if (In.Launches.size() != File.Launches.size() ||
        In.Gpus.size() != File.Gpus.size())
      return false;
    return llvm::all_of(Use.Launches, [&](size_t I) {
      const LaunchAnswer &A = File.Launches[I], &B = In.Launches[I];
      return isAnswered(B) && B.PerGpu.size() == A.PerGpu.size() &&
             A.Site.Kernel->getName() == B.Site.Kernel->getName() &&
             B.Bound.L->Block ==
                 Use.Constant.blockWith(A.Bound.L->Block, Number) &&
             doesAsMuch(A, B);
    });
  }

  /// All launches, one after the other, on one GPU.
  static double sumUs(const Predictions &All, size_t Gpu) {
    double Sum = 0;
    for (const auto &PerGpu : All)
      if (PerGpu[Gpu])
        Sum += PerGpu[Gpu]->TimeUs.Value;
    return Sum;
  }

  /// How \p After compares with \p Before where the gain of the heaviest launch
  /// counts: the GPU that gains most; nothing where one loses or none gains.
  std::optional<size_t> gain(const ConstantUse &Use, const Predictions &Before,
                             const Predictions &After) const {
    std::optional<size_t> Most;
    double MostSpeedup = 1;
    for (size_t G = 0; G < File.Gpus.size(); ++G) {
      for (size_t I = 0; I < Use.Launches.size(); ++I)
        if (Before[I][G] && !After[I][G])
          return std::nullopt;
      const auto &Old = Before[Use.Heaviest][G], &New = After[Use.Heaviest][G];
      if (!Old || !New)
        return std::nullopt;
      const Change C{speedup(*Old, *New)};
      if (C.Speedup.Value * NoLoss < 1 ||
          sumUs(After, G) > NoLoss * sumUs(Before, G))
        return std::nullopt;
      if (C.isGain(Options.MinGainPercent) && C.Speedup.Value > MostSpeedup &&
          Old->TimeUs.Value - New->TimeUs.Value >= LeastSavedUs &&
          100 * (1 - sumUs(After, G) / sumUs(Before, G)) >=
              Options.MinGainPercent) {
        MostSpeedup = C.Speedup.Value;
        Most = G;
      }
    }
    return Most;
  }

  std::optional<TunedConstant> tune(const ConstantUse &Use) const {
    TunedConstant Out;
    Out.Answer = &File.Launches[Use.Launches[Use.Heaviest]];
    Out.Constant = Use.Constant;
    if (Out.Answer->IsLight || isMendedOtherwise(*Out.Answer) ||
        sizesData(Ctx, Use.Constant))
      return std::nullopt;
    const std::vector<HostBindings> Settings = settings(Use, Out);
    if (Settings.empty())
      return std::nullopt;
    std::vector<Predictions> Before;
    for (const HostBindings &Names : Settings)
      Before.push_back(predict(File, Use, Names));
    // Of numbers that are about as fast, the nearest to the present one, which
    // come first.
    constexpr double Nearly = 1.04;
    double Best = 0; // us of all launches on the GPU that gains most
    // Each is compiled once more, so that even smaller ones are left out behind
    // one that is worse.
    bool SmallerIsWorse = false;
    double LeastUs = sumUs(Before.back(), 0); // with any of them, on one GPU
    for (unsigned Number : candidates(Use, Out)) {
      const bool IsSmaller = Number < Use.Constant.Value;
      if (IsSmaller && SmallerIsWorse)
        continue;
      auto Text = withNumber(Ctx, Use.Constant.Spelled, Number);
      if (!Text)
        return std::nullopt;
      bool IsAsFast = false;
      Analyze({{std::move(*Text)}}, [&](const FileAnalysis &In) {
        if (!isTheSameFile(In, Use, Number)) {
          Out.Barred.emplace_back(
              Number, "the launches would not do as much work with it");
          return;
        }
        std::optional<size_t> Gpu;
        size_t Held = 0;
        Predictions Last;
        const Predictions *LastBefore = nullptr;
        for (size_t S = 0; S < Settings.size(); ++S) {
          // A size that the GPU's memory does not hold says nothing.
          if (llvm::any_of(Before[S][Use.Heaviest],
                           [](const auto &P) { return !P; }))
            continue;
          Predictions After = predict(In, Use, Settings[S]);
          const auto Gains = gain(Use, Before[S], After);
          if (const double Us = sumUs(After, 0);
              S + 1 == Settings.size() && Us <= Nearly * LeastUs) {
            IsAsFast = true;
            LeastUs = std::min(LeastUs, Us);
          }
          if (const auto &P = After[Use.Heaviest].front();
              P && S + 1 == Settings.size())
            Out.Tried.emplace_back(Number, P->TimeUs.Value);
          if (!Gains)
            return;
          Gpu = Gains;
          ++Held;
          Last = std::move(After);
          LastBefore = &Before[S];
        }
        if (!Gpu || 2 * Held <= Settings.size())
          return;
        const double Sum = sumUs(Last, *Gpu);
        if (Best > 0 && Sum * Nearly > Best)
          return;
        Best = Sum;
        const Prediction &Old = *(*LastBefore)[Use.Heaviest][*Gpu],
                         &New = *Last[Use.Heaviest][*Gpu];
        Out.Number = Number;
        Out.Block = Use.Constant.blockWith(Out.Answer->Bound.L->Block, Number);
        Out.Gpu = *Gpu;
        Out.TimeUs = Old.TimeUs.Value;
        Out.WithUs = New.TimeUs.Value;
        Out.Reason = reasonOfGain(Old, New);
        Out.StillIdle.reset();
        if (Out.SizeName.empty()) {
          const GpuAnswer &On =
              In.Launches[Use.Launches[Use.Heaviest]].PerGpu[*Gpu];
          Out.StillIdle = findIdleSms(*On.Kernel, On.Asked, In.Gpus[*Gpu], New);
        }
      });
      if (IsSmaller)
        SmallerIsWorse = !IsAsFast;
    }
    if (Out.Number == 0)
      return std::nullopt;
    return Out;
  }

  ASTContext &Ctx;
  const FileAnalysis &File;
  const HostBindings &Assume;
  const AdviceOptions &Options;
  ChangedAnalysis Analyze;
  NameUses Uses;
};
} // namespace

std::vector<TunedConstant> gpuperf::findTunedConstants(
    ASTContext &Ctx, const FileAnalysis &File, const HostBindings &Assume,
    const AdviceOptions &Options, ChangedAnalysis Analyze) {
  AdviceOptions Own = Options;
  Own.Predict = File.Predict;
  Own.Predict.Model = defaultModel();
  Own.Predict.Memo = nullptr; // it is of the kernels as they are
  return Finder(Ctx, File, Assume, Own, Analyze).findAll();
}
