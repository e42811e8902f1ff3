//===- Counterfactual.h - The same launch, had it done less -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_COUNTERFACTUAL_H
#define GPUPERF_ANALYSIS_ADVICE_COUNTERFACTUAL_H

#include "analysis/models/Models.h"

namespace gpuperf {

/// The time that the model of \p P gives if the launch executes \p Profile
/// instead; nothing if it cannot be predicted.
inline std::optional<Estimate> timeWith(const KernelSummary &Kernel,
                                        const Launch &L, const GpuModel &Gpu,
                                        const Prediction &P,
                                        const WarpProfile &Profile) {
  PredictOptions Options;
  Options.Model = P.Model;
  Options.KnownProfile = &Profile;
  auto Other = predictLaunch(Kernel, L, Gpu, Options);
  if (!Other) {
    llvm::consumeError(Other.takeError());
    return std::nullopt;
  }
  return Other->TimeUs;
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_COUNTERFACTUAL_H
