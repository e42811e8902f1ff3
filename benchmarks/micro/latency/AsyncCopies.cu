//===- AsyncCopies.cu - Copies to shared memory that do not wait ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles has an asynchronous copy arrived in shared
// memory, what does each further one cost that is under way beside it, and how
// long do a load and a store take that do the same through registers?
//
// Method: one warp copies 1 to 16 groups of 512 bytes from a set that L2 holds,
// then waits for all of them; cycles over the number of groups. The first
// round warms. "copies": cp.async; "loads": as many loads, then as many stores.
//
// Pitfalls: L1 is passed by both; the clock is read after a read of what came
// last, or the stores would not count.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Async.h"
#include "benchmarks/micro/gpu/Run.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned MostGroups = 16, Lanes = 32;

template <unsigned Groups, bool Async>
__global__ void copyGroups(const uint4 *From, uint64_t *Result) {
  __shared__ uint4 To[MostGroups * Lanes];
  uint64_t Begin = 0, End = 0;
  for (unsigned Round = 0; Round < 2; ++Round) {
    __syncthreads();
    Begin = readClock();
    if (Async) {
#pragma unroll
      for (unsigned G = 0; G < Groups; ++G) {
        copyAsync(&To[G * Lanes + threadIdx.x], &From[G * Lanes + threadIdx.x]);
        commitCopies();
      }
      waitForCopies();
    } else {
      uint4 Held[Groups];
#pragma unroll
      for (unsigned G = 0; G < Groups; ++G)
        Held[G] = loadL2(&From[G * Lanes + threadIdx.x]);
#pragma unroll
      for (unsigned G = 0; G < Groups; ++G)
        storeShared(&To[G * Lanes + threadIdx.x].x,
                    Held[G].x ^ Held[G].y ^ Held[G].z ^ Held[G].w);
    }
    End = readClockAfter(loadShared(&To[(Groups - 1) * Lanes + threadIdx.x].x));
  }
  if (threadIdx.x == 0)
    Result[0] = End - Begin;
}

template <bool Async>
void measureGroups(Context &Ctx, const char *Name,
                   const DeviceArray<uint4> &From,
                   const DeviceArray<uint64_t> &Result) {
  Series &Curve = Ctx.add(Name, "groups", "cycles", {{"group_bytes", 512}});
  const std::pair<unsigned, void (*)(const uint4 *, uint64_t *)> Kernels[] = {
      {1, copyGroups<1, Async>},
      {2, copyGroups<2, Async>},
      {4, copyGroups<4, Async>},
      {8, copyGroups<8, Async>},
      {16, copyGroups<16, Async>}};
  for (const auto &[Groups, Kernel] : Kernels) {
    std::vector<double> Cycles;
    for (unsigned I = 0; I < Ctx.pick(9u, 5u); ++I) {
      launch(Kernel, {dim3(1), dim3(Lanes)}, From.data(), Result.data());
      Cycles.push_back(double(Result.host()[0]));
    }
    Curve.Points.push_back(summarise(Groups, Cycles));
  }
}

} // namespace

void runAsyncCopies(Context &Ctx) {
  if (!hasSm(Ctx.Device, LeastSmOfCopies)) {
    Ctx.Skipped = Ctx.Device.Arch + " has no asynchronous copies";
    return;
  }
  DeviceArray<uint4> From(MostGroups * Lanes);
  From.clear();
  DeviceArray<uint64_t> Result(1);
  measureGroups<true>(Ctx, "copies", From, Result);
  measureGroups<false>(Ctx, "loads", From, Result);
}

} // namespace gpuperf::micro
