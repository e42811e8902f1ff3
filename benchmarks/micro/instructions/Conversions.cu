//===- Conversions.cu - Between number formats ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next operation use a converted
// number, and how many conversions does an SM make per clock?
//
// Method: chains and streams, see Operations.h; gpu/Ops.def, CONVERT_OP. Within
// 32 bits each direction has its own chain: the bits of the result are taken
// for the next argument as they are. To and from 64 bits: there and back, two
// conversions a link.
//
// Pitfalls: the two directions may be different units (sm_90 converts integers
// to floats four times as fast as back): the row of the throughput table gets
// the slower one, the latency of the class is the mean.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {

void runConversions(Context &Ctx) {
  OperationMemory Memory;
#define OPERATION(...)
#define CONVERT_OP(Struct, ...) measureOperation<Struct>(Ctx, Memory);
#include "benchmarks/micro/gpu/Ops.def"
  noteNothing(Ctx);
}

} // namespace gpuperf::micro
