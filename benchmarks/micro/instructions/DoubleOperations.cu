//===- DoubleOperations.cu - Double precision -----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next operation use the result of a
// double precision operation, and how many results does an SM give per clock?
//
// Method: chains and streams, see Operations.h; gpu/Ops.def, DOUBLE_OP.
//
// Pitfalls: on GPUs for displays one SM gives two results per clock, so a chain
// of one warp already waits for the unit: its figure is the larger of the two,
// which is what a kernel sees there too.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {

void runDoubleOperations(Context &Ctx) {
  OperationMemory Memory;
#define OPERATION(...)
#define DOUBLE_OP(Struct, ...) measureOperation<Struct>(Ctx, Memory);
#include "benchmarks/micro/gpu/Ops.def"
  noteNothing(Ctx);
}

} // namespace gpuperf::micro
