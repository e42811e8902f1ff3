//===- Terms.h - What a launch asks of each resource ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our own model, first half: cycles that a block keeps each resource of its SM
// busy, cycles that the launch keeps each shared resource busy, and the cycles
// that a block takes when nobody is in its way. No term knows of another.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_GPUPERF_TERMS_H
#define GPUPERF_ANALYSIS_MODELS_GPUPERF_TERMS_H

#include "analysis/models/Model.h"
#include "analysis/models/gpuperf/Resource.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

struct GpuperfTerms {
  double ClockMhz = 0, SmCount = 1;
  double WarpsPerBlock = 1, SchedulersPerSm = 1;
  bool OneFp64Pipe = false; ///< that all schedulers of an SM share
  /// All products of the launch are such as the tensor cores of an SM do
  /// together, whichever warp asks for them.
  bool OneTensorPipe = true;
  /// All arithmetic of a scheduler goes through one unit, so that its times add
  /// up: AMD's SIMDs.
  bool OneVectorUnit = false;
  /// Per block on its SM: mean over the blocks of the launch.
  PerResource BlockCycles{};
  /// The same of the block that issues the most.
  PerResource LongestBlockCycles{};
  /// Resources of the whole GPU (L2, DRAM, atomics in L2): per launch.
  PerResource LaunchCycles{};
  /// A block by itself: the dependence path of a mean warp and of the longest.
  double MeanPathCycles = 0, LongestPathCycles = 0;
  /// Of BlockCycles of shared memory: loads whose values products of the same
  /// iteration multiply.
  double OperandCycles = 0;
  /// Of MeanPathCycles: waits for copies into shared memory.
  double CopyWaitCycles = 0;
  /// From a block's end until another one in its place issues.
  double TurnaroundCycles = 0;
  /// What the first and the last memory access of a launch add.
  double RampCycles = 0;
  /// Before the first instruction: what the launch itself has to fetch from
  /// DRAM where a profiler has emptied the caches.
  double ColdStartCycles = 0;
  AssumptionSet Why;
};

llvm::Expected<GpuperfTerms> gpuperfTerms(const KernelSummary &Kernel,
                                          const Launch &L, const GpuModel &Gpu,
                                          const WarpProfile &Profile);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_GPUPERF_TERMS_H
