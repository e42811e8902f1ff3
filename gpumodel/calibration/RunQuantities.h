//===- RunQuantities.h - Figures from one run or many -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_RUNQUANTITIES_H
#define GPUPERF_GPUMODEL_CALIBRATION_RUNQUANTITIES_H

#include "gpumodel/GpuModel.h"
#include "gpumodel/calibration/ResultsJson.h"

namespace gpuperf::calibration {

/// A quantity over all runs.
struct Figure {
  /// The median over the runs, with the extremes as low and high. Not ok where
  /// the self-check failed in every run.
  Quantity Q;
  FactStatus Status = FactStatus::Measured;
  std::string Source; ///< for the GPU file
  /// Run and value, of those that passed their self-check.
  std::vector<std::pair<size_t, double>> PerRun;
};

/// An error for runs on different kinds of GPUs, as a GPU file describes one
/// kind.
llvm::Error checkSameKind(llvm::ArrayRef<ResultsRun> Runs);

/// What follows from the curves of all runs, in the order of the first run.
/// Quick runs count only where there is no full one. \p Notes says where
/// recorded quantities differ, what failed on some GPUs only, and what was
/// skipped.
std::vector<Figure> figuresOf(llvm::ArrayRef<ResultsRun> Runs,
                              std::vector<std::string> &Notes);

/// How far the figures of this run, or those of one benchmark in it, can be
/// trusted: emulated and published ones were not measured.
FactStatus statusOf(const ResultsRun &Run);
FactStatus statusOf(const ResultsRun &Run, llvm::StringRef Benchmark);

/// The identity of the GPU of a run: the recorded hash, else the name of the
/// file.
std::string identityOf(const ResultsRun &Run);

/// "rank 3 (4f2a...)": a GPU among several.
std::string gpuText(const ResultsRun &Run);

/// How many different GPUs there are among \p Runs.
size_t gpuCount(llvm::ArrayRef<ResultsRun> Runs);

/// The last digit to which a value with this spread is rounded: the second
/// uncertain one, but at most four digits in all, and no fraction of whole
/// numbers.
double roundingStep(double Value, double Low, double High, bool Whole);
double rounded(double Value, double Low, double High, bool Whole);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_RUNQUANTITIES_H
