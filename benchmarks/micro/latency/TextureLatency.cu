//===- TextureLatency.cu - Dependent fetches through a texture ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many cycles pass until what a texture gives can be the next
// element to fetch, from its first cache, L2 and DRAM?
//
// Method: a one-dimensional texture over linear memory; one thread fetches
// element numbers along a random cycle of 128-byte nodes; the footprint rises;
// cycles of the SM over hops.
//
// Pitfalls: as for global loads (GlobalLatency.cu); a texture of one dimension
// ends at 2^27 elements; memory that is written and then fetched in one kernel
// is not coherent: another kernel links the nodes.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/gpu/Occupancy.h"
#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/gpu/Texture.h"
#include "benchmarks/micro/latency/ClockEstimate.h"
#include "benchmarks/micro/latency/ColdMemory.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

constexpr uint32_t NodeBytes = 128, WordsPerNode = NodeBytes / 4;

__global__ void linkWords(uint32_t *Words, const uint32_t *Next,
                          uint32_t Nodes) {
  for (uint64_t I = globalThread(); I < Nodes; I += globalThreads())
    storeGlobal(Words + I * WordsPerNode, Next[I] * WordsPerNode);
}

/// Result: cycles of \p Hops hops (a multiple of 16) behind \p Warm that do not
/// count, of all, and where it stopped.
__global__ void textureChase(TextureHandle Words, uint32_t Start, uint32_t Warm,
                             uint32_t Hops, uint64_t *Result) {
  constexpr unsigned Unroll = 16;
  uint32_t At = Start;
  uint64_t First = readClock();
  for (uint32_t I = 0; I < Warm; ++I)
    At = fetch1D<uint32_t>(Words, At);
  uint64_t Begin = readClockAfter(At);
  for (uint32_t I = 0; I < Hops; I += Unroll)
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J)
      At = fetch1D<uint32_t>(Words, At);
  uint64_t End = readClockAfter(At);
  Result[0] = End - Begin;
  Result[1] = End - First;
  Result[2] = At;
}

} // namespace

void runTextureLatency(Context &Ctx) {
  if (!hasTextures()) {
    Ctx.Skipped = "this GPU has no texture units";
    return;
  }
  double L2 = std::max(Ctx.Device.L2Bytes, 1.0 * (256 << 10));
  uint64_t Last =
      uint64_t(std::min({4 * L2, Ctx.FreeBytes / 4, 4.0 * Texture1DElements})) /
      NodeBytes * NodeBytes;
  DeviceArray<uint32_t> Words(Last / 4);
  Words.clear();
  Texture<uint32_t> Linear(Words.data(), uint32_t(Last / 4));
  preferL1(textureChase);
  ColdL2 Cold(Ctx);
  Series &Curve = Ctx.add("texture", "footprint_bytes", "cycles_per_load",
                          {{"node_bytes", NodeBytes}});
  DeviceArray<uint64_t> Result(3);
  ClockEstimate Clock;
  EventTimer Timer;
  std::vector<uint64_t> Sizes =
      footprints(2 << 10, Last, Ctx.pick(4u, 2u), NodeBytes);
  for (double Fraction : {0.12, 0.2, 0.3, 2.2, 2.7, 3.4})
    if (uint64_t(Fraction * L2) <= Last)
      Sizes.push_back(uint64_t(Fraction * L2) / NodeBytes * NodeBytes);
  std::sort(Sizes.begin(), Sizes.end());
  Sizes.erase(std::unique(Sizes.begin(), Sizes.end()), Sizes.end());
  const uint32_t Hops = Ctx.pick(8192u, 2048u);
  for (uint64_t Bytes : Sizes) {
    uint32_t Nodes = uint32_t(Bytes / NodeBytes);
    {
      DeviceArray<uint32_t> Next(cyclicOrder(Nodes, Bytes));
      launch(linkWords, {dim3(256), dim3(256)}, Words.data(), Next.data(),
             Nodes);
      GPUPERF_CHECK(cudaDeviceSynchronize());
    }
    const bool Fits = Bytes <= 1.25 * Ctx.Device.L2Bytes;
    std::vector<double> Cycles;
    uint32_t Start = 0;
    for (unsigned I = 0; I < Ctx.pick(5u, 3u); ++I) {
      // Texture caches forget between kernels as L1 does; L2 does not, but
      // what may still be in the first cache is walked each time.
      uint32_t Warm = Nodes;
      if (!Fits)
        Warm = std::min(Nodes, 2048u);
      else if (I > 0)
        Warm = std::min(Nodes, 8192u);
      if (!Fits)
        Cold.flush();
      Timer.start();
      launch(textureChase, {dim3(1), dim3(1)}, Linear.handle(), Start, Warm,
             Hops, Result.data());
      double Us = Timer.stopUs();
      std::vector<uint64_t> Got = Result.host();
      Start = uint32_t(Got[2]);
      Cycles.push_back(double(Got[0]) / Hops);
      Clock.add(double(Got[1]), Us);
    }
    Curve.Points.push_back(summarise(double(Bytes), Cycles));
  }
  Curve.ClockMhz = Clock.megahertz();
}

} // namespace gpuperf::micro
