//===- LoopBranch.cu - The branch that ends a loop ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what does the branch back to the head of a loop cost?
//
// Method: one warp runs the shortest loop there is: a counter, a comparison, a
// branch, and one permutation in a chain of its own, without which a compiler
// may drop the loop. Cycles over passes is a line; its slope is one pass. The
// chains of an addition and of a comparison are measured beside it and taken
// off.
//
// Pitfalls: an unrolled loop has fewer branches than passes (`#pragma unroll 1`
// reaches ptxas too); what is left holds the wait of the branch for the
// comparison's predicate, which no other chain shows.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {
namespace {

__global__ void shortestLoop(const uint32_t *First, uint32_t Passes,
                             unsigned WarpSize, uint64_t *Clocks,
                             uint32_t *Sink) {
  const uint32_t *Mine = First + size_t(threadIdx.x) * FirstValues;
  uint32_t X = loadValue<uint32_t>(Mine), Y = loadValue<uint32_t>(Mine + 1),
           Z = loadValue<uint32_t>(Mine + 2);
  uint64_t Begin = 0, End = 0;
#pragma unroll 1
  for (unsigned Round = 0; Round < 2; ++Round) {
    __syncthreads();
    Begin = readClock();
#pragma unroll 1
    for (uint32_t Pass = 0; Pass < Passes; ++Pass) {
      IntPermute::step(X, Y, Z);
      passBranch();
    }
    End = readClock();
  }
  if (threadIdx.x % WarpSize == 0) {
    Clocks[threadIdx.x / WarpSize * 2] = Begin;
    Clocks[threadIdx.x / WarpSize * 2 + 1] = End;
  }
  Sink[threadIdx.x] = X;
}

} // namespace

void runLoopBranch(Context &Ctx) {
  if (!hasOperation<IntPermute>(Ctx)) {
    noteNothing(Ctx);
    return;
  }
  OperationMemory Memory;
  DeviceArray<uint32_t> First(firstValues<IntPermute>());
  Series &Curve = Ctx.add("loop", "passes", "cycles");
  for (uint32_t Passes = Emulated ? 16 : 1024, I = 0; I < 4; ++I, Passes *= 2)
    Curve.Points.push_back(summarise(
        Passes, blockCycles(shortestLoop, 1, unsigned(Ctx.Device.WarpSize),
                            Passes, samplesOf(Ctx), First, Memory)));
  if (hasOperation<IntAdd>(Ctx))
    measureChain<IntAdd>(Ctx, Memory);
  if (hasOperation<IntCompare>(Ctx))
    measureChain<IntCompare>(Ctx, Memory);
}

} // namespace gpuperf::micro
