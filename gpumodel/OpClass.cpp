//===- OpClass.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/OpClass.h"

using namespace gpuperf;

namespace {
struct OpInfo {
  llvm::StringLiteral Key;
  ThroughputRow Row;
};

constexpr OpInfo Infos[] = {
#define OP(Enumerator, Key, Row) {llvm::StringLiteral(Key), ThroughputRow::Row},
#include "gpumodel/OpClass.def"
};

constexpr llvm::StringLiteral RowKeys[] = {
    "fp16_add_mul_fma",
    "fp32_add_mul_fma",
    "fp64_add_mul_fma",
    "sfu_rcp_rsqrt_lg2_ex2_sin_cos",
    "int32_add_sub",
    "int32_mul_mad",
    "int32_shift",
    "compare_min_max",
    "int32_bfe_bfi",
    "int32_brev",
    "bitwise_and_or_xor",
    "clz_bfind",
    "popc",
    "warp_shuffle",
    "warp_vote",
    "warp_reduce",
    "sad",
    "cvt_8_16bit_int_to_32",
    "cvt_from_to_64bit",
    "cvt_other_32",
    "syncthreads_ops",
    "atomic_shared",
    "atomic_global",
    "tensor_f16",
    "tensor_f16_half_sum",
    "tensor_tf32",
    "tensor_int8",
    "tensor_fp8",
    "tensor_fp4",
    "tensor_fp64",
    "tensor_fp32",
    "tensor_async",
};
static_assert(std::size(RowKeys) == NumThroughputRows);
} // namespace

llvm::StringRef gpuperf::opClassKey(OpClass Op) {
  return Infos[static_cast<unsigned>(Op)].Key;
}

std::optional<OpClass> gpuperf::opClassFromKey(llvm::StringRef Key) {
  for (unsigned I = 0; I < NumOpClasses; ++I)
    if (Infos[I].Key == Key)
      return static_cast<OpClass>(I);
  return std::nullopt;
}

ThroughputRow gpuperf::throughputRowOf(OpClass Op) {
  return Infos[static_cast<unsigned>(Op)].Row;
}

llvm::StringRef gpuperf::throughputRowKey(ThroughputRow Row) {
  if (Row == ThroughputRow::None)
    return "none";
  return RowKeys[static_cast<unsigned>(Row)];
}

unsigned gpuperf::multiplyAddsOf(OpClass Op) {
  switch (Op) {
  case OpClass::TensorMma:
  case OpClass::TensorHalfSum:
  case OpClass::TensorAsync:
    return 16 * 8 * 16;
  case OpClass::TensorTf32:
    return 16 * 8 * 8;
  case OpClass::TensorInt8:
  case OpClass::TensorFp8:
    return 16 * 8 * 32;
  case OpClass::TensorFp4:
    return 16 * 8 * 64;
  case OpClass::TensorFp64:
  case OpClass::TensorFp32:
    return 8 * 8 * 4;
  default:
    return 0;
  }
}
