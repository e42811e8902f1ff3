//===- Wave.cpp -----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/kleimenov-popova/Wave.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cmath>

using namespace gpuperf;

llvm::StringRef gpuperf::kpPartName(KpPart P) {
  switch (P) {
  case KpPart::Dependences:
    return "dependences";
  case KpPart::Barriers:
    return "barriers";
  case KpPart::Issue:
    return "issue";
  case KpPart::Shared:
    return "shared memory";
  case KpPart::L1:
    return "L1 bandwidth";
  case KpPart::L2:
    return "L2 bandwidth";
  case KpPart::Dram:
    return "DRAM bandwidth";
  case KpPart::Uncoalesced:
    return "uncoalesced requests";
  }
  llvm_unreachable("a part without a name");
}

namespace {
/// The paper's epsilon, relative.
constexpr double Epsilon = 1e-4;
constexpr unsigned MaxDoublings = 50, MaxRefinements = 30;

/// The latency at which \p Time reaches \p Target, from \p From upward; nothing
/// if no latency does. \p Time is convex and does not fall.
std::optional<double> solveLatency(llvm::function_ref<double(double)> Time,
                                   double From, double TimeFrom, double Target,
                                   unsigned &Evaluations) {
  auto Ask = [&](double Latency) {
    ++Evaluations;
    return Time(Latency);
  };
  double Lo = From, TimeLo = TimeFrom;
  // The paper's step, then larger ones: it cannot overshoot by itself.
  double Hi = std::max(From, 1.0) * (TimeFrom > 0 ? Target / TimeFrom : 2.0);
  double TimeHi = Ask(Hi);
  for (unsigned I = 0; TimeHi < Target; ++I) {
    if (I == MaxDoublings)
      return std::nullopt;
    // Far out the time is a straight line, or does not react at all.
    if (Hi > 1e6 * std::max(From, 1.0) && TimeHi <= TimeFrom)
      return std::nullopt;
    Lo = Hi, TimeLo = TimeHi;
    Hi *= 2;
    TimeHi = Ask(Hi);
  }
  for (unsigned I = 0; I < MaxRefinements; ++I) {
    if (TimeHi - Target <= Epsilon * Target || TimeHi <= TimeLo)
      break;
    // On a convex curve the chord meets the target above it: a step from below.
    // Every third step halves, so that the bracket always shrinks.
    double Mid = I % 3 == 2
                     ? (Lo + Hi) / 2
                     : Lo + (Hi - Lo) * (Target - TimeLo) / (TimeHi - TimeLo);
    double TimeMid = Ask(Mid);
    if (std::abs(TimeMid - Target) <= Epsilon * Target)
      return Mid;
    if (TimeMid < Target)
      Lo = Mid, TimeLo = TimeMid;
    else
      Hi = Mid, TimeHi = TimeMid;
  }
  return Hi;
}

class Wave {
public:
  Wave(const KpGpu &Gpu, KpKernel &Kernel, double Blocks, double GridBlocks)
      : Gpu(Gpu), Kernel(Kernel), Latency(Gpu.Latency) {
    W.Blocks = Blocks;
    // The fullest SM decides; its warps are dealt to the processing blocks.
    FullestSm = std::ceil(Blocks / Gpu.SmCount);
    OfGrid = GridBlocks > 0 ? Blocks / GridBlocks : 0;
    FullestOfGrid = GridBlocks > 0 ? FullestSm / GridBlocks : 0;
    double Warps =
        std::ceil(FullestSm * Kernel.WarpsPerBlock / Gpu.SchedulersPerSm);
    W.IssueCycles = Warps * Kernel.Delays.Cycles;
  }

  KpWave run() {
    add(KpPart::Dependences, Kernel.threadCycles(average(Latency)));
    add(KpPart::Barriers, W.Cycles + Kernel.SyncCycles);
    if (Kernel.SyncCycles < W.Parts[0])
      W.Binding = KpPart::Dependences;
    add(KpPart::Issue, W.IssueCycles);
    raise(KpLevel::L1, KpPart::L1, FullestOfGrid);
    add(KpPart::Shared,
        Kernel.Memory.SharedPasses * FullestOfGrid * Gpu.SharedPassCycles);
    Floor = W.Cycles;
    raise(KpLevel::L2, KpPart::L2, OfGrid);
    raise(KpLevel::Dram, KpPart::Dram, OfGrid);
    raise(KpLevel::Uncoalesced, KpPart::Uncoalesced, OfGrid);
    W.AverageLatency = average(Latency);
    return std::move(W);
  }

private:
  double average(const KpPerLevel &Latencies) const {
    double Sum = 0;
    for (KpLevel L : KpLevels)
      Sum += Kernel.LatencyWeight[L] * Latencies[L];
    return Sum;
  }

  void add(KpPart Part, double Cycles) {
    if (!(Cycles > W.Cycles))
      return;
    W.Parts[static_cast<unsigned>(Part)] += Cycles - W.Cycles;
    W.Cycles = Cycles;
    W.Binding = Part;
  }

  void raise(KpLevel Level, KpPart Part, double Share) {
    if (Gpu.Bandwidth[Level] <= 0)
      return;
    const double Target = Kernel.Bytes[Level] * Share / Gpu.Bandwidth[Level];
    if (!(Target > W.Cycles * (1 + Epsilon)))
      return;
    KpRaise R;
    R.Level = Level;
    R.FromCycles = R.ToCycles = Latency[Level];
    R.CyclesBefore = W.Cycles;
    R.CyclesAfter = Target;
    if (Kernel.LatencyWeight[Level] > 0) {
      auto Time = [&](double Raised) {
        KpPerLevel With = Latency;
        With[Level] = Raised;
        return std::max(Floor, std::max(Kernel.threadCycles(average(With)) +
                                            Kernel.SyncCycles,
                                        W.IssueCycles));
      };
      if (auto Solved = solveLatency(Time, Latency[Level], W.Cycles, Target,
                                     R.Evaluations))
        Latency[Level] = R.ToCycles = *Solved;
    }
    Floor = std::max(Floor, Target);
    add(Part, Target);
    W.Raises.push_back(R);
  }

  const KpGpu &Gpu;
  KpKernel &Kernel;
  KpPerLevel Latency;
  KpWave W;
  double FullestSm = 0, OfGrid = 0, FullestOfGrid = 0;
  double Floor = 0; ///< a bandwidth that is already known to take this long
};
} // namespace

KpWave gpuperf::kpWave(const KpGpu &Gpu, KpKernel &Kernel, double Blocks,
                       double GridBlocks) {
  return Wave(Gpu, Kernel, Blocks, GridBlocks).run();
}
