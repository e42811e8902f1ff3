//===- LineList.h - Lines as a person names them ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_LINELIST_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_LINELIST_H

#include "analysis/kernel/KernelSummary.h"
#include <string>

namespace gpuperf {

/// The line to show for \p A: where its text stands if that is the file of the
/// kernel, else the line of the kernel that calls it.
SourceLine shownLine(const Access &A);

/// "line 7", "lines 7 and 9", "lines 7, 9 and 11 to 14": ascending, each once,
/// those of \p File only; empty if there is none. Of many, the first are named
/// and the others are counted: "lines 7, 9, 12 and 30 more".
std::string listLines(llvm::ArrayRef<SourceLine> Lines, uint32_t File);

/// The same of \p Ids, without the line of \p Told, which is told anyway.
std::string otherLines(const KernelSummary &K, llvm::ArrayRef<AccessId> Ids,
                       const Access &Told);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_LINELIST_H
