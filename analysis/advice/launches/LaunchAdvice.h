//===- LaunchAdvice.h - Which launch is better, and by how much -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidate blocks, the launch that the source would make with each, their
// predicted times, and whether the best of them is better than the launch that
// is there by more than the model can be wrong about a ratio. Says nothing of
// whether the kernel computes the same with another block.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LAUNCHES_LAUNCHADVICE_H
#define GPUPERF_ANALYSIS_ADVICE_LAUNCHES_LAUNCHADVICE_H

#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/launches/BlockCandidates.h"

namespace gpuperf {

/// Times that differ by a smaller factor count as equal. A block that is good
/// for several GPUs or sizes may lose this much on one of them.
inline constexpr double NoLoss = 1.02;

/// The launch that the source would make with another block: grid and dynamic
/// shared bytes follow as they do there. Nothing: it cannot have that block.
using LaunchOfBlock =
    llvm::function_ref<std::optional<Launch>(const Dim3 &Block)>;

/// A GPU, and the kernel as it is compiled for it.
struct AdviceTarget {
  const GpuModel *Gpu = nullptr;
  const KernelSummary *Kernel = nullptr;
};

struct AdviceOptions {
  /// Least part of the time that has to be saved, percent.
  double MinGainPercent = 10;
  PredictOptions Predict;
  /// Leave out launches that make clearly more or fewer accesses than the asked
  /// one: the caller knows that all do the same work, so it is the sampling.
  bool SameWorkOnly = false;
  /// Predict every candidate, however long it takes, instead of searching.
  bool EveryBlock = false;
};

/// What a change of the launch does on one GPU.
struct Change {
  /// How many times faster; it can be told to be faster if Lo > 1.
  Estimate Speedup;
  /// Part of the time that is saved, percent; below 0: it takes longer.
  double savedPercent() const { return 100 * (1 - 1 / Speedup.Value); }
  /// Whether it is faster by more than the band and by \p MinGainPercent.
  bool isGain(double MinGainPercent) const {
    return Speedup.Lo > 1 && savedPercent() >= MinGainPercent;
  }
};

/// One GPU's view.
struct GpuAdvice {
  std::string Gpu;
  /// What was predicted, best first (see sortByTime), the asked one included.
  std::vector<RankedLaunch> Ranked;
  size_t Asked = 0; ///< index into Ranked
  /// From the asked launch to this GPU's own best.
  Change ToBest;
  /// From the asked launch to the recommended one; of no change: 1.
  Change ToRecommended;
  /// Time over this GPU's best, of the asked and of the recommended launch.
  double AskedLoss = 1, RecommendedLoss = 1;

  const RankedLaunch &asked() const { return Ranked[Asked]; }
  const RankedLaunch &best() const { return Ranked.front(); }
};

struct LaunchAdvice {
  /// In the order of the targets; empty if there is no advice (see WhyNot).
  std::vector<GpuAdvice> PerGpu;
  /// The launch to change to. Nothing: keep the one that is there, as no other
  /// is better on all GPUs by more than the band and the least gain. Of several
  /// GPUs: the least worst-case loss, predicted slower on none of them.
  std::optional<Launch> Recommended;
  /// The GPU that gains most from it; index into PerGpu.
  size_t MostGaining = 0;
  /// What is different there, "occupancy 50% -> 100%"; empty: nothing that
  /// explains the gain.
  std::string Reason;
  /// Why there is no advice at all, one sentence.
  std::string WhyNot;
};

/// \p Asked as it is in the source. An error of a prediction of \p Asked on any
/// GPU is WhyNot.
LaunchAdvice adviseLaunch(llvm::ArrayRef<AdviceTarget> Targets,
                          const Launch &Asked, LaunchOfBlock Derive,
                          const AdviceOptions &Options = {});

/// For GPUs that the same device code stands for.
LaunchAdvice adviseLaunch(const KernelSummary &Kernel, const Launch &Asked,
                          llvm::ArrayRef<const GpuModel *> Gpus,
                          LaunchOfBlock Derive,
                          const AdviceOptions &Options = {});

/// A launch with one prediction per target.
struct Candidate {
  Launch L;
  std::vector<Prediction> On;
};

/// The choice among launches that are predicted already: the rule that every
/// advice is given by. \p Asked: index into \p Candidates.
LaunchAdvice adviseAmong(llvm::ArrayRef<AdviceTarget> Targets,
                         llvm::ArrayRef<Candidate> Candidates, size_t Asked,
                         const AdviceOptions &Options = {});

/// Where registers are estimated: whether \p To gains over \p Asked with the
/// fewest and with the most that the kernel is believed to use, on every GPU
/// that it gains on. \p Changes: from one to the other, by target.
bool holdsForAllRegisters(llvm::ArrayRef<AdviceTarget> Targets,
                          const Launch &Asked, const Launch &To,
                          llvm::ArrayRef<Change> Changes,
                          const AdviceOptions &Options);

/// In one clause, what makes \p To faster than \p From, from what differs
/// between the predictions; empty where nothing explains it.
std::string reasonOfGain(const Prediction &From, const Prediction &To);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_LAUNCHADVICE_H
