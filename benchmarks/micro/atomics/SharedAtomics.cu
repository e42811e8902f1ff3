//===- SharedAtomics.cu - Contention in shared memory ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many updates of shared memory does an SM make per clock, atomic
// and plain, from a cell for each thread to one cell for the block?
//
// Method: one block of as many threads as there may be; each updates its cell
// again and again; updates over the SM's cycles from the first warp's begin to
// the last one's end. Add, maximum, compare-and-swap; 32 and 64 bit, float; a
// load, an addition and a store beside them. The cells are read back and must
// hold what so many updates make.
//
// Pitfalls: adding a constant 1 has an instruction of its own, and an address
// that the compiler knows to be the warp's is reduced before it is updated:
// both are loaded or computed at run time here. Updates whose result nobody
// reads are done after they were issued: the clock waits for a load behind
// them. A compare-and-swap counts whether it succeeds or not.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/atomics/Updates.h"

namespace gpuperf::micro {
namespace {

template <UpdateKind Kind, typename T>
__global__ void GPUPERF_BOUNDS(MaxUpdateThreads)
    updateShared(uint32_t Sharers, uint32_t Passes, uint32_t WarpSize, T One,
                 uint64_t *Clocks, T *Final, uint32_t *SuccessesOf) {
  __shared__ T Cells[MaxUpdateThreads];
  Cells[threadIdx.x] = T(0);
  T *Cell = Cells + contendedCell(threadIdx.x, Sharers, WarpSize);
  T Seen = T(0);
  uint32_t Successes = 0;
  __syncthreads();
  uint64_t Begin = readClock();
#pragma unroll 1
  for (uint32_t Pass = 0; Pass < Passes; ++Pass)
#pragma unroll
    for (unsigned J = 0; J < UpdateUnroll; ++J)
      update<Kind, true>(Cell, One, T(threadIdx.x), Pass * UpdateUnroll + J,
                         Seen, Successes);
  uint64_t End = readClockAfter(seenShared(Cell));
  __syncthreads();
  if (threadIdx.x % WarpSize == 0) {
    Clocks[threadIdx.x / WarpSize * 2] = Begin;
    Clocks[threadIdx.x / WarpSize * 2 + 1] = End;
  }
  Final[threadIdx.x] = Cells[threadIdx.x];
  SuccessesOf[threadIdx.x] = Successes;
}

template <UpdateKind Kind, typename T>
void measure(Context &Ctx, const char *Name) {
  unsigned Threads = updateThreads(Ctx);
  unsigned WarpSize = unsigned(Ctx.Device.WarpSize);
  uint32_t Passes = Emulated ? 1 : Ctx.pick(32u, 16u);
  DeviceArray<uint64_t> Clocks(2 * (Threads / WarpSize));
  DeviceArray<T> Final(Threads);
  DeviceArray<uint32_t> Successes(Threads);
  Series &Curve = Ctx.add(std::string("shared.") + Name, "threads_per_address",
                          "results_per_clk_per_sm",
                          {{"threads_per_block", double(Threads)}});
  double Wrong = 0;
  for (unsigned Sharers : sharerCounts(Threads)) {
    std::vector<double> Rates;
    // The first sample warms.
    for (unsigned I = 0; I <= updateSamples(Ctx); ++I) {
      launch(updateShared<Kind, T>, {dim3(1), dim3(Threads)}, Sharers, Passes,
             WarpSize, T(1), Clocks.data(), Final.data(), Successes.data());
      double Cycles = cyclesOfBlocks(Clocks.host(), Threads / WarpSize)[0];
      if (I > 0 && Cycles > 0)
        Rates.push_back(double(Threads) * Passes * UpdateUnroll / Cycles);
    }
    if (!Rates.empty())
      Curve.Points.push_back(summarise(Sharers, Rates));
    Wrong += wrongCells<Kind, T>(Final.host(), Successes.host(), Threads,
                                 Sharers, WarpSize, Passes * UpdateUnroll);
  }
  Curve.Params.push_back({"wrong_cells", Wrong});
}

} // namespace

void runSharedAtomics(Context &Ctx) {
#define GPUPERF_MEASURE(Kind, Type, Name) measure<Kind, Type>(Ctx, Name);
  GPUPERF_FOR_EACH_UPDATE(GPUPERF_MEASURE)
#undef GPUPERF_MEASURE
}

} // namespace gpuperf::micro
