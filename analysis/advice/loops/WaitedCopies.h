//===- WaitedCopies.h - Tiles that a loop waits for -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that copies a tile from global into shared memory, waits until it is
// there and computes on it: nothing is on its way while it computes, and
// nothing is computed while it waits. GPUs from sm_80 on copy asynchronously
// (cp.async), so that the next tile can arrive in a second buffer meanwhile.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_WAITEDCOPIES_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_WAITEDCOPIES_H

#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// One finding for each such loop of \p K. The launch is predicted again with
/// every copy asked for one iteration before it is waited for, and with a
/// second buffer of the arrays in shared memory; where copies are asynchronous
/// already, with up to three more iterations and buffers than it has. Left out
/// are copies of values that are computed with on the way, of a size that
/// cp.async does not take, from addresses that data decide, and from arrays
/// that the loop writes.
std::vector<LineFinding> findWaitedCopies(const KernelSummary &K,
                                          const Launch &L, const GpuModel &Gpu,
                                          const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_WAITEDCOPIES_H
