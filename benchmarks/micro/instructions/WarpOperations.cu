//===- WarpOperations.cu - Shuffle, vote, barrier -------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next operation use what a shuffle, a
// vote, a reduction, a barrier or the read of a special register gives, and how
// many threads does an SM serve per clock?
//
// Method: chains and streams, see Operations.h; gpu/Ops.def, WARP_OP. A vote
// and the read of a register need a predicate to be part of a chain, which
// costs a comparison per link; the chain of a comparison is measured beside
// them and taken off.
//
// Pitfalls: reads of most special registers may be merged, the one of %smid may
// not; a barrier of one warp is the cheapest there is; its throughput counts
// threads, as the programming guide does.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {

void runWarpOperations(Context &Ctx) {
  OperationMemory Memory;
#define OPERATION(...)
#define WARP_OP(Struct, ...) measureOperation<Struct>(Ctx, Memory);
#include "benchmarks/micro/gpu/Ops.def"
  if (!Ctx.Found.empty() && hasOperation<IntCompare>(Ctx))
    measureChain<IntCompare>(Ctx, Memory);
  noteNothing(Ctx);
}

} // namespace gpuperf::micro
