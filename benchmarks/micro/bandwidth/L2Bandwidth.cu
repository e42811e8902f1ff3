//===- L2Bandwidth.cu - The ceiling of L2 ---------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how fast do all SMs together read a set of rising size: from L2,
// from its far partition, from DRAM?
//
// Method: every block walks the whole set again and again, each from a place of
// its own, with 16-byte loads that pass L1; bytes over the time between events
// (after RRZE's gpu-l2-cache). The longest block's own cycles give
// the clock.
//
// Pitfalls: if each SM read only its own part, that part would settle in the
// near partition and none would ever cross; a set of a few lines meets in a few
// slices of L2; L1 would serve what fits into it. What lies between a third and
// all of the L2 is split between partitions and not one number.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/gpu/Occupancy.h"
#include "benchmarks/micro/latency/ClockEstimate.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned InFlight = 4, BlockThreads = 256;

/// Each block reads \p Loads elements per thread (a multiple of InFlight) from
/// its own place on around the set; Count is a multiple of the block's threads
/// times InFlight. Cycles: of each block.
__global__ void readAround(const uint4 *Data, uint32_t Count, uint32_t Loads,
                           uint64_t *Cycles) {
  const uint32_t Step = blockDim.x;
  const uint32_t Rows = Count / (Step * InFlight);
  uint32_t Row = uint32_t(uint64_t(Rows) * blockIdx.x / gridDim.x);
  uint32_t Sum = 0;
  uint64_t Begin = readClock();
#pragma unroll 1 // or more would be in flight
  for (uint32_t I = 0; I < Loads; I += InFlight) {
    uint4 Value[InFlight];
    uint32_t At = Row * Step * InFlight + threadIdx.x;
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J)
      Value[J] = loadL2(Data + At + J * Step);
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J)
      Sum ^= orWords(Value[J]);
    Row = Row + 1 < Rows ? Row + 1 : 0;
  }
  keep(Sum);
  uint64_t End = readClock();
  if (threadIdx.x == 0)
    Cycles[blockIdx.x] = End - Begin;
}

} // namespace

void runL2Bandwidth(Context &Ctx) {
  const double L2 = Ctx.Device.L2Bytes;
  if (L2 <= 0) {
    Ctx.Skipped = "the driver does not say how large L2 is";
    return;
  }
  constexpr uint64_t Row = uint64_t(BlockThreads) * InFlight * sizeof(uint4);
  uint64_t Last =
      uint64_t(std::min({4 * L2, Ctx.FreeBytes / 4, 4.0 * (1ull << 30)}));
  std::vector<uint64_t> Sizes =
      footprints(256 << 10, Last, Ctx.pick(3u, 1u), Row);
  for (double Fraction : {0.15, 0.22, 0.3, 0.7, 0.78, 0.86})
    Sizes.push_back(uint64_t(Fraction * L2) / Row * Row);
  std::sort(Sizes.begin(), Sizes.end());
  Sizes.erase(std::unique(Sizes.begin(), Sizes.end()), Sizes.end());
  DeviceArray<uint4> Memory(Last / sizeof(uint4) + 1);
  fill(Ctx, Memory.data(), Memory.size(), 0);
  EventTimer Timer;
  ClockEstimate Clock;
  unsigned PerSm = std::min(
      residentBlocks(readAround, BlockThreads),
      std::max(1u, unsigned(Ctx.Device.MaxThreadsPerSm / BlockThreads)));
  LaunchConfig Config{dim3(unsigned(Ctx.Device.SmCount) * PerSm),
                      dim3(BlockThreads)};
  DeviceArray<uint64_t> Cycles(Config.Grid.x);
  Series &Curve = Ctx.add("read", "footprint_bytes", "gbps",
                          {{"element_bytes", 16},
                           {"in_flight_per_thread", InFlight},
                           {"threads_per_sm", double(PerSm) * BlockThreads}});
  for (uint64_t Bytes : Sizes) {
    if (Bytes < Row || Bytes > Last)
      continue;
    uint32_t Count = uint32_t(Bytes / sizeof(uint4));
    auto RunUs = [&](uint32_t Loads) {
      Timer.start();
      launch(readAround, Config, Memory.data(), Count, Loads, Cycles.data());
      double Us = Timer.stopUs();
      std::vector<uint64_t> OfBlocks = Cycles.host();
      Clock.add(double(*std::max_element(OfBlocks.begin(), OfBlocks.end())),
                Us);
      return Us;
    };
    // Short runs would miss what is behind them; a set must have been read
    // once as a whole before it counts, which enoughWork's runs do.
    uint32_t Loads = enoughWork(3 * sampleUs(Ctx), InFlight, 1u << 20, RunUs);
    uint64_t PerBlock = uint64_t(Loads) * BlockThreads;
    if (PerBlock * Config.Grid.x < 2ull * Count)
      Loads = uint32_t(2ull * Count / (uint64_t(BlockThreads) * Config.Grid.x) /
                           InFlight * InFlight +
                       InFlight);
    (void)RunUs(Loads);
    std::vector<double> Samples;
    for (unsigned I = 0; I < Ctx.pick(7u, 3u); ++I)
      Samples.push_back(gbps(double(Loads) * BlockThreads * Config.Grid.x * 16,
                             RunUs(Loads)));
    Curve.Points.push_back(summarise(double(Bytes), Samples));
  }
  // The emulation's threads do not see that they wait for bandwidth.
  Curve.ClockMhz = Emulated ? Ctx.Device.BoostClockMhz : Clock.megahertz();
}

} // namespace gpuperf::micro
