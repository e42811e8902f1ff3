//===- Fragments.h - wmma on the CPU ----------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of 16 x 16 x 16 halves with sums in single precision. Which element
// a lane has is not told by the PTX manual; here it is as in mma.sync. What one
// load or store accesses is what ptxas makes of it: ldmatrix for operands in
// shared memory, and else four instructions (eight for sums by columns).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_MATRIX_FRAGMENTS_H
#define GPUPERF_TEST_EXACT_MATRIX_FRAGMENTS_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Instruction;
} // namespace llvm

namespace gpuperf::exact {

/// A load or store of all lanes of a warp.
struct FragmentMove {
  enum Matrix : uint32_t { A, B, Sum } Which = A;
  bool IsLoad = true, ByRows = true, InShared = false;

  bool isNamedByRows() const { return InShared && Which != Sum; }
  unsigned parts() const;
  uint32_t bytes() const; ///< of a lane in one part
  /// Lanes that name an address; 0: all, each its own.
  uint32_t namingLanes() const { return isNamedByRows() ? 32 : 0; }

  // As a number, and back.
  uint32_t encoded() const;
  static FragmentMove decoded(uint32_t Number);
};

std::optional<FragmentMove> fragmentMove(const llvm::Instruction &I);
bool isFragmentProduct(const llvm::Instruction &I);

/// Name and address of what instrumented and replaced code calls.
std::vector<std::pair<std::string, void *>> fragmentCalls();

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_MATRIX_FRAGMENTS_H
