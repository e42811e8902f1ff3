//===- GpuAtClock.h - A GPU whose SMs run at a certain clock ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_GPUATCLOCK_H
#define GPUPERF_ANALYSIS_PREDICT_GPUATCLOCK_H

#include "analysis/LaunchConditions.h"
#include "gpumodel/GpuModel.h"

namespace gpuperf {

/// \p Gpu as it is when its SMs run at \p At. All that is counted in clocks of
/// the SM follows (issue, the units of an SM, L1, shared memory and L2); DRAM
/// keeps its bandwidth. An error if the base clock is asked for and the GPU's
/// file does not have it.
llvm::Expected<GpuModel> gpuAtClock(const GpuModel &Gpu, const Clock &At);

/// Megahertz of the SMs of \p Gpu at \p At; 0: the file does not say.
double clockMhz(const GpuModel &Gpu, const Clock &At);

/// "at the base clock, 1440 MHz"; empty for the boost clock, for which every
/// prediction is made unless another one is asked for.
std::string clockText(const GpuModel &Gpu, const Clock &At);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_GPUATCLOCK_H
