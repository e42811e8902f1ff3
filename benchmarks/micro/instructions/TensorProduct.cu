//===- TensorProduct.cu - Warp-wide matrix products -----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next warp-wide matrix product use the
// sums of the last one, and how many multiply-adds does an SM do per clock that
// way, by the type of the factors and of the sums?
//
// Method: mma.sync of gpu/OpsMatrix.def; chains through the sums and
// independent streams, see Operations.h.
//
// Pitfalls: sm_90 and later reach their peak only with instructions of four
// warps (wgmma, tcgen05): this is the rate of mma.sync, which portable kernels
// use; sm_75 has other shapes and is left out. All factors are 1, so that less
// power is drawn than by random ones: look at the clock as well. 4-bit floats
// need code for one architecture alone (sm_120a) and are left out.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/gpu/OpsMatrix.h"
#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {

void runTensorProduct(Context &Ctx) {
  OperationMemory Memory;
#define MATRIX_OP(Struct, ...) measureOperation<Struct>(Ctx, Memory);
#include "benchmarks/micro/gpu/OpsMatrix.def"
  noteNothing(Ctx);
}

} // namespace gpuperf::micro
