//===- PredictLaunch.h - The time of one launch on one GPU ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_PREDICTLAUNCH_H
#define GPUPERF_ANALYSIS_PREDICT_PREDICTLAUNCH_H

#include "analysis/predict/ModelTable.h"
#include "analysis/predict/Prediction.h"

namespace gpuperf {

class PredictionCache;

struct PredictOptions {
  ModelKind Model = defaultModel();
  ModelArgs Args;
  ProfileOptions Profile;
  bool Explain = false;
  /// The profile of this very launch, where another model's prediction holds it
  /// already: it does not depend on the model. Null: computed.
  const WarpProfile *KnownProfile = nullptr;
  /// What the launch would take if the kernel used other registers per thread
  /// than its summary says.
  std::optional<Estimate> RegistersPerThread;
  /// Answers of before, filled. Null: there are none.
  PredictionCache *Memo = nullptr;
};

/// Predicts one launch of one kernel on one GPU: occupancy, warp profile,
/// model. An error is a sentence for the user: the launch is over a limit of
/// the GPU (names the limit and both numbers), or the model does not cover this
/// GPU.
llvm::Expected<Prediction> predictLaunch(const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu,
                                         const PredictOptions &Options = {});

/// What \p L breaks of the GPU's limits, one sentence each; empty: nothing.
std::vector<std::string> launchLimitViolations(const KernelSummary &Kernel,
                                               const Launch &L,
                                               const GpuModel &Gpu);

/// Blocks per SM at the fewest and the most registers that the kernel is
/// believed to use; 0 where it would not fit.
std::vector<unsigned> blocksPerSmRange(const KernelSummary &Kernel,
                                       const Launch &L, const GpuModel &Gpu);

/// Registers that a block would need beyond the GPU's register file, in one
/// clause. A risk, not a violation: the program's own compiler may need fewer.
std::optional<std::string> registerLimitRisk(const KernelSummary &Kernel,
                                             const Launch &L,
                                             const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_PREDICTLAUNCH_H
