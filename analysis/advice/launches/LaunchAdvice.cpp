//===- LaunchAdvice.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/LaunchAdvice.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

bool gpuperf::holdsForAllRegisters(llvm::ArrayRef<AdviceTarget> Targets,
                                   const Launch &Asked, const Launch &To,
                                   llvm::ArrayRef<Change> Changes,
                                   const AdviceOptions &Options) {
  auto TimeUs = [&](const AdviceTarget &T, const Launch &L,
                    const Estimate &Registers) -> std::optional<double> {
    PredictOptions With = Options.Predict;
    With.RegistersPerThread = Registers;
    auto P = predictLaunch(*T.Kernel, L, *T.Gpu, With);
    if (P)
      return P->TimeUs.Value;
    llvm::consumeError(P.takeError());
    return std::nullopt;
  };
  for (size_t G = 0; G < Targets.size(); ++G) {
    const AdviceTarget &T = Targets[G];
    const Estimate R = T.Kernel->RegistersPerThread;
    if (R.Lo == R.Hi ||
        (llvm::all_equal(blocksPerSmRange(*T.Kernel, Asked, *T.Gpu)) &&
         llvm::all_equal(blocksPerSmRange(*T.Kernel, To, *T.Gpu))))
      continue;
    for (double Count : {R.Lo, R.Hi}) {
      const Estimate Registers = {Count, Count, Count, R.Why};
      auto Before = TimeUs(T, Asked, Registers),
           After = TimeUs(T, To, Registers);
      if (!Before || !After)
        return false;
      const double Least = Changes[G].isGain(Options.MinGainPercent)
                               ? 1 - Options.MinGainPercent / 100
                               : NoLoss;
      if (*After > *Before * Least)
        return false;
    }
  }
  return true;
}

namespace {
/// One choice for all GPUs.
class Chooser {
public:
  Chooser(llvm::ArrayRef<AdviceTarget> Targets,
          llvm::ArrayRef<Candidate> Candidates, size_t Asked,
          const AdviceOptions &Options)
      : Targets(Targets), Candidates(Candidates), Asked(Candidates[Asked]),
        Options(Options) {}

  LaunchAdvice run() {
    for (size_t G = 0; G < Targets.size(); ++G)
      Out.PerGpu.push_back(rankOn(G));
    for (size_t G = 0; G < Targets.size(); ++G)
      Out.PerGpu[G].AskedLoss = Out.PerGpu[G].RecommendedLoss =
          lossOn(G, Asked);
    const Candidate &Choice = choose();
    std::vector<Change> Changes;
    for (size_t G = 0; G < Targets.size(); ++G)
      Changes.push_back({speedupOfLaunch(Asked.On[G], Choice.On[G])});
    if (isAdvised(Changes) &&
        holdsForAllRegisters(Targets, Asked.L, Choice.L, Changes, Options))
      recommend(Choice, Changes);
    return std::move(Out);
  }

private:
  GpuAdvice rankOn(size_t G) {
    GpuAdvice A;
    A.Gpu = Targets[G].Gpu->Name;
    for (const Candidate &C : Candidates)
      A.Ranked.push_back({C.L, C.On[G]});
    sortByTime(A.Ranked,
               static_cast<unsigned>(Targets[G].Gpu->Arch.WarpSize.Value));
    A.Asked = llvm::find_if(A.Ranked,
                            [&](const RankedLaunch &R) {
                              return R.L.Block == Asked.L.Block;
                            }) -
              A.Ranked.begin();
    A.ToBest = {speedupOfLaunch(A.asked().P, A.best().P)};
    A.ToRecommended.Speedup = Estimate::exact(1);
    double Least = HUGE_VAL;
    for (const RankedLaunch &R : A.Ranked)
      Least = std::min(Least, R.P.TimeUs.Value);
    BestUs.push_back(Least);
    return A;
  }

  double lossOn(size_t G, const Candidate &C) const {
    return C.On[G].TimeUs.Value / BestUs[G];
  }

  /// Rows of part of a warp: what they gain over wider ones rests on how lines
  /// stay in L1 and L2, the least certain of all. On the fit rows of
  /// benchmarks/accuracy such advice is wrong in 3 to 6 % of the cases, any
  /// other in less than 1 %.
  bool isNarrowed(const Candidate &C) const {
    const uint64_t From = Asked.L.Block.X, To = C.L.Block.X;
    return llvm::any_of(Targets, [&](const AdviceTarget &T) {
      const auto Warp = static_cast<uint64_t>(T.Gpu->Arch.WarpSize.Value);
      return Warp && To % Warp != 0 && (From % Warp == 0 || To < From);
    });
  }

  /// A gain that is too large to rest on how long the caches keep lines alone.
  /// Beside the measured sweeps, no advice to narrow rows is wrong with it.
  bool isFarBetter(const Candidate &C) const {
    constexpr double Far = 1.5;
    for (size_t G = 0; G < Targets.size(); ++G)
      if (speedupOfLaunch(Asked.On[G], C.On[G]).Lo < Far)
        return false;
    return true;
  }

  /// A gain that is no larger than what less traffic to DRAM brings: how much
  /// the caches keep with another block is a model, and so it has to be the
  /// least gain at the lower end of its band, too.
  bool isUncertainTraffic(const Candidate &C) const {
    for (size_t G = 0; G < Targets.size(); ++G) {
      const Prediction &From = Asked.On[G], &To = C.On[G];
      if (From.BoundBy != Bound::Dram || To.BoundBy != Bound::Dram)
        continue;
      auto Bytes = [](const Prediction &P) {
        return P.Profile.DramReadBytes + P.Profile.DramWriteBytes;
      };
      const Estimate Speedup = speedupOfLaunch(From, To);
      if (Bytes(To) < Bytes(From) &&
          Speedup.Value * Bytes(To) <= NoLoss * Bytes(From) &&
          100 * (1 - 1 / Speedup.Lo) < Options.MinGainPercent)
        return true;
    }
    return false;
  }

  /// The least worst-case loss; of one GPU, what it ranks first.
  const Candidate &choose() const {
    const Candidate *Choice = &Asked;
    double ChoiceLoss = HUGE_VAL;
    for (const RankedLaunch &R : Out.PerGpu.front().Ranked) {
      const Candidate &C = *llvm::find_if(Candidates, [&](const Candidate &C) {
        return C.L.Block == R.L.Block;
      });
      if ((isNarrowed(C) && !isFarBetter(C)) ||
          (&C != &Asked && isUncertainTraffic(C)))
        continue;
      if (Targets.size() == 1)
        return C;
      double Worst = 0;
      for (size_t G = 0; G < Targets.size(); ++G)
        Worst = std::max(Worst, lossOn(G, C));
      if (Worst < ChoiceLoss * (1 - 1e-6))
        Choice = &C, ChoiceLoss = Worst;
    }
    return *Choice;
  }

  /// Some GPU gains, and none pays for it.
  bool isAdvised(llvm::ArrayRef<Change> Changes) const {
    return llvm::any_of(Changes,
                        [&](const Change &C) {
                          return C.isGain(Options.MinGainPercent);
                        }) &&
           llvm::all_of(Changes, [](const Change &C) {
             return C.Speedup.Value * NoLoss >= 1;
           });
  }

  void recommend(const Candidate &Choice, llvm::ArrayRef<Change> Changes) {
    Out.Recommended = Choice.L;
    for (size_t G = 0; G < Targets.size(); ++G) {
      Out.PerGpu[G].ToRecommended = Changes[G];
      Out.PerGpu[G].RecommendedLoss = lossOn(G, Choice);
      if (Changes[G].Speedup.Lo > Changes[Out.MostGaining].Speedup.Lo)
        Out.MostGaining = G;
    }
    Out.Reason =
        reasonOfGain(Asked.On[Out.MostGaining], Choice.On[Out.MostGaining]);
  }

  llvm::ArrayRef<AdviceTarget> Targets;
  llvm::ArrayRef<Candidate> Candidates;
  const Candidate &Asked;
  const AdviceOptions &Options;
  std::vector<double> BestUs;
  LaunchAdvice Out;
};

/// By how much the work of two launches may differ that do the same. Sampled
/// blocks differ by some percent, work that is left out by more. Where an
/// argument follows the block, the size of the problem may do so, too, and then
/// nearly all differences are real.
double sameWorkFactor(const Launch &A, const Launch &B) {
  const bool SameArguments =
      A.Args.size() == B.Args.size() &&
      std::equal(A.Args.begin(), A.Args.end(), B.Args.begin(),
                 [](const ArgValue &X, const ArgValue &Y) {
                   return X.K == Y.K && X.Integer == Y.Integer &&
                          X.Floating == Y.Floating;
                 });
  return SameArguments ? 1.25 : 1.02;
}

/// Predicts what has to be known of other blocks, each once.
class Looker {
public:
  Looker(llvm::ArrayRef<AdviceTarget> Targets, const Launch &Asked,
         LaunchOfBlock Derive, const AdviceOptions &Options)
      : Targets(Targets), Asked(Asked), Derive(Derive), Options(Options) {}

  /// The asked launch is the first; or why it cannot be predicted.
  llvm::Expected<std::vector<Candidate>> run() {
    if (llvm::Error E = predict(Asked))
      return E;
    for (size_t G = 0; G < Targets.size(); ++G)
      lookFor(G);
    return Known;
  }

private:
  llvm::Error predict(const Launch &L) {
    Candidate C{L, {}};
    for (const AdviceTarget &T : Targets) {
      auto P = predictLaunch(*T.Kernel, L, *T.Gpu, Options.Predict);
      if (!P)
        return P.takeError();
      if (Options.SameWorkOnly && !Known.empty() &&
          !doSameWork(Known.front().On[C.On.size()], *P,
                      sameWorkFactor(Known.front().L, L)))
        return llvm::createStringError("other work than the asked launch's");
      C.On.push_back(std::move(*P));
    }
    Known.push_back(std::move(C));
    return llvm::Error::success();
  }

  /// Until the best block of one GPU is known.
  void lookFor(size_t G) {
    const AdviceTarget &T = Targets[G];
    const std::vector<Dim3> All = candidateBlocks(*T.Kernel, Asked, *T.Gpu);
    auto TimeUs = [&](const Dim3 &Block) -> std::optional<double> {
      for (const Candidate &C : Known)
        if (C.L.Block == Block)
          return C.On[G].TimeUs.Value;
      if (llvm::is_contained(Failed, Block))
        return std::nullopt;
      std::optional<Launch> L = Derive(Block);
      if (L && L->Block == Block) {
        llvm::Error E = predict(*L);
        if (!E)
          return Known.back().On[G].TimeUs.Value;
        llvm::consumeError(std::move(E));
      }
      Failed.push_back(Block);
      return std::nullopt;
    };
    if (!Options.EveryBlock)
      searchBlocks(All, promising(T, All), TimeUs);
    else
      for (const Dim3 &Block : All)
        TimeUs(Block);
  }

  /// Blocks that fill the GPU best, by occupancy and last wave alone: where
  /// time over block size has its steps.
  std::vector<Dim3> promising(const AdviceTarget &T,
                              llvm::ArrayRef<Dim3> All) const {
    constexpr size_t Most = 3;
    std::vector<std::pair<double, size_t>> Fill;
    const double Sms = std::max(T.Gpu->SmCount.Value, 1.0);
    for (size_t I = 0; I < All.size(); ++I) {
      std::optional<Launch> L = Derive(All[I]);
      if (!L)
        continue;
      BlockResources R;
      R.ThreadsPerBlock = static_cast<unsigned>(All[I].count());
      R.RegistersPerThread = static_cast<unsigned>(
          std::clamp(T.Kernel->RegistersPerThread.Value, 0.0, 1024.0));
      R.ScalarRegistersPerWarp = T.Kernel->ScalarRegisters;
      R.StaticSharedBytes = T.Kernel->StaticSharedBytes;
      R.DynamicSharedBytes = L->DynamicSharedBytes;
      const Occupancy Occ = computeOccupancy(*T.Gpu, R);
      if (Occ.BlocksPerSm == 0 || L->Grid.count() == 0)
        continue;
      const double Waves =
          static_cast<double>(L->Grid.count()) / (Occ.BlocksPerSm * Sms);
      Fill.push_back({-Occ.Fraction * Waves / std::ceil(Waves), I});
    }
    llvm::sort(Fill);
    std::vector<Dim3> Out;
    for (size_t I = 0; I < std::min(Fill.size(), Most); ++I)
      Out.push_back(All[Fill[I].second]);
    return Out;
  }

  llvm::ArrayRef<AdviceTarget> Targets;
  const Launch &Asked;
  LaunchOfBlock Derive;
  const AdviceOptions &Options;
  std::vector<Candidate> Known;
  std::vector<Dim3> Failed;
};
} // namespace

LaunchAdvice gpuperf::adviseAmong(llvm::ArrayRef<AdviceTarget> Targets,
                                  llvm::ArrayRef<Candidate> Candidates,
                                  size_t Asked, const AdviceOptions &Options) {
  return Chooser(Targets, Candidates, Asked, Options).run();
}

LaunchAdvice gpuperf::adviseLaunch(llvm::ArrayRef<AdviceTarget> Targets,
                                   const Launch &Asked, LaunchOfBlock Derive,
                                   const AdviceOptions &Options) {
  LaunchAdvice None;
  if (Targets.empty()) {
    None.WhyNot = "no GPU is named";
    return None;
  }
  auto Candidates = Looker(Targets, Asked, Derive, Options).run();
  if (!Candidates) {
    None.WhyNot = llvm::toString(Candidates.takeError());
    return None;
  }
  return adviseAmong(Targets, *Candidates, 0, Options);
}

LaunchAdvice gpuperf::adviseLaunch(const KernelSummary &Kernel,
                                   const Launch &Asked,
                                   llvm::ArrayRef<const GpuModel *> Gpus,
                                   LaunchOfBlock Derive,
                                   const AdviceOptions &Options) {
  std::vector<AdviceTarget> Targets;
  for (const GpuModel *Gpu : Gpus)
    Targets.push_back({Gpu, &Kernel});
  return adviseLaunch(Targets, Asked, Derive, Options);
}
