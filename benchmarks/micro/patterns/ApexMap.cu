//===- ApexMap.cu - APEX-Map, sequential and parallel ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what bandwidth does APEX-Map find, the classic test of locality
// that Adinets and Shvets (Fig. 12) show to miss what matters on a GPU?
//
// Method: blocks of L consecutive words, the block drawn by a power law
// (alpha); the words of a block are summed. "sequential": one thread;
// "parallel": every thread its own sequence, so that neighbours never read
// together. GB/s are the words that were summed.
//
// Pitfalls: it does not use a warp's coherence at all: that is the point, and
// why Coherence.cu stands beside it; a launch that draws what the one before
// has drawn finds it in L2; drawing takes arithmetic (a power), which is in the
// time of short blocks, as it is in the test's original.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Coherence.h"
#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

__global__ void apexMap(const uint32_t *Data, uint32_t Words, uint32_t Length,
                        float Alpha, uint32_t Draws, uint32_t Launch,
                        uint32_t *Sink) {
  uint32_t State = scramble(scramble(Launch) + uint32_t(globalThread()) + 1);
  uint32_t Sum = 0;
  for (uint32_t I = 0; I < Draws; ++I) {
    State = scramble(State + I);
    uint64_t At =
        uint64_t(apexIndex(uniformOf(State), Alpha, Words / Length)) * Length;
    for (uint32_t J = 0; J < Length; ++J)
      Sum += loadL1(Data + At + J);
  }
  if (Sum) // the array is zero
    *Sink = Sum;
}

} // namespace

void runApexMap(Context &Ctx) {
  uint32_t Words =
      uint32_t(std::min(Ctx.dramBytes() / 4, double(1u << 28)) / 4096) * 4096;
  DeviceArray<uint32_t> Data(Words), Sink(1);
  Data.clear();
  Sink.clear();
  unsigned Threads = 256;
  unsigned Blocks = std::max(
      1u, unsigned(Ctx.Device.SmCount * Ctx.Device.MaxThreadsPerSm / Threads));
  for (bool Parallel : {false, true}) {
    LaunchConfig Config{dim3(Parallel ? Blocks : 1),
                        dim3(Parallel ? Threads : 1)};
    // The same number of words for every length, so that points take alike.
    uint32_t WordsPerThread =
        Parallel ? Ctx.pick(256u, 64u) : Ctx.pick(4096u, 1024u);
    for (float Alpha : Ctx.pick(std::vector<float>{0.01f, 0.1f, 0.3f, 1.0f},
                                std::vector<float>{0.01f, 1.0f})) {
      Series &Curve =
          Ctx.add(Parallel ? "parallel" : "sequential", "block_words", "gbps",
                  {{"alpha", double(Alpha)}});
      for (uint32_t Length = 1; Length <= WordsPerThread; Length *= 4) {
        uint32_t Draws = WordsPerThread / Length;
        std::vector<double> Gbps;
        uint32_t Launch = 0;
        for (double Us : timeUs(Ctx.pick(5u, 3u), 1, [&] {
               launch(apexMap, Config, Data.data(), Words, Length, Alpha, Draws,
                      Launch++, Sink.data());
             }))
          Gbps.push_back(4.0 * Config.Grid.x * Config.Block.x * Draws * Length /
                         (Us * 1e3));
        Curve.Points.push_back(summarise(Length, Gbps));
      }
    }
  }
  if (Sink.host()[0] != 0)
    throw GpuError("APEX-Map read what was never written");
}

} // namespace gpuperf::micro
