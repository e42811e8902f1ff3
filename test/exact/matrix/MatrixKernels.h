//===- MatrixKernels.h - Products of all layouts, by a seed -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_MATRIX_MATRIXKERNELS_H
#define GPUPERF_TEST_EXACT_MATRIX_MATRIXKERNELS_H

#include "test/exact/Generated.h"

namespace gpuperf::exact {

/// Matrix products of random tiles, swizzles, paddings, sizes of copies and
/// stages, by mma.sync, ldmatrix and cp.async. Each launch checks what it has
/// computed, so that a tile that is not read as it was written is found.
std::vector<GeneratedFile> generateProducts(unsigned Kernels, uint64_t Seed);

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_MATRIX_MATRIXKERNELS_H
