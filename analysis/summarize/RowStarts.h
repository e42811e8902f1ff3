//===- RowStarts.h - Loops from one row's begin to the next -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `for (j = begin[i]; j < begin[i + 1]; ++j) use(value[j]);` data say how
// often the loop runs, but the sizes of both arrays say how often in the mean:
// the rows are stored one after the other, and all of them fill the array.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_ROWSTARTS_H
#define GPUPERF_ANALYSIS_SUMMARIZE_ROWSTARTS_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// Fills KernelSummary::RowStarts. A count that depends on data but on no row's
/// begin and end is taken out of KernelLoop::TakenOfData, for nothing is known
/// of it.
void findRowStarts(KernelSummary &Kernel);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_ROWSTARTS_H
