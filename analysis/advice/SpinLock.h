//===- SpinLock.h - Threads that wait for one another's locks ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_SPINLOCK_H
#define GPUPERF_ANALYSIS_ADVICE_SPINLOCK_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Whether a loop of \p Kernel takes a lock in each of its iterations, as with
/// while (atomicCAS(lock, 0, 1) != 0). How long threads wait for each other
/// then is not known, and more of them wait longer. An exchange of values that
/// the thread has computed is no lock: it is how a sum of doubles is made of
/// compare and swap.
bool locksInLoop(const KernelSummary &Kernel);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_SPINLOCK_H
