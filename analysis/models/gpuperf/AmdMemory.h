//===- AmdMemory.h - What memory costs on AMD's GPUs ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The terms of Terms.h where AMD's compute units differ from NVIDIA's SMs: the
// vector cache, loads of the scalar unit, and the compiler's waits.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_GPUPERF_AMDMEMORY_H
#define GPUPERF_ANALYSIS_MODELS_GPUPERF_AMDMEMORY_H

#include "analysis/kernel/KernelSummary.h"
#include "analysis/warp/WarpProfile.h"
#include "gpumodel/GpuModel.h"
#include "gpumodel/MemoryRates.h"
#include <vector>

namespace gpuperf {

/// Clocks of the vector cache for a request of \p Bytes a lane. It takes the
/// addresses of some lanes a clock (16), active or not, \p Turn clocks in all,
/// and reads a line of its own a clock, so that 16 words that begin in the
/// middle of a line take two.
double vectorCacheTurns(const GpuModel &Gpu, const AccessProfile &AP,
                        double Bytes, double Turn);

/// The blocks that a store, or what else may change global memory, is on the
/// way to, or in: the scalar unit, whose cache does not see it, loads nothing
/// there.
std::vector<bool> blocksAfterStores(const KernelSummary &K);

/// Cycles of the waits for all that a wavefront has asked memory for, one after
/// the other, as the compiler has put them. Each is as long as that of a mean
/// load; what was spilled is written to the L2.
double drainCycles(const KernelSummary &K, const WarpProfile &Profile,
                   const MemoryRates &Rates);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_GPUPERF_AMDMEMORY_H
