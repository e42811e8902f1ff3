//===- Schedule.h - Instructions as the assembler orders them ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimiser's text has a load where the source has it; an in-order machine
// that met it there would wait for each in turn. The assembler moves what has
// the longest way to the end of its basic block to the front: loads first. A
// list schedule by height, under the order that memory demands.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_PATH_SCHEDULE_H
#define GPUPERF_ANALYSIS_MODELS_PATH_SCHEDULE_H

#include "analysis/models/path/CriticalPath.h"

namespace gpuperf {

/// The instructions of \p B, phis first and the terminator last, in the order
/// of a list schedule with the latencies of \p Costs. A load does not pass a
/// store of the same space that may touch the same place; nothing that touches
/// memory passes a barrier, a fence, an atomic, a call, or a division or root
/// that is rounded correctly.
llvm::SmallVector<InstrId, 8> scheduleBlock(const KernelSummary &Kernel,
                                            const Block &B,
                                            const PathCosts<double> &Costs);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_PATH_SCHEDULE_H
