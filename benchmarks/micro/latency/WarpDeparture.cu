//===- WarpDeparture.cu - The delay between two warps' loads --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how far apart do the coalesced loads of the warps of one SM leave?
//
// Method: one block of N warps; behind a barrier every warp loads one row (its
// threads four bytes each, side by side); cycles from the first warp's begin to
// the last one's end, over rounds at other places. One departs after another:
// latency + (N - 1) * Departure_del_coal, so the slope is what Hong and Kim's
// model wants. From L2 and, emptied, from DRAM; only one SM loads, so it is the
// SM and its way to L2 that are measured, not memory under the load of all.
//
// Pitfalls: in a chase without barriers the first warps are done before the
// last begin, and the curve is level until bandwidth ends; the barrier itself
// is not in the span; the value must have come before the second clock is read.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Walks.h"
#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/gpu/Shared.h"
#include "benchmarks/micro/latency/ColdMemory.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

constexpr uint32_t FirstRounds = 4; ///< bring in pages and code
constexpr int Filling = 0x11;       ///< of the memory: no value is all ones

/// Warp w of round r loads the row at Base + Rows[r * MaxWarps + w]. Cycles:
/// from first begin to last end, added over \p Rounds behind FirstRounds.
__global__ void departures(const char *Base, const uint64_t *Rows,
                           uint32_t MaxWarps, uint32_t WarpThreads,
                           uint32_t Rounds, uint64_t *Cycles) {
  uint32_t Warp = threadIdx.x / WarpThreads, Lane = threadIdx.x % WarpThreads;
  uint64_t Sum = 0;
  for (uint32_t R = 0; R < FirstRounds + Rounds; ++R) {
    const char *Row = Base + loadL2(&Rows[uint64_t(R) * MaxWarps + Warp]);
    const uint32_t *Word = reinterpret_cast<const uint32_t *>(Row) + Lane;
    // The address is there before the barrier.
    (void)readClockAfter(uint32_t(reinterpret_cast<uint64_t>(Word)));
    __syncthreads();
    uint64_t Begin = readClock();
    uint32_t Value = loadL2(Word);
    uint64_t End = readClockAfter(Value);
    uint64_t Span = blockSpan(Begin, End);
    if (R >= FirstRounds)
      Sum += Span;
  }
  if (threadIdx.x == 0)
    *Cycles = Sum;
}

} // namespace

void runWarpDeparture(Context &Ctx) {
  const uint32_t WarpThreads = uint32_t(Ctx.Device.WarpSize);
  const uint32_t MaxWarps =
      uint32_t(std::min(Ctx.Device.MaxThreadsPerBlock, 1024.0)) / WarpThreads;
  const uint32_t RowBytes = WarpThreads * 4;
  const uint32_t Rounds = Emulated ? 16 : Ctx.pick(128u, 64u);
  const uint64_t Region =
      uint64_t(std::min(16.0 * (1 << 20), Ctx.FreeBytes / 8)) / 4096 * 4096;
  DeviceArray<char> Memory(Region);
  GPUPERF_CHECK(cudaMemset(Memory.data(), Filling, Region));
  std::vector<uint64_t> Places =
      spreadLoads(FirstRounds + Rounds, MaxWarps, RowBytes, Region, MaxWarps);
  if (Places.size() < size_t(FirstRounds + Rounds) * MaxWarps) {
    Ctx.Skipped = "too little free memory for rows that are met only once";
    return;
  }
  DeviceArray<uint64_t> Rows(Places);
  DeviceArray<uint64_t> Cycles(1);
  ColdL2 Cold(Ctx);
  for (bool FromDram : {true, false}) {
    Series &Curve = Ctx.add(FromDram ? "dram" : "l2", "warps",
                            "cycles_until_last", {{"row_bytes", RowBytes}});
    for (uint32_t Warps = 1; Warps <= MaxWarps;
         Warps += Ctx.Quick ? std::min(Warps, 4u) : 1) {
      std::vector<double> Samples;
      for (unsigned I = 0; I <= Ctx.pick(7u, 3u); ++I) {
        if (FromDram)
          Cold.flush();
        launch(departures, {dim3(1), dim3(Warps * WarpThreads)}, Memory.data(),
               Rows.data(), MaxWarps, WarpThreads, Rounds, Cycles.data());
        double Sum = double(Cycles.host()[0]);
        if (I > 0) // the first brings the rows into L2
          Samples.push_back(Sum / Rounds);
      }
      Curve.Points.push_back(summarise(Warps, Samples));
    }
  }
}

} // namespace gpuperf::micro
