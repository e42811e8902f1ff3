//===- SizeAdvice.h - Advice where the problem size is not known ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a grid has (n + 255) / 256 blocks and n comes from outside, the advice
// is computed at a few sizes of a plausible range. It is given only if it holds
// over the whole range, or together with the size from which on, or up to
// which, it holds.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SIZEADVICE_H
#define GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SIZEADVICE_H

#include "analysis/advice/launches/LaunchAdvice.h"

namespace gpuperf {

/// The launch, arguments included, that the source makes for a given problem
/// size and block. It is monotone in the size. Nothing where the source makes
/// none.
using LaunchOfSize =
    llvm::function_ref<std::optional<Launch>(const Dim3 &Block, uint64_t Size)>;

/// Problem sizes, both ends included, in whatever unit LaunchOfSize takes.
/// Those that are not plausible (Plausible.h) are left out.
struct SizeRange {
  uint64_t Least = uint64_t(1) << 10, Most = uint64_t(1) << 26;
};

/// How one block compares with the one in the source at one size; of several
/// GPUs, on the one that gains least.
struct SizePoint {
  uint64_t Size = 0;
  double Threads = 0; ///< of the launch with the block that is there
  size_t Gpu = 0;     ///< index of the target that the next three are of
  double AskedUs = 0, TimeUs = 0;
  Change To;
  bool Gains = false;  ///< on some GPU, by more than the band and least gain
  bool Slower = false; ///< on some GPU, by more than nobody would call it
};

struct SizeAdvice {
  enum class Holds : uint8_t {
    Nowhere,    ///< no advice
    Everywhere, ///< a gain at every size
    Below,      ///< a gain below Crossover
    From        ///< a gain from Crossover on
  } Where = Holds::Nowhere;
  Dim3 Block; ///< the block to change to
  /// Where the gain ends or begins, two digits: "below n = 40,000".
  uint64_t Crossover = 0;
  /// Threads of the launch with the block that is there at Crossover, about.
  double CrossoverThreads = 0;
  /// On the other side of the crossover the asked block is predicted faster;
  /// else the two cannot be told apart there.
  bool SlowerBeyond = false;
  /// Of that block, by size.
  std::vector<SizePoint> Points;
  /// Least and greatest factor from the first size that gains to the last one.
  double LeastSpeedup = 1, MostSpeedup = 1;
  /// At the largest size that gains, as LaunchAdvice::Reason.
  std::string Reason;
  /// Why nothing can be said at all, one sentence.
  std::string WhyNot;
};

SizeAdvice adviseOverSizes(llvm::ArrayRef<AdviceTarget> Targets,
                           const Dim3 &AskedBlock, LaunchOfSize Derive,
                           SizeRange Range = {},
                           const AdviceOptions &Options = {});

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_SIZEADVICE_H
