//===- PredictionCache.h - Where known answers are looked up ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_PREDICTIONCACHE_H
#define GPUPERF_ANALYSIS_PREDICT_PREDICTIONCACHE_H

#include "analysis/Launch.h"
#include "analysis/predict/Prediction.h"
#include "gpumodel/GpuModel.h"

namespace gpuperf {

struct PredictOptions;

/// All that predictLaunch has to know of the predictions that were made before.
/// How long they are kept is for their owner to decide.
class PredictionCache {
public:
  virtual ~PredictionCache();
  /// Null: the answer is not known. The pointer is good until the next call.
  virtual const Prediction *find(const KernelSummary &Kernel, const Launch &L,
                                 const GpuModel &Gpu,
                                 const PredictOptions &Options) = 0;
  /// May keep \p P, the answer to this question.
  virtual void add(const KernelSummary &Kernel, const Launch &L,
                   const GpuModel &Gpu, const PredictOptions &Options,
                   const Prediction &P) = 0;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_PREDICTIONCACHE_H
