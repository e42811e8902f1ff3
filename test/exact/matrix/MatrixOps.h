//===- MatrixOps.h - What warps do with matrices, on the CPU ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix, stmatrix and mma.sync as the PTX manual defines them, with the
// elements where it says that each lane has them, and asynchronous copies,
// which are done when they are waited for.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_MATRIX_MATRIXOPS_H
#define GPUPERF_TEST_EXACT_MATRIX_MATRIXOPS_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class CallInst;
class Instruction;
class Value;
} // namespace llvm

namespace gpuperf::exact {

class Machine;

/// Of a matrix of 8 x 8 elements of two bytes, whose rows lanes name.
inline constexpr uint32_t MatrixRows = 8, MatrixRowBytes = 16;

struct MatricesMoved {
  bool IsLoad = true, Transposed = false;
  unsigned Count = 1;
};

/// What \p I moves, where it is an ldmatrix or an stmatrix.
std::optional<MatricesMoved> matricesMoved(const llvm::Instruction &I);

/// Bytes of a copy from global to shared memory that the thread goes on beside;
/// 0 for all else.
uint32_t bytesOfAsyncCopy(const llvm::Instruction &I);

/// Whether \p Call is one of the above, a wait for copies or an mma.sync.
bool isMatrixOp(const llvm::CallInst &Call);

/// What stands for the value of \p Call, a call of \p M instead; nothing if
/// there is no such call.
llvm::Value *replaceMatrixOp(llvm::CallInst &Call, Machine &M);

/// Name and address of what replaced code calls.
std::vector<std::pair<std::string, void *>> matrixCalls();

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_MATRIX_MATRIXOPS_H
