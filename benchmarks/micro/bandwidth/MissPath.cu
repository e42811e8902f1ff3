//===- MissPath.cu - What an SM asks of L2 --------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many cycles does an SM need for each line that it misses in L1
// ("miss_path"), and L2 for each request if all SMs want the same line
// ("hot_line")?
//
// Method: "miss_path": one SM, rising numbers of warps; every lane loads from a
// line of its own in an array that L2 holds and L1 does not; cycles of the SM
// over lines. "hot_line": a rising number of SMs; every warp loads the same
// line past L1, with independent loads; cycles over requests of all SMs.
//
// Pitfalls: with few warps the latency is measured: the curve must level off;
// with all SMs the first figure would be L2's bandwidth; loads that may stay in
// L1 would hit on the second visit: the array is larger than any L1 and is
// walked in an order in which a line comes again only after all others.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

constexpr uint32_t LineWords = 32; ///< 128 bytes
constexpr unsigned Unroll = 4;

/// Every lane its own line; all lanes together walk the \p Lines lines round
/// and round. Cycles[w]: of warp w.
__global__ void ownLines(const uint32_t *Data, uint32_t Lines, uint32_t Loads,
                         unsigned WarpSize, uint64_t *Cycles) {
  uint32_t Threads = blockDim.x, At = threadIdx.x % Lines, Sum = 0;
  __syncthreads();
  uint64_t Begin = readClock();
  for (uint32_t I = 0; I < Loads; I += Unroll) {
    uint32_t Got[Unroll];
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J) {
      Got[J] = loadL1(Data + uint64_t(At) * LineWords);
      At += Threads;
      At = At >= Lines ? At - Lines : At;
    }
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J)
      Sum += Got[J];
  }
  uint64_t End = readClockAfter(Sum); // the array is zero
  if (threadIdx.x % WarpSize == 0)
    Cycles[threadIdx.x / WarpSize] = End - Begin;
}

/// Every warp the same line; Cycles[b]: of block b.
__global__ void oneLine(const uint32_t *Data, uint32_t Loads,
                        uint64_t *Cycles) {
  uint32_t Sum = 0;
  __syncthreads();
  uint64_t Begin = readClock();
  for (uint32_t I = 0; I < Loads; I += Unroll) {
    uint32_t Got[Unroll];
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J)
      // Another word each time, or the loads are one and stand before the loop.
      Got[J] = loadL2(Data + (threadIdx.x + I + J) % LineWords);
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J)
      Sum += Got[J];
  }
  uint64_t End = readClockAfter(Sum);
  __syncthreads();
  if (threadIdx.x == 0)
    Cycles[blockIdx.x] = End - Begin;
}

double longest(const DeviceArray<uint64_t> &Cycles) {
  std::vector<uint64_t> Got = Cycles.host();
  return double(*std::max_element(Got.begin(), Got.end()));
}

} // namespace

void runMissPath(Context &Ctx) {
  unsigned WarpSize = unsigned(Ctx.Device.WarpSize);
  unsigned MaxWarps = unsigned(Ctx.Device.MaxThreadsPerBlock) / WarpSize;
  uint32_t Loads = Ctx.pick(512u, 128u);
  unsigned Samples = Ctx.pick(7u, 3u);
  // Larger than L1 beyond doubt, and a small part of L2.
  double Bytes = std::min(2.0 * (1 << 20), Ctx.Device.L2Bytes / 2);
  uint32_t Lines = uint32_t(Bytes / (4 * LineWords));
  DeviceArray<uint32_t> Data(size_t(Lines) * LineWords);
  Data.clear();
  Series &Path = Ctx.add("miss_path", "warps", "cycles_per_line",
                         {{"array_bytes", Bytes}});
  for (unsigned Warps = 1; Warps <= MaxWarps; Warps *= 2) {
    DeviceArray<uint64_t> Cycles(Warps);
    std::vector<double> PerLine;
    for (unsigned I = 0; I <= Samples; ++I) {
      launch(ownLines, {dim3(1), dim3(Warps * WarpSize)}, Data.data(), Lines,
             Loads, WarpSize, Cycles.data());
      if (I > 0)
        PerLine.push_back(longest(Cycles) / (double(Loads) * Warps * WarpSize));
    }
    Path.Points.push_back(summarise(Warps, PerLine));
  }
  Series &Hot = Ctx.add("hot_line", "sms", "cycles_per_request");
  unsigned Warps = std::min(MaxWarps, 16u);
  for (unsigned Blocks = 1; Blocks < 2 * Ctx.Device.SmCount; Blocks *= 2) {
    Blocks = std::min(Blocks, unsigned(Ctx.Device.SmCount));
    DeviceArray<uint64_t> Cycles(Blocks);
    std::vector<double> PerRequest;
    for (unsigned I = 0; I <= Samples; ++I) {
      launch(oneLine, {dim3(Blocks), dim3(Warps * WarpSize)}, Data.data(),
             Loads, Cycles.data());
      if (I > 0)
        PerRequest.push_back(longest(Cycles) /
                             (double(Loads) * Warps * Blocks));
    }
    Hot.Points.push_back(summarise(Blocks, PerRequest));
    if (Blocks == unsigned(Ctx.Device.SmCount))
      break;
  }
}

} // namespace gpuperf::micro
