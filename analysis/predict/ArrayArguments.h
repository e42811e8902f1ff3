//===- ArrayArguments.h - Sizes that arrays of fixed size tell --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `float Best[16]; for (i = 0; i < k; ++i) Best[i] = ...` is only right for a k
// of 16 or less. Where nobody says k, the array does.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_ARRAYARGUMENTS_H
#define GPUPERF_ANALYSIS_PREDICT_ARRAYARGUMENTS_H

#include "analysis/Launch.h"
#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// An argument, by its index, and the value that it has at most.
struct ArgumentLimit {
  unsigned Index = 0;
  int64_t Most = 0;
};

/// The arguments of \p L that are larger than the arrays allow: loops that they
/// bound come to elements behind the end of a variable of fixed size (shared,
/// local or global). Only integers of which \p IsOpen says that their value may
/// be another one. Arguments that bound the loops of one access together, as in
/// `Tile[row * 8 + column]`, get one common limit. Accesses that a branch in
/// the loop may leave out say nothing.
llvm::SmallVector<ArgumentLimit, 2>
argumentsBeyondArrays(const KernelSummary &Kernel, const Launch &L,
                      llvm::function_ref<bool(unsigned Index)> IsOpen);

/// Gives arguments of \p L that are defaults (Provenance::Unknown) and larger
/// than the arrays allow their limit, and Provenance::Array.
void takeArgumentsFromArrays(const KernelSummary &Kernel, Launch &L);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_ARRAYARGUMENTS_H
