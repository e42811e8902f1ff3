//===- DramBandwidth.cu - The ceiling of DRAM -----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what is the most that DRAM gives: to reads alone, and to a copy?
//
// Method: a stream of 16-byte accesses through a buffer far larger than L2,
// over the warps of each SM and two, four or eight accesses in flight per
// thread; bytes that were read (and written) over the time between events. The
// highest point is the ceiling (RRZE's gpu-stream: read and scale).
//
// Pitfalls: the ceiling needs neither all warps nor one access each: both are
// swept; the end of a launch in which some blocks have more to do is idle time:
// all threads do the same and all blocks are resident; the next launch may find
// the last L2's worth of the buffer: the buffer is large, so that it is little.
// The copy counts what it reads and what it writes.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/gpu/Occupancy.h"

namespace gpuperf::micro {
namespace {

/// Reads all of From; with IsCopy also writes it to To. Count is a multiple of
/// InFlight times the threads of the grid.
template <unsigned InFlight, bool IsCopy>
__global__ void stream(const uint4 *From, uint4 *To, uint64_t Count) {
  uint32_t Sum = 0;
  const uint64_t Step = globalThreads();
#pragma unroll 1 // or more would be in flight
  for (uint64_t I = globalThread(); I < Count; I += InFlight * Step) {
    uint4 Value[InFlight];
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J)
      Value[J] = loadL1(From + I + J * Step);
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J)
      if constexpr (IsCopy)
        storeGlobal(To + I + J * Step, Value[J]);
      else
        Sum ^= orWords(Value[J]);
  }
  keep(Sum);
}

__global__ void sampleCopy(const uint4 *To, uint64_t Count, uint32_t Salt,
                           uint32_t *Wrong) {
  uint64_t At = (Count - 1) / (blockDim.x - 1) * threadIdx.x;
  Wrong[threadIdx.x] = allWordsAre(To[At], valueOf(At, Salt)) ? 0 : 1;
}

template <unsigned InFlight, bool IsCopy>
void curve(Context &Ctx, uint4 *Memory, uint64_t Elements, uint32_t Salt) {
  constexpr unsigned BlockThreads = 256, Checked = 256;
  const uint64_t Half = IsCopy ? Elements / 2 : Elements;
  Series &Curve = Ctx.add(std::string(IsCopy ? "copy_" : "read_") +
                              std::to_string(InFlight),
                          "threads_per_sm", "gbps",
                          {{"element_bytes", 16},
                           {"in_flight_per_thread", InFlight},
                           {"buffer_bytes", 16.0 * double(Half)}});
  DeviceArray<uint32_t> Wrong(Checked);
  unsigned MostBlocks = residentBlocks(stream<InFlight, IsCopy>, BlockThreads);
  MostBlocks =
      std::min(MostBlocks, unsigned(Ctx.Device.MaxThreadsPerSm / BlockThreads));
  for (unsigned PerSm = 1; PerSm <= MostBlocks;
       PerSm += Ctx.Quick && PerSm < MostBlocks - 1 ? 2 : 1) {
    LaunchConfig Config{dim3(unsigned(Ctx.Device.SmCount) * PerSm),
                        dim3(BlockThreads)};
    uint64_t Whole = uint64_t(Config.Grid.x) * BlockThreads * InFlight;
    uint64_t Count = Half / Whole * Whole;
    if (Count == 0)
      continue;
    if (IsCopy)
      GPUPERF_CHECK(cudaMemset(Memory + Half, 0, Half * sizeof(uint4)));
    std::vector<double> Us = timeEachUs(Ctx, Ctx.pick(7u, 3u), [&] {
      launch(stream<InFlight, IsCopy>, Config, Memory, Memory + Elements - Half,
             Count);
    });
    std::vector<double> Samples;
    for (double T : Us)
      Samples.push_back(gbps(double(Count) * 16 * (IsCopy ? 2 : 1), T));
    Curve.Points.push_back(summarise(double(PerSm) * BlockThreads, Samples));
    if (IsCopy) {
      launch(sampleCopy, {dim3(1), dim3(Checked)}, Memory + Elements - Half,
             Count, Salt, Wrong.data());
      expectNoneWrong(Wrong, Curve.Name);
    }
  }
}

} // namespace

void runDramBandwidth(Context &Ctx) {
  // What may hit in L2 from one pass to the next is a hundredth.
  double Bytes = std::min(std::max(4 * Ctx.dramBytes(), 1024.0 * (1 << 20)),
                          Ctx.FreeBytes / 3);
  if (Ctx.Quick)
    Bytes = std::min(Bytes, 2 * Ctx.dramBytes());
  if (Emulated)
    Bytes = std::min(Bytes, 8 * Ctx.Device.L2Bytes);
  uint64_t Elements = uint64_t(Bytes) / sizeof(uint4) / 2 * 2;
  DeviceArray<uint4> Memory(Elements);
  constexpr uint32_t Salt = 7;
  fill(Ctx, Memory.data(), Elements, Salt);
  curve<4, false>(Ctx, Memory.data(), Elements, Salt);
  curve<4, true>(Ctx, Memory.data(), Elements, Salt);
  if (Ctx.Quick)
    return;
  curve<2, false>(Ctx, Memory.data(), Elements, Salt);
  curve<8, false>(Ctx, Memory.data(), Elements, Salt);
  curve<2, true>(Ctx, Memory.data(), Elements, Salt);
  curve<8, true>(Ctx, Memory.data(), Elements, Salt);
}

} // namespace gpuperf::micro
