//===- SpecialFunctions.cu - Special function unit ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next operation use the result of an
// approximate reciprocal, root, sine, power or logarithm, and how many does an
// SM give per clock?
//
// Method: chains and streams, see Operations.h; gpu/Ops.def, SPECIAL_OP.
//
// Pitfalls: the sine has a multiplication before it, the root of some GPUs one
// behind it: they are in the figure, as in every kernel; ptxas removes pairs of
// reciprocals (Ops.def).
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {

void runSpecialFunctions(Context &Ctx) {
  OperationMemory Memory;
#define OPERATION(...)
#define SPECIAL_OP(Struct, ...) measureOperation<Struct>(Ctx, Memory);
#include "benchmarks/micro/gpu/Ops.def"
  noteNothing(Ctx);
}

} // namespace gpuperf::micro
