//===- ClockUnderLoad.cu - SM clock while it works ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: at which clock do the SMs run under a load of arithmetic, and under
// one of memory accesses?
//
// Method: a short and a long kernel of some milliseconds by turns for a second;
// each block works until its SM has counted so many cycles. The clock is the
// difference in cycles over the difference in time between events.
//
// Pitfalls: operands that do not change, or memory full of zeros, take little
// power, and the clock would stay higher than under real work; a GPU at rest
// needs some 100 ms to reach its clock, and after some more the power limit
// takes a part back: the curve shows both, the figure is the median of its
// second half; the launch is in the time, so two lengths are needed.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/clocks/Load.h"

namespace gpuperf::micro {
namespace {

/// Works for \p Cycles, but no more than \p MaxPasses passes.
__global__ void GPUPERF_BOUNDS(LoadThreads)
    computeFor(uint64_t Cycles, uint32_t MaxPasses, float Y, float Z,
               uint64_t *BlockCycles, uint32_t *Sink) {
  ComputeLoad L = startCompute();
  uint64_t Begin = readClock(), Passed = 0;
#pragma unroll 1
  for (uint32_t Pass = 0; Pass < MaxPasses && Passed < Cycles; ++Pass) {
    computePass(L, Y, Z);
    Passed = readClock() - Begin;
  }
  if (threadIdx.x == 0)
    BlockCycles[blockIdx.x] = Passed;
  Sink[globalThread()] = foldCompute(L);
}

__global__ void GPUPERF_BOUNDS(LoadThreads)
    readFor(uint64_t Cycles, uint32_t MaxPasses, const uint4 *Data,
            uint64_t Count, uint64_t *BlockCycles, uint32_t *Sink) {
  uint64_t At = globalThread() % Count, Stride = globalThreads() % Count;
  uint32_t Sum = 0;
  uint64_t Begin = readClock(), Passed = 0;
#pragma unroll 1
  for (uint32_t Pass = 0; Pass < MaxPasses && Passed < Cycles; ++Pass) {
    memoryPass(Data, Count, Stride, At, Sum);
    Passed = readClock() - Begin;
  }
  if (threadIdx.x == 0)
    BlockCycles[blockIdx.x] = Passed;
  Sink[globalThread()] = Sum;
}

/// A pass takes 32 cycles at least: only ends a kernel whose clock stands
/// still.
uint32_t maxPasses(uint64_t Cycles) { return uint32_t(Cycles / 32 + 1); }

/// Megahertz over the milliseconds since the first kernel began: the cycles
/// that a long kernel has more than a short one over the time that it takes
/// longer.
template <typename LaunchT>
void measure(Context &Ctx, const char *Name, unsigned Blocks,
             uint64_t ShortCycles, LaunchT &&Launch) {
  DeviceArray<uint64_t> BlockCycles(Blocks);
  Series &Curve = Ctx.add(Name, "ms_since_start", "sm_clock_mhz");
  EventTimer Timer;
  double Us = 0;
  double TotalUs = Ctx.pick(1e6, 2e5);
  for (unsigned I = 0; I < (Emulated ? 4u : 200u) && Us < TotalUs; ++I) {
    double Cycles[2], Times[2];
    for (unsigned Long = 0; Long < 2; ++Long) {
      Timer.start();
      Launch((Long ? 3 : 1) * ShortCycles, BlockCycles.data());
      Times[Long] = Timer.stopUs();
      Us += Times[Long];
      std::vector<uint64_t> Got = BlockCycles.host();
      Cycles[Long] = double(*std::max_element(Got.begin(), Got.end()));
    }
    if (Times[1] > Times[0] && Cycles[1] > Cycles[0])
      Curve.Points.push_back(summarise(
          Us / 1e3, {(Cycles[1] - Cycles[0]) / (Times[1] - Times[0])}));
  }
}

} // namespace

void runClockUnderLoad(Context &Ctx) {
  unsigned Blocks = loadBlocks(Ctx);
  double Mhz = Ctx.Device.BoostClockMhz > 0 ? Ctx.Device.BoostClockMhz : 1500;
  // Four and twelve milliseconds a kernel.
  uint64_t Short = Emulated ? 2000 : uint64_t(Mhz * 4e3);
  DeviceArray<uint32_t> Sink(size_t(Blocks) * LoadThreads);
  measure(Ctx, "compute", Blocks, Short,
          [&](uint64_t Cycles, uint64_t *BlockCycles) {
            launch(computeFor, {dim3(Blocks), dim3(LoadThreads)}, Cycles,
                   maxPasses(Cycles), TurnFactors[0], TurnFactors[1],
                   BlockCycles, Sink.data());
          });
  double Bytes = Emulated ? 65536 : Ctx.dramBytes();
  DeviceArray<uint4> Data(size_t(Bytes / sizeof(uint4)));
  fillLoad(Ctx, Data);
  measure(Ctx, "memory", Blocks, Short,
          [&](uint64_t Cycles, uint64_t *BlockCycles) {
            launch(readFor, {dim3(Blocks), dim3(LoadThreads)}, Cycles,
                   maxPasses(Cycles), Data.data(), Data.size(), BlockCycles,
                   Sink.data());
          });
}

} // namespace gpuperf::micro
