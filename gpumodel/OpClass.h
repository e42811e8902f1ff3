//===- OpClass.h - Machine operation classes --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_OPCLASS_H
#define GPUPERF_GPUMODEL_OPCLASS_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace gpuperf {

/// Rows of the CUDA programming guide's arithmetic throughput table
/// (results per clock per SM, by compute capability), and the multiply-adds per
/// clock per SM of the tensor cores, dense.
enum class ThroughputRow : uint8_t {
  Fp16AddMulFma,
  Fp32AddMulFma,
  Fp64AddMulFma,
  Sfu,
  Int32AddSub,
  Int32MulMad,
  Int32Shift,
  CompareMinMax,
  Int32BfeBfi,
  Int32Brev,
  BitwiseLogic,
  ClzBfind,
  Popc,
  WarpShuffle,
  WarpVote,
  WarpReduce,
  Sad,
  Cvt8or16To32,
  CvtFromTo64,
  CvtOther32,
  SyncThreads,
  AtomicShared,
  AtomicGlobal,
  TensorF16,
  TensorF16HalfSum,
  TensorTf32,
  TensorInt8,
  TensorFp8,
  TensorFp4,
  TensorFp64,
  TensorFp32,
  TensorAsync,
  None
};
inline constexpr unsigned NumThroughputRows =
    static_cast<unsigned>(ThroughputRow::None);

/// A class of machine operation; see OpClass.def.
enum class OpClass : uint8_t {
#define OP(Enumerator, Key, Row) Enumerator,
#include "gpumodel/OpClass.def"
};

inline constexpr unsigned NumOpClasses = 0
#define OP(Enumerator, Key, Row) +1
#include "gpumodel/OpClass.def"
    ;

/// The class's name in YAML files and listings, such as "fp32_fma".
llvm::StringRef opClassKey(OpClass Op);
/// The class with that key, if there is one.
std::optional<OpClass> opClassFromKey(llvm::StringRef Key);
/// The throughput row that bounds the class, or ThroughputRow::None.
ThroughputRow throughputRowOf(OpClass Op);
/// The row's key in arch/*.yaml, such as "fp32_add_mul_fma".
llvm::StringRef throughputRowKey(ThroughputRow Row);

/// Multiply-adds of one warp-wide matrix product of the class: that of the
/// machine's own instruction, such as 16 x 8 x 16 for halves. 0: the class is
/// none.
unsigned multiplyAddsOf(OpClass Op);

/// Counts per operation class.
using OpCounts = std::array<double, NumOpClasses>;

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_OPCLASS_H
