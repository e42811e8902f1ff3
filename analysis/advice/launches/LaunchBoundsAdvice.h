//===- LaunchBoundsAdvice.h - Bounds that lift the occupancy ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In two steps, as ptxas has to be asked between them: which bound would be
// worth it if the registers could be had, and what ptxas makes of it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LAUNCHES_LAUNCHBOUNDSADVICE_H
#define GPUPERF_ANALYSIS_ADVICE_LAUNCHES_LAUNCHBOUNDSADVICE_H

#include "analysis/predict/PredictLaunch.h"
#include "analysis/registers/Registers.h"

namespace gpuperf {

/// __launch_bounds__(Threads, MinBlocks).
struct LaunchBounds {
  unsigned Threads = 0;
  unsigned MinBlocks = 0; ///< 0: only the first
  bool operator==(const LaunchBounds &) const = default;
};

/// The bounds under which one block more fits on an SM, where the registers
/// that ptxas counted forbid it; or, where a bound above the block that is
/// launched makes ptxas spill, the bound by that block. Nothing where the best
/// that could come of it is not worth \p MinGainPercent, and for a kernel that
/// asks for a number of blocks already.
std::optional<LaunchBounds> wantedBounds(const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu,
                                         const Prediction &P,
                                         double MinGainPercent);

/// PTX with the bounds on one kernel in place of those it has; empty if there
/// is no such kernel.
std::string ptxWithBounds(llvm::StringRef Ptx, llvm::StringRef Mangled,
                          LaunchBounds Bounds);

struct LaunchBoundsGain {
  unsigned RegistersNow = 0, RegistersThen = 0;
  uint64_t SpillBytesNow = 0;
  unsigned WarpsPerSm = 0, WarpsThen = 0, MaxWarpsPerSm = 0;
  Estimate TimeUs, WithoutUs;
};

/// What is gained with what ptxas made of the bounds; nothing if it spills.
std::optional<LaunchBoundsGain>
gainOfBounds(const KernelSummary &Kernel, const Launch &L, const GpuModel &Gpu,
             const Prediction &P, const RegisterUse &Bounded);

/// The launch with so many registers per thread; nothing where the model gives
/// no time for that.
std::optional<Prediction> predictWithRegisters(const KernelSummary &Kernel,
                                               const Launch &L,
                                               const GpuModel &Gpu,
                                               const Prediction &P,
                                               double Registers);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LAUNCHES_LAUNCHBOUNDSADVICE_H
