//===- TensorProduct.cu - Warp-wide matrix product ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next warp-wide matrix product use the
// accumulators of the last one, and how many multiply-adds does an SM do per
// clock that way?
//
// Method: mma.sync m16n8k16, halves into floats; chains through the
// accumulators and independent streams, see Operations.h.
//
// Pitfalls: sm_90 and later reach their peak only with instructions of four
// warps (wgmma, tcgen05): this is the rate of mma.sync, which portable kernels
// use; sm_75 has other shapes and is left out.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {

void runTensorProduct(Context &Ctx) {
  OperationMemory Memory;
  measureOperation<TensorMma>(Ctx, Memory);
  noteNothing(Ctx);
}

} // namespace gpuperf::micro
