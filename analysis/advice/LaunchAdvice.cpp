//===- LaunchAdvice.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/LaunchAdvice.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

namespace {
/// Times that the model cannot tell apart when nothing else speaks for either:
/// a portable choice may lose as much on a GPU.
constexpr double NoLoss = 1.02;

/// Predicts blocks on all targets, each once.
class Advisor {
public:
  Advisor(llvm::ArrayRef<AdviceTarget> Targets, const Launch &Asked,
          LaunchOfBlock Derive, const AdviceOptions &Options)
      : Targets(Targets), Asked(Asked), Derive(Derive), Options(Options) {}

  LaunchAdvice run();

private:
  /// A block's launch with one prediction per target.
  struct Candidate {
    Launch L;
    std::vector<Prediction> On;
  };

  bool predict(const Launch &L, std::string *WhyNot);
  const Candidate *find(const Dim3 &Block) const;
  void look();
  std::vector<Dim3> promising(const AdviceTarget &T,
                              llvm::ArrayRef<Dim3> All) const;
  void recommend(LaunchAdvice &Out) const;
  bool holdsForAllRegisters(const Launch &To) const;

  llvm::ArrayRef<AdviceTarget> Targets;
  const Launch &Asked;
  LaunchOfBlock Derive;
  const AdviceOptions &Options;
  std::vector<Candidate> Known; ///< the asked launch is the first
  std::vector<Dim3> Failed;
};
} // namespace

bool Advisor::predict(const Launch &L, std::string *WhyNot) {
  Candidate C;
  C.L = L;
  for (const AdviceTarget &T : Targets) {
    auto P = predictLaunch(*T.Kernel, L, *T.Gpu, Options.Predict);
    if (P) {
      C.On.push_back(std::move(*P));
      continue;
    }
    std::string Why = llvm::toString(P.takeError());
    if (WhyNot)
      *WhyNot = std::move(Why);
    Failed.push_back(L.Block);
    return false;
  }
  Known.push_back(std::move(C));
  return true;
}

const Advisor::Candidate *Advisor::find(const Dim3 &Block) const {
  auto It = llvm::find_if(
      Known, [&](const Candidate &C) { return C.L.Block == Block; });
  return It == Known.end() ? nullptr : &*It;
}

/// Blocks that fill the GPU best, by occupancy and last wave alone: where time
/// over block size has its steps.
std::vector<Dim3> Advisor::promising(const AdviceTarget &T,
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
    R.StaticSharedBytes = T.Kernel->StaticSharedBytes;
    R.DynamicSharedBytes = L->DynamicSharedBytes;
    const Occupancy Occ = computeOccupancy(*T.Gpu, R);
    if (Occ.BlocksPerSm == 0)
      continue;
    const double Waves =
        static_cast<double>(L->Grid.count()) / (Occ.BlocksPerSm * Sms);
    Fill.push_back({-Occ.Fraction * Waves / std::ceil(Waves), I});
  }
  llvm::sort(Fill);
  std::vector<Dim3> Out;
  for (auto &[Share, I] : llvm::ArrayRef(Fill).take_front(Most))
    Out.push_back(All[I]);
  return Out;
}

/// Predicts what is needed to know the best block of every target.
void Advisor::look() {
  for (size_t G = 0; G < Targets.size(); ++G) {
    const AdviceTarget &T = Targets[G];
    const std::vector<Dim3> All = candidateBlocks(*T.Kernel, Asked, *T.Gpu);
    auto TimeUs = [&](const Dim3 &Block) -> std::optional<double> {
      if (const Candidate *C = find(Block))
        return C->On[G].TimeUs.Value;
      if (llvm::is_contained(Failed, Block))
        return std::nullopt;
      std::optional<Launch> L = Derive(Block);
      if (!L || L->Block != Block || !predict(*L, nullptr))
        return std::nullopt;
      return Known.back().On[G].TimeUs.Value;
    };
    if (!Options.EveryBlock)
      searchBlocks(All, promising(T, All), TimeUs);
    else
      for (const Dim3 &Block : All)
        TimeUs(Block);
  }
}

Change gpuperf::changeToBest(llvm::ArrayRef<RankedLaunch> Ranked,
                             size_t Asked) {
  return {speedup(Ranked[Asked].P, Ranked.front().P)};
}

/// Where registers are estimated: whether the change gains with the fewest and
/// with the most that the kernel is believed to use.
bool Advisor::holdsForAllRegisters(const Launch &To) const {
  for (const AdviceTarget &T : Targets) {
    const Estimate &R = T.Kernel->RegistersPerThread;
    if (R.Lo == R.Hi ||
        (llvm::all_equal(blocksPerSmRange(*T.Kernel, Asked, *T.Gpu)) &&
         llvm::all_equal(blocksPerSmRange(*T.Kernel, To, *T.Gpu))))
      continue;
    for (double Registers : {R.Lo, R.Hi}) {
      KernelSummary K = *T.Kernel;
      K.RegistersPerThread = {Registers, Registers, Registers, R.Why};
      auto Before = predictLaunch(K, Asked, *T.Gpu, Options.Predict);
      auto After = predictLaunch(K, To, *T.Gpu, Options.Predict);
      const bool Both = Before && After;
      const bool Faster = Both && After->TimeUs.Value < Before->TimeUs.Value;
      if (!Before)
        llvm::consumeError(Before.takeError());
      if (!After)
        llvm::consumeError(After.takeError());
      if (!Faster)
        return false;
    }
  }
  return true;
}

/// One choice for all targets: of the candidates, in the order of the first
/// target's ranking, the least worst-case loss.
void Advisor::recommend(LaunchAdvice &Out) const {
  std::vector<double> BestUs(Targets.size(), HUGE_VAL);
  for (const Candidate &C : Known)
    for (size_t G = 0; G < Targets.size(); ++G)
      BestUs[G] = std::min(BestUs[G], C.On[G].TimeUs.Value);
  auto LossOn = [&](size_t G, const Candidate &C) {
    return C.On[G].TimeUs.Value / BestUs[G];
  };
  auto WorstLoss = [&](const Candidate &C) {
    double Worst = 0;
    for (size_t G = 0; G < Targets.size(); ++G)
      Worst = std::max(Worst, LossOn(G, C));
    return Worst;
  };
  const Candidate *Choice = nullptr;
  if (Targets.size() == 1) {
    Choice = find(Out.PerGpu.front().best().L.Block);
  } else {
    for (const RankedLaunch &R : Out.PerGpu.front().Ranked) {
      const Candidate *C = find(R.L.Block);
      if (!Choice || WorstLoss(*C) < WorstLoss(*Choice) * (1 - 1e-6))
        Choice = C;
    }
  }
  for (size_t G = 0; G < Targets.size(); ++G)
    Out.PerGpu[G].AskedLoss = Out.PerGpu[G].RecommendedLoss =
        LossOn(G, Known.front());

  std::vector<Change> Changes;
  bool Gains = false;
  for (size_t G = 0; G < Targets.size(); ++G) {
    const Change C{speedup(Known.front().On[G], Choice->On[G])};
    // A gain on one GPU is not paid for by another.
    if (C.Speedup.Value * NoLoss < 1)
      return;
    Gains |= C.isGain(Options.MinGainPercent);
    Changes.push_back(C);
  }
  if (!Gains || !holdsForAllRegisters(Choice->L))
    return;
  Out.Recommended = Choice->L;
  for (size_t G = 0; G < Targets.size(); ++G) {
    Out.PerGpu[G].ToRecommended = Changes[G];
    Out.PerGpu[G].RecommendedLoss = LossOn(G, *Choice);
    if (Changes[G].Speedup.Lo > Changes[Out.MostGaining].Speedup.Lo)
      Out.MostGaining = G;
  }
  Out.Reason = reasonOfGain(Known.front().On[Out.MostGaining],
                            Choice->On[Out.MostGaining]);
}

LaunchAdvice Advisor::run() {
  LaunchAdvice Out;
  if (Targets.empty()) {
    Out.WhyNot = "no GPU is named";
    return Out;
  }
  if (!predict(Asked, &Out.WhyNot))
    return Out;
  look();
  for (size_t G = 0; G < Targets.size(); ++G) {
    const AdviceTarget &T = Targets[G];
    GpuAdvice &A = Out.PerGpu.emplace_back();
    A.Gpu = T.Gpu->Name;
    for (const Candidate &C : Known)
      A.Ranked.push_back({C.L, C.On[G]});
    sortByTime(A.Ranked, static_cast<unsigned>(T.Gpu->Arch.WarpSize.Value));
    auto It = llvm::find_if(A.Ranked, [&](const RankedLaunch &R) {
      return R.L.Block == Asked.Block;
    });
    A.Asked = It - A.Ranked.begin();
    A.ToBest = changeToBest(A.Ranked, A.Asked);
    A.ToRecommended.Speedup = Estimate::exact(1);
  }
  recommend(Out);
  return Out;
}

LaunchAdvice gpuperf::adviseLaunch(llvm::ArrayRef<AdviceTarget> Targets,
                                   const Launch &Asked, LaunchOfBlock Derive,
                                   const AdviceOptions &Options) {
  return Advisor(Targets, Asked, Derive, Options).run();
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
