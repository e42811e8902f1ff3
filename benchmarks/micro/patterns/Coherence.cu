//===- Coherence.cu - Do neighbouring threads read together? --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how does bandwidth depend on the size of the groups of threads that
// move through memory together, and on how many of a group read the same
// element (Adinets and Shvets, listing 3 and Figs. 13-17)?
//
// Method: each group follows its own random cycle; within a group threads read
// elements that stand "threads per element" apart, as the listing has it. GB/s
// are four bytes per thread and step, whatever was transferred for them.
// "temporal", "spatial": the diagonal (all threads of a group read one element)
// again, where the next group is drawn by APEX-Map's power law (alpha), and
// where a group reads so many neighbouring groups before it jumps.
//
// Pitfalls: the table must be larger than L2, or the surface is that of L2, and
// no launch may repeat the walk of the one before, which it has left there; a
// thread's load must depend on the one before, or the compiler and the SM
// overlap them; a random map that is no single cycle falls into short ones.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Coherence.h"
#include "benchmarks/micro/bandwidth/Access.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

constexpr unsigned BlockThreads = 256;

/// Whatever element of a group is read, it names the same next group.
__global__ void linkGroups(uint32_t *Data, unsigned GroupBits,
                           uint32_t GroupSize) {
  uint64_t Elements = uint64_t(GroupSize) << GroupBits;
  for (uint64_t I = globalThread(); I < Elements; I += globalThreads()) {
    uint32_t Index = uint32_t(I / GroupSize);
    Data[uint64_t(mixBits(Index, GroupBits)) * GroupSize + I % GroupSize] =
        nextGroupStart(Index, GroupBits, GroupSize);
  }
}

/// \p Mask + 1 elements, a power of two. Launch number \p Launch begins behind
/// where the one before began.
__global__ void coherent(const uint32_t *Data, uint32_t Mask,
                         uint32_t GroupSize, uint32_t ThreadsPerElement,
                         uint32_t Steps, uint32_t Launch, uint32_t *Sink) {
  uint32_t Thread = uint32_t(globalThread());
  uint32_t Start =
      groupStart(Thread + Launch * uint32_t(globalThreads()), GroupSize) & Mask;
  uint32_t Offset = offsetInGroup(Thread, GroupSize, ThreadsPerElement);
  for (uint32_t I = 0; I < Steps; ++I)
    Start = loadL1(Data + Start + Offset);
  // The table holds no such value; the compiler cannot know.
  if (Start == 0xffffffffu)
    *Sink = Start;
}

/// Data is zero: each address still depends on the load before.
__global__ void localised(const uint32_t *Data, uint32_t Groups,
                          uint32_t GroupSize, float Alpha, uint32_t Run,
                          uint32_t Steps, uint32_t Launch, uint32_t *Sink) {
  uint32_t Group = uint32_t(globalThread()) / GroupSize;
  uint32_t State = scramble(scramble(Launch) + Group + 1);
  uint32_t At = 0, Left = 0, Zero = 0;
  for (uint32_t I = 0; I < Steps; ++I) {
    if (Left == 0) {
      State = scramble(State + I);
      At = apexIndex(uniformOf(State + Zero), Alpha, Groups);
      Left = Run;
    }
    Zero |= loadL1(Data + uint64_t(At) * GroupSize + Zero);
    At = At + 1 < Groups ? At + 1 : 0;
    --Left;
  }
  if (Zero)
    *Sink = Zero;
}

struct Shape {
  uint32_t Elements;
  LaunchConfig Config;
  double threads() const { return double(Config.Grid.x) * Config.Block.x; }
};

/// A place of a curve: \p Launch(steps, number) launches, as often as it takes.
template <typename LaunchT>
void addPoint(const Context &Ctx, Series &Curve, double X, const Shape &S,
              LaunchT &&Launch) {
  EventTimer Timer;
  uint32_t Number = 0;
  auto RunUs = [&](uint32_t Steps) {
    Timer.start();
    Launch(Steps, Number++);
    return Timer.stopUs();
  };
  uint32_t Steps = enoughWork(sampleUs(Ctx), 8, 1u << 14, RunUs);
  std::vector<double> Samples;
  for (unsigned I = 0; I < Ctx.pick(5u, 3u); ++I)
    Samples.push_back(gbps(4 * S.threads() * Steps, RunUs(Steps)));
  Curve.Points.push_back(summarise(X, Samples));
}

} // namespace

void runCoherence(Context &Ctx) {
  Shape S;
  S.Elements = 1u << 16;
  while (S.Elements < 1u << 28 && 8.0 * S.Elements <= Ctx.dramBytes())
    S.Elements *= 2;
  double Resident = Ctx.Device.SmCount * Ctx.Device.MaxThreadsPerSm;
  // Every thread has a group to start in.
  unsigned Blocks =
      std::min(unsigned(Resident / BlockThreads), S.Elements / BlockThreads);
  S.Config = {dim3(std::max(1u, Blocks)), dim3(BlockThreads)};
  DeviceArray<uint32_t> Sink(1);
  unsigned Factor = Ctx.pick(2u, 4u);
  DeviceArray<uint32_t> Data(S.Elements);
  for (uint32_t GroupSize = 1; GroupSize <= BlockThreads; GroupSize *= Factor) {
    unsigned GroupBits = 0;
    while (uint64_t(GroupSize) << (GroupBits + 1) <= S.Elements)
      ++GroupBits;
    launch(linkGroups, {dim3(1024), dim3(256)}, Data.data(), GroupBits,
           GroupSize);
    Series &Curve = Ctx.add(
        "surface", "threads_per_element", "gbps",
        {{"group_size", double(GroupSize)}, {"table_bytes", 4.0 * S.Elements}});
    for (uint32_t Shared = 1; Shared <= GroupSize; Shared *= Factor)
      addPoint(Ctx, Curve, Shared, S, [&](uint32_t Steps, uint32_t Number) {
        launch(coherent, S.Config, Data.data(), S.Elements - 1, GroupSize,
               Shared, Steps, Number, Sink.data());
      });
  }
  Data.clear();
  auto Localised = [&](Series &Curve, uint32_t GroupSize, float Alpha,
                       uint32_t Run) {
    addPoint(Ctx, Curve, GroupSize, S, [&](uint32_t Steps, uint32_t Number) {
      launch(localised, S.Config, Data.data(), S.Elements / GroupSize,
             GroupSize, Alpha, Run, Steps, Number, Sink.data());
    });
  };
  std::vector<float> Alphas =
      Ctx.pick(std::vector<float>{0.01f, 0.03f, 0.1f, 0.3f, 0.6f, 1.0f},
               std::vector<float>{0.03f, 0.3f, 1.0f});
  for (float Alpha : Alphas) {
    Series &Curve =
        Ctx.add("temporal", "group_size", "gbps", {{"alpha", double(Alpha)}});
    for (uint32_t Group = 1; Group <= BlockThreads; Group *= Factor)
      Localised(Curve, Group, Alpha, 1);
  }
  for (uint32_t Run = 1; Run <= Ctx.pick(32u, 8u); Run *= Factor) {
    Series &Curve =
        Ctx.add("spatial", "group_size", "gbps", {{"run_groups", double(Run)}});
    for (uint32_t Group = 1; Group <= BlockThreads; Group *= Factor)
      Localised(Curve, Group, 1.0f, Run);
  }
}

} // namespace gpuperf::micro
