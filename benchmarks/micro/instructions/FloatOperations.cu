//===- FloatOperations.cu - Single and half precision ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next operation use the result of a
// single or half precision operation, and how many results does an SM give per
// clock?
//
// Method: chains and streams, see Operations.h; gpu/Ops.def, FLOAT_OP. The
// accurate sine is the mathematical library's.
//
// Pitfalls: the IEEE division, root and reciprocal leave their short way for
// denormal and huge operands, so all values stay near 1; a library sine does so
// beyond 105615.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {

void runFloatOperations(Context &Ctx) {
  OperationMemory Memory;
#define OPERATION(...)
#define FLOAT_OP(Struct, ...) measureOperation<Struct>(Ctx, Memory);
#include "benchmarks/micro/gpu/Ops.def"
  measureOperation<Fp32SinCosSlow>(Ctx, Memory);
  noteNothing(Ctx);
}

} // namespace gpuperf::micro
