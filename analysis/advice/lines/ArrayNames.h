//===- ArrayNames.h - What accesses are to, in words ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_LINES_ARRAYNAMES_H
#define GPUPERF_ANALYSIS_ADVICE_LINES_ARRAYNAMES_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// As written: without the function that it is declared in, and without the
/// suffix that inlining adds.
std::string nameInSource(const Variable &V);

/// "'a'", "'a' and 'b'", "'a', 'b', 'c' and 2 more arrays": \p Names, each
/// once.
std::string listArrays(llvm::ArrayRef<std::string> Names);

/// The pointer arguments and variables that \p Ids go to, as listArrays names
/// them; empty where one has no name.
std::string arrayNames(const KernelSummary &Kernel,
                       llvm::ArrayRef<AccessId> Ids);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_LINES_ARRAYNAMES_H
