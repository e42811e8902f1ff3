//===- IntegerOperations.cu - Integers and bits ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next operation use the result of an
// integer operation, and how many results does an SM give per clock?
//
// Method: chains and streams, see Operations.h; gpu/Ops.def, INTEGER_OP.
//
// Pitfalls: folding, see Ops.def; ptxas makes plain additions IMADs by turns,
// so that they use two pipes: the addition here has three operands, for which
// there is one pipe; a division by a fixed divisor computes its reciprocal
// once.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {

void runIntegerOperations(Context &Ctx) {
  OperationMemory Memory;
#define OPERATION(...)
#define INTEGER_OP(Struct, ...) measureOperation<Struct>(Ctx, Memory);
#include "benchmarks/micro/gpu/Ops.def"
  noteNothing(Ctx);
}

} // namespace gpuperf::micro
