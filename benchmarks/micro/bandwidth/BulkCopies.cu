//===- BulkCopies.cu - Copies that one thread asks for --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles has a bulk copy (cp.async.bulk, the copy
// engine of sm_90 and later) arrived in shared memory, and how many bytes does
// it bring in a clock?
//
// Method: one thread asks for 1 to 32 KiB out of a set that L2 holds and waits
// at the barrier that counts the bytes; cycles over bytes is a line: its slope
// is the engine's rate for one SM, its intercept the latency. The first round
// warms.
//
// Pitfalls: copies of tensor maps have the same engine, but their boxes cost
// time of their own; all SMs together may be slower than each alone.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Async.h"
#include "benchmarks/micro/gpu/Run.h"

namespace gpuperf::micro {
namespace {

constexpr uint32_t MostBytes = 32 << 10;

__global__ void copyOnce(const uint4 *From, uint32_t Bytes, uint64_t *Result) {
  GPUPERF_DYNAMIC_SHARED(uint4, To);
  __shared__ uint64_t Barrier;
  uint64_t Begin = 0, End = 0;
  beginBarrier(&Barrier);
  for (uint32_t Round = 0; Round < 2; ++Round) {
    Begin = readClock();
    copyBulk(To, From, Bytes, &Barrier);
    waitAtBarrier(&Barrier, Round);
    End = readClockAfter(loadShared(&To[Bytes / sizeof(uint4) - 1].x));
  }
  Result[0] = End - Begin;
}

} // namespace

void runBulkCopies(Context &Ctx) {
  if (!hasSm(Ctx.Device, LeastSmOfClusters)) {
    Ctx.Skipped = Ctx.Device.Arch + " has no bulk copies";
    return;
  }
  DeviceArray<uint4> From(MostBytes / sizeof(uint4));
  From.clear();
  DeviceArray<uint64_t> Result(1);
  Series &Curve = Ctx.add("copies", "bytes", "cycles");
  for (uint32_t Bytes = 1 << 10; Bytes <= MostBytes; Bytes *= 2) {
    std::vector<double> Cycles;
    for (unsigned I = 0; I < Ctx.pick(9u, 5u); ++I) {
      launch(copyOnce, {dim3(1), dim3(1), MostBytes}, From.data(), Bytes,
             Result.data());
      Cycles.push_back(double(Result.host()[0]));
    }
    Curve.Points.push_back(summarise(Bytes, Cycles));
  }
}

} // namespace gpuperf::micro
