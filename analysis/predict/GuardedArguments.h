//===- GuardedArguments.h - Sizes that the grid tells -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that begins with `if (i < n)` is launched with as many threads as
// there are elements, or with up to a block more. Where nobody says n, the grid
// does.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_GUARDEDARGUMENTS_H
#define GPUPERF_ANALYSIS_PREDICT_GUARDEDARGUMENTS_H

#include "analysis/Launch.h"
#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Gives arguments of \p L that are defaults (Provenance::Unknown) the least
/// value with which every thread of the grid passes the guards that compare its
/// index with them, and Provenance::Grid. Arguments that stand in one guard
/// together, as in `i < rows * columns`, get one common value. Arguments that
/// no guard shows are left as they are, and so are those with which the last
/// block has work already and the grid is not too small, or a loop brings the
/// threads to what is beyond it.
void takeArgumentsFromGrid(const KernelSummary &Kernel, Launch &L);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_GUARDEDARGUMENTS_H
