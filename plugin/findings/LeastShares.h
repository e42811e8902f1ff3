//===- LeastShares.h - What a cost is at every size -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_LEASTSHARES_H
#define GPUPERF_PLUGIN_FINDINGS_LEASTSHARES_H

#include "analysis/advice/lines/LineFinding.h"
#include "plugin/analyze/FileAnalysis.h"
#include "plugin/findings/OtherSizes.h"
#include <memory>

namespace gpuperf {

/// The costs of one launch on one GPU that a check looks for; the prediction
/// and the kernel are there.
using FindLineCosts = llvm::function_ref<std::vector<LineFinding>(
    const LaunchAnswer &, const GpuAnswer &, const GpuModel &)>;

/// What can be said of a cost without knowing the sizes of its launch.
struct LeastShare {
  double Percent = 0; ///< of the launch's time, at the least
  /// "n and d are 512 or more": the sizes for which that holds; empty: for all.
  std::string OnlyWhere;
  /// Grids that grow with an open size have so many threads at least.
  uint64_t Threads = FillingThreads;
};

/// The costs of one launch on one GPU, with what they are at other sizes. These
/// are predicted when the first is asked for. The arguments have to outlive it.
class LeastShares {
public:
  LeastShares(const LaunchAnswer &Answer, const GpuAnswer &On,
              const GpuModel &Gpu, const HostBindings &Assume,
              const PredictOptions &Predict, FindLineCosts Find);
  ~LeastShares();

  /// The costs of the launch as it was asked for. Where the source gives the
  /// grid, but not the one size that the grid shares, so that its threads have
  /// hardly an element each, they are those at a larger size.
  const std::vector<LineFinding> &found() const;
  /// Whether the source leaves sizes open.
  bool isOpen() const;
  /// The least share of the time that goes with \p Found at any plausible size;
  /// 0 where that cannot be told. Where that is less than \p Wanted percent,
  /// the same of large sizes.
  LeastShare of(const LineFinding &Found, double Wanted);

private:
  class OtherSizes;
  std::unique_ptr<OtherSizes> Others;
  std::optional<GpuAnswer> Larger;
  std::vector<LineFinding> Costs;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LEASTSHARES_H
