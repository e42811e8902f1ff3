//===- FragmentKernels.h - Products by wmma, by a seed ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_MATRIX_FRAGMENTKERNELS_H
#define GPUPERF_TEST_EXACT_MATRIX_FRAGMENTKERNELS_H

#include "test/exact/Generated.h"

namespace gpuperf::exact {

/// Matrix products by wmma, with operands of global or shared memory, by rows
/// or columns, paddings, and sums that come from memory and go through shared
/// memory or not. Each launch checks what it has computed.
std::vector<GeneratedFile> generateFragmentProducts(unsigned Kernels,
                                                    uint64_t Seed);

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_MATRIX_FRAGMENTKERNELS_H
