//===- TensorMemory.h - What tcgen05 moves and computes ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blackwell's GPUs for data centres keep the sums of matrix products in a
// memory of their own, the tensor memory of an SM: 128 lanes of 512 words. One
// thread asks for a product (tcgen05.mma) whose operands lie in shared memory
// and tensor memory, and warps load and store its words (tcgen05.ld, .st). What
// a product's shape is stands in a descriptor, a number that it is given.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_TENSOR_TENSORMEMORY_H
#define GPUPERF_ANALYSIS_MACHINE_TENSOR_TENSORMEMORY_H

#include <optional>

namespace llvm {
class CallBase;
class DataLayout;
} // namespace llvm

namespace gpuperf {

/// A matrix product of one or two SMs, tcgen05.mma.
struct TensorMemoryProduct {
  /// The descriptor is a known number. Else the product is taken as one of
  /// 128 x 128.
  bool ShapeIsKnown = false;
  /// Clocks for which it keeps a tensor pipe busy; of a product of two SMs
  /// (.cta_group::2), which one block asks for, those of both pipes.
  unsigned PipeCycles = 0;
  /// Bytes of its operands in shared memory; of two SMs those of both.
  unsigned SharedBytes = 0;
};

/// The product that \p Call, inline PTX, asks for; nothing if it is none.
std::optional<TensorMemoryProduct>
tensorMemoryProduct(const llvm::CallBase &Call, const llvm::DataLayout &DL);

/// A move of a warp to or from the tensor memory.
struct TensorMemoryMove {
  enum { Load, Store, FromShared } Kind = Load;
  unsigned Bytes = 0;
};

/// The move in \p Call, inline PTX (tcgen05.ld, .st and .cp); nothing if there
/// is none.
std::optional<TensorMemoryMove> tensorMemoryMove(const llvm::CallBase &Call);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_TENSOR_TENSORMEMORY_H
