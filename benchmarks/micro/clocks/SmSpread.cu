//===- SmSpread.cu - Are all SMs alike? -----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how much do the SMs of one GPU differ in the time for the same
// arithmetic and for the same memory accesses?
//
// Method: a block for each SM, each asking for more than half of its shared
// memory so that no two share one. It notes its SM and for how long it ran by a
// clock that all SMs share; a fixed number of passes each. Between GPUs the
// results of several runs are compared by `gpuperf calibrate-import`,
// as Adinets and Shvets do for the GPUs of a cluster.
//
// Pitfalls: two blocks on an SM would halve its share of the units; numbers of
// SMs may have gaps; cycles would not show a difference in clocks.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/clocks/Load.h"
#include "benchmarks/micro/gpu/OpsClock.h"
#include <map>

namespace gpuperf::micro {
namespace {

constexpr unsigned SpreadThreads = 1024;

/// What a block notes: its SM, its time.
struct BlockTime {
  uint64_t Sm, Time;
};

__device__ inline void noteBlock(BlockTime *Times, uint64_t Begin) {
  __syncthreads();
  if (threadIdx.x == 0)
    Times[blockIdx.x] = {smId(), readWallClock() - Begin};
}

__global__ void GPUPERF_BOUNDS(SpreadThreads)
    computePasses(uint32_t Passes, float Y, float Z, BlockTime *Times,
                  uint32_t *Sink) {
  ComputeLoad L = startCompute();
  __syncthreads();
  uint64_t Begin = readWallClock();
#pragma unroll 1
  for (uint32_t Pass = 0; Pass < Passes; ++Pass)
    computePass(L, Y, Z);
  Sink[globalThread()] = foldCompute(L);
  noteBlock(Times, Begin);
}

__global__ void GPUPERF_BOUNDS(SpreadThreads)
    readPasses(uint32_t Passes, const uint4 *Data, uint64_t Count,
               BlockTime *Times, uint32_t *Sink) {
  uint64_t At = globalThread() % Count, Stride = globalThreads() % Count;
  uint32_t Sum = 0;
  __syncthreads();
  uint64_t Begin = readWallClock();
#pragma unroll 1
  for (uint32_t Pass = 0; Pass < Passes; ++Pass)
    memoryPass(Data, Count, Stride, At, Sum);
  Sink[globalThread()] = Sum;
  noteBlock(Times, Begin);
}

template <typename LaunchT>
void measure(Context &Ctx, const char *Name, unsigned Blocks,
             LaunchT &&Launch) {
  DeviceArray<BlockTime> Times(Blocks);
  std::map<uint64_t, std::vector<double>> OfSm;
  // The first sample warms.
  for (unsigned I = 0; I <= Ctx.pick(9u, 4u); ++I) {
    Launch(Times.data());
    std::vector<BlockTime> Got = Times.host();
    if (I > 0)
      for (const BlockTime &B : Got)
        OfSm[B.Sm].push_back(double(B.Time));
  }
  Series &Curve =
      Ctx.add(Name, "sm", "block_time_ns", {{"sm_count", Ctx.Device.SmCount}});
  for (const auto &[Sm, Samples] : OfSm)
    Curve.Points.push_back(summarise(double(Sm), Samples));
}

} // namespace

void runSmSpread(Context &Ctx) {
  if (Ctx.Device.Backend == "hip") {
    Ctx.Skipped = "HIP does not say on which compute unit a block runs";
    return;
  }
  unsigned Threads = unsigned(std::min(
      double(SpreadThreads), std::max(1.0, Ctx.Device.MaxThreadsPerBlock)));
  unsigned Blocks = unsigned(std::max(1.0, Ctx.Device.SmCount));
  size_t OneToAnSm = size_t(std::min(Ctx.Device.SharedPerSmBytes / 2 + 1024,
                                     Ctx.Device.SharedPerBlockOptinBytes));
  DeviceArray<uint32_t> Sink(size_t(Blocks) * Threads);
  // About a millisecond each: globaltimer may step by a microsecond.
  uint32_t ComputePasses = Emulated ? 4 : Ctx.pick(8192u, 4096u);
  measure(Ctx, "compute", Blocks, [&](BlockTime *Times) {
    launch(computePasses, {dim3(Blocks), dim3(Threads), OneToAnSm},
           ComputePasses, TurnFactors[0], TurnFactors[1], Times, Sink.data());
  });
  double Bytes = Emulated ? 65536 : Ctx.dramBytes();
  DeviceArray<uint4> Data(size_t(Bytes / sizeof(uint4)));
  fillLoad(Ctx, Data);
  uint32_t MemoryPasses = Emulated ? 4 : Ctx.pick(512u, 256u);
  measure(Ctx, "memory", Blocks, [&](BlockTime *Times) {
    launch(readPasses, {dim3(Blocks), dim3(Threads), OneToAnSm}, MemoryPasses,
           Data.data(), uint64_t(Data.size()), Times, Sink.data());
  });
}

} // namespace gpuperf::micro
