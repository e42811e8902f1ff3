//===- PredictionMemo.h - Predictions that were made before -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor asks for the analysis of a file after each edit, and most kernels
// and launches are what they were before it. The memo keeps their predictions.
// It is not thread-safe: one analysis at a time uses it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_PREDICTIONMEMO_H
#define GPUPERF_ANALYSIS_PREDICT_PREDICTIONMEMO_H

#include "analysis/predict/PredictionCache.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace gpuperf {

class PredictionMemo final : public PredictionCache {
public:
  /// Analyses that an answer outlives its last use: an edit that is undone
  /// finds it again.
  static constexpr unsigned KeptAnalyses = 8;

  /// Predictions of \p Kernel are kept from now on. The kernel is known by its
  /// address, so that a changed copy, of which somebody asks what would be if,
  /// is another kernel. It stays alive and unchanged until it is forgotten.
  void remember(const KernelSummary &Kernel);
  void forget(const KernelSummary &Kernel);
  /// Forgets the predictions that name a line of the source: \p Kernel has
  /// moved to other lines.
  void forgetLines(const KernelSummary &Kernel);
  void clear();

  /// GPUs are told apart by name: who changes a GPU clears the memo.
  const Prediction *find(const KernelSummary &Kernel, const Launch &L,
                         const GpuModel &Gpu,
                         const PredictOptions &Options) override;
  void add(const KernelSummary &Kernel, const Launch &L, const GpuModel &Gpu,
           const PredictOptions &Options, const Prediction &P) override;

  /// A new analysis begins; drops what the last KeptAnalyses did not ask for.
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
