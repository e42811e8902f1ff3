//===- Sweep.h - One launch with every other block --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_SWEEP_H
#define GPUPERF_PLUGIN_CLI_SWEEP_H

#include "analysis/advice/launches/LaunchAdvice.h"
#include "plugin/cli/Answers.h"

namespace gpuperf {

/// A launch on one GPU with all candidate blocks that cover the same threads.
struct Sweep {
  std::string File; ///< file mode only
  unsigned Line = 0, Column = 0;
  std::string Kernel, Gpu;
  Launch Asked;
  GpuAdvice OfAll; ///< every candidate, whatever it computes
  /// The advice for this GPU among the blocks that are proven to compute the
  /// same.
  LaunchAdvice Advice;
  /// Why no other block is proven to compute the same, a clause.
  std::string NotProven;
  std::vector<bool> SameResult;     ///< by rank: proven
  std::vector<LaunchCounts> Counts; ///< by rank
  std::string WhyNot;               ///< set: there is no sweep

  llvm::ArrayRef<RankedLaunch> ranked() const { return OfAll.Ranked; }
  bool isAsked(const RankedLaunch &R) const { return R.L.Block == Asked.Block; }
  bool isRecommended(const RankedLaunch &R) const {
    return Advice.Recommended && R.L.Block == Advice.Recommended->Block;
  }
};

Sweep makeSweep(const KernelSummary &Kernel, const Launch &Asked,
                const GpuModel &Gpu, const PredictOptions &Options);

/// The advice in one or two sentences, without a line end.
std::string adviceSentence(const Sweep &S);

void printSweepText(llvm::raw_ostream &OS, const Sweep &S);
/// One picture, a panel per sweep.
void printSweepSvg(llvm::raw_ostream &OS, llvm::ArrayRef<Sweep> Sweeps);
/// The best \p Most candidates and the asked one, for pictures: objects with
/// block, time_us, time_us_low, time_us_high, asked, recommended, same_result.
llvm::json::Array shortSweep(const Sweep &S, size_t Most);
/// Every candidate as an answer, with its rank and what is advised.
std::vector<Answer> answersOfSweep(const Sweep &S);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_SWEEP_H
