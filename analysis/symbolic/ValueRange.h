//===- ValueRange.h - Between which numbers a value is ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SYMBOLIC_VALUERANGE_H
#define GPUPERF_ANALYSIS_SYMBOLIC_VALUERANGE_H

#include "analysis/symbolic/SymExpr.h"

namespace gpuperf {

struct ValueRange {
  int64_t Lo = 0, Hi = 0; ///< both may occur
};

/// The range of \p Id over all threads of a launch and whatever the data are,
/// as far as the operations say: `data & 255` is 0 to 255. None where nothing
/// limits it, or a loop's counter is a part of it.
std::optional<ValueRange> rangeOf(const ExprPool &Pool, ExprId Id,
                                  const Launch &TheLaunch);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SYMBOLIC_VALUERANGE_H
