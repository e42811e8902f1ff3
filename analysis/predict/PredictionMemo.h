//===- PredictionMemo.h - Predictions that were made before -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor asks the same of a file after each edit; most kernels and launches
// are what they were. Not thread-safe: one analysis at a time uses a memo.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_PREDICTIONMEMO_H
#define GPUPERF_ANALYSIS_PREDICT_PREDICTIONMEMO_H

#include "analysis/Launch.h"
#include "analysis/predict/Prediction.h"
#include "gpumodel/GpuModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace gpuperf {

struct PredictOptions;

class PredictionMemo {
public:
  /// Launches of \p Kernel are remembered, by its address: copies of it that a
  /// what-if changes are not. The kernel stays alive and unchanged until it is
  /// forgotten.
  void remember(const KernelSummary &Kernel);
  void forget(const KernelSummary &Kernel);
  /// Forgets what names a line of the source: \p Kernel has moved.
  void forgetLines(const KernelSummary &Kernel);
  void clear();

  /// Null: it is not known, or not kept for such options. GPUs are told apart
  /// by name: who changes a GPU clears the memo.
  const Prediction *find(const KernelSummary &Kernel, const Launch &L,
                         const GpuModel &Gpu, const PredictOptions &Options);
  void add(const KernelSummary &Kernel, const Launch &L, const GpuModel &Gpu,
           const PredictOptions &Options, const Prediction &P);

  /// A new analysis begins; drops what the last few did not ask for.
  void nextAnalysis();
  size_t size() const;

private:
  struct Entry {
    std::unique_ptr<const Prediction> P;
    unsigned LastUsed = 0;
  };
  llvm::DenseMap<const KernelSummary *, llvm::StringMap<Entry>> ByKernel;
  unsigned Analysis = 0;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_PREDICTIONMEMO_H
