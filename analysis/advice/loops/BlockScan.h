//===- BlockScan.h - Scans that wait at every step --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (d = 1; d < blockDim.x; d *= 2)` adds to the element of each thread the
// one that is d before it, in shared memory: all warps wait for each other
// twice a step. Within a warp, shuffles need no barrier.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_BLOCKSCAN_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_BLOCKSCAN_H

#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// The loops of \p Kernel that are such scans over a whole block of one
/// dimension, wherever they stand.
std::vector<LineFinding> findBlockScans(const KernelSummary &Kernel,
                                        const Launch &L, const GpuModel &Gpu,
                                        const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_BLOCKSCAN_H
