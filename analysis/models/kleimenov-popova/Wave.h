//===- Wave.h - Time of one wave of blocks ----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kleimenov and Popova 2021, figs. 4 and 5. A level's latency is raised only
// while the launch asks more of the level than its bandwidth. The paper
// multiplies the latency by demand over bandwidth until the time stands still;
// that iteration never overshoots (the time is convex in the latency), and its
// fixed point is the latency at which the time is bytes over bandwidth. It is
// therefore solved for: the paper's step first, then a bracket and false
// position, which neither oscillates nor depends on how slowly the steps
// shrink. Where no latency makes the time long enough (stores only, or no
// memory on the critical path), the time is bytes over bandwidth and the
// latency stays.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_WAVE_H
#define GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_WAVE_H

#include "analysis/models/kleimenov-popova/Tuples.h"

namespace gpuperf {

/// What a wave's time consists of, in the order in which the parts are added.
enum class KpPart : uint8_t {
  Dependences, ///< the main thread's critical path
  Barriers,    ///< its synchronisations
  Issue,       ///< the delays of all warps of a processing block
  Shared,      ///< data-phase passes of shared memory (not in the paper)
  L1,
  L2,
  Dram,
  Uncoalesced
};
inline constexpr unsigned NumKpParts = 8;
llvm::StringRef kpPartName(KpPart P);

/// One latency that was raised.
struct KpRaise {
  KpLevel Level = KpLevel::L1;
  double FromCycles = 0, ToCycles = 0; ///< equal: the latency could not do it
  double CyclesBefore = 0, CyclesAfter = 0;
  unsigned Evaluations = 0;
};

struct KpWave {
  double Blocks = 0;
  double Cycles = 0;
  double AverageLatency = 0; ///< of a load, at the end
  /// What each part added; they sum to Cycles.
  std::array<double, NumKpParts> Parts{};
  /// What the time rests on: the part that was added last.
  KpPart Binding = KpPart::Dependences;
  double IssueCycles = 0; ///< delays of the fullest processing block
  llvm::SmallVector<KpRaise, 4> Raises;
};

/// \p Blocks run at once, spread evenly; \p GridBlocks have Kernel's bytes.
KpWave kpWave(const KpGpu &Gpu, KpKernel &Kernel, double Blocks,
              double GridBlocks);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_WAVE_H
