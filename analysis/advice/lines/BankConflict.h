//===- BankConflict.h - Lanes that meet in a bank ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_BANKCONFLICT_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_BANKCONFLICT_H

#include "analysis/Launch.h"
#include "analysis/advice/lines/LineFinding.h"

namespace gpuperf {

/// True if lanes of a warp meet in the banks of shared memory, wherever the
/// array starts. False where data decides over the addresses, and for atomics.
bool hasBankConflict(const KernelSummary &K, const WarpProfile &P, AccessId Id);

/// Bank conflicts of the launch of \p P: one finding per shared array, at the
/// line that loses most, with the time that the launch gains without those of
/// the whole array (its lines are padded together). Silent on consecutive
/// elements of a thread that are loaded together and then hardly meet.
std::vector<LineFinding> findBankConflicts(const KernelSummary &K,
                                           const Launch &L, const GpuModel &Gpu,
                                           const Prediction &P);

/// A shared array with longer rows.
struct Padding {
  unsigned Elements = 0; ///< added to each row
  Estimate WithoutUs;    ///< the launch with it, occupancy included
};

/// The fewest elements that, added to every row of shared variable \p Variable,
/// free it of bank conflicts, at least of nine in ten passes. \p RowBytes:
/// bytes of its innermost dimension as it is. Nothing where that is not proven:
/// every access has to stay in its row for all threads and iterations, so that
/// row and column can be told from the address.
std::optional<Padding> findPadding(const KernelSummary &K, const Launch &L,
                                   const GpuModel &Gpu, const Prediction &P,
                                   uint32_t Variable, uint64_t RowBytes,
                                   uint64_t ElementBytes);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_BANKCONFLICT_H
