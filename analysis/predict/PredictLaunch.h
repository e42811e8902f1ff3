//===- PredictLaunch.h - The models, one entry point each -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_PREDICTLAUNCH_H
#define GPUPERF_ANALYSIS_PREDICT_PREDICTLAUNCH_H

#include "analysis/models/Prediction.h"
#include "llvm/Support/Error.h"

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

/// Seed 002, eq. 1 to 5 and 11. \p ProblemSize: threads that have work, 0 if
/// the grid covers it exactly.
WarpLoad computeWarpLoad(const GpuModel &Gpu, const Occupancy &Occ,
                         uint64_t GridBlocks, uint64_t BlockThreads,
                         uint64_t ProblemSize = 0);

/// Models. Each fills TimeUs, BoundBy, Components and Explanation of \p P,
/// whose occupancy, load and profile are there already.
llvm::Error predictKleimenovPopova(const KernelSummary &Kernel, const Launch &L,
                                   const GpuModel &Gpu,
                                   const PredictOptions &Options,
                                   Prediction &P);
llvm::Error predictGpuperf(const KernelSummary &Kernel, const Launch &L,
                           const GpuModel &Gpu, const PredictOptions &Options,
                           Prediction &P);
llvm::Error predictHongKim(const KernelSummary &Kernel, const Launch &L,
                           const GpuModel &Gpu, const PredictOptions &Options,
                           Prediction &P);
llvm::Error predictQuNsmw(const KernelSummary &Kernel, const Launch &L,
                          const GpuModel &Gpu, const PredictOptions &Options,
                          Prediction &P);
/// An error too where the launch computes no stencil.
llvm::Error predictStencilTraffic(const KernelSummary &Kernel, const Launch &L,
                                  const GpuModel &Gpu,
                                  const PredictOptions &Options, Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_PREDICTLAUNCH_H
