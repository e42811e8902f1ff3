//===- RegisterTile.h - Several results of one thread -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LOOPS_REGISTERTILE_H
#define GPUPERF_ANALYSIS_ADVICE_LOOPS_REGISTERTILE_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/ArrayRef.h"

namespace gpuperf {

/// Whether a thread already adds each value of the loads \p Shared to several
/// results of \p Loop: a tile of results in registers. The real and the
/// imaginary part of one product, to which all of its operands add, are one
/// result.
bool isInRegisterTile(const KernelSummary &Kernel, LoopId Loop,
                      llvm::ArrayRef<AccessId> Shared);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LOOPS_REGISTERTILE_H
