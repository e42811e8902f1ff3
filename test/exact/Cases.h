//===- Cases.h - The launches that are checked ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_CASES_H
#define GPUPERF_TEST_EXACT_CASES_H

#include "test/exact/Experiment.h"

namespace gpuperf::exact {

/// Launches in which nothing depends on data: their counts must be exact.
std::vector<Case> exactCases();

/// Block shapes and tiles whose warps differ: what samples of them may miss.
std::vector<Case> samplingCases();

/// Launches large enough to fill small caches.
std::vector<Case> cacheCases();

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_CASES_H
