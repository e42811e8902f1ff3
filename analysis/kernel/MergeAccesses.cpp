//===- MergeAccesses.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/MergeAccesses.h"

using namespace gpuperf;

void gpuperf::mergeVectorAccesses(KernelSummary &K) { (void)K; }
