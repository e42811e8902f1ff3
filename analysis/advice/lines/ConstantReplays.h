//===- ConstantReplays.h - Constant memory read lane by lane ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache of constant memory hands out one word at a time, to all lanes that
// ask for it. A load whose lanes ask for several words is issued again for each
// of them (CUDA C++ Best Practices Guide, Constant Memory), which shared memory
// serves at once where their banks differ.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_CONSTANTREPLAYS_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_CONSTANTREPLAYS_H

#include "analysis/Launch.h"
#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// One finding for each array of constant memory that the lanes of a warp read
/// at several places, at the line that costs most. The launch is predicted
/// again with the array in shared memory; the copy that fills it is not
/// counted.
std::vector<LineFinding> findConstantReplays(const KernelSummary &K,
                                             const Launch &L,
                                             const GpuModel &Gpu,
                                             const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_CONSTANTREPLAYS_H
