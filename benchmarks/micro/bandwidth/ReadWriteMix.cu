//===- ReadWriteMix.cu - Bandwidth by the share of writes -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how does DRAM's bandwidth change with the share of writes?
//
// Method: a stream of 16-byte accesses through a buffer that L2 cannot hold, at
// full occupancy; of each ten in a row a fixed number are writes, spread among
// the reads, the same for all lanes of a warp; bytes read plus bytes written
// over the time between events. Written data are sampled.
//
// Pitfalls: DRAM loses time whenever it turns from reading to writing, so that
// half and half is below both ends; a branch around each access would keep the
// loads from being in flight together: the mix is known when it is compiled.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/gpu/Occupancy.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned Row = 10; ///< accesses of a thread, of which some are writes

/// Whether access \p I of a row is a write; so many are, as evenly as it goes.
__host__ __device__ constexpr bool isWrite(unsigned I, unsigned Writes) {
  return (I + 1) * Writes / Row > I * Writes / Row;
}

/// \p Rows rows of each thread from row \p First of the grid on, around the
/// buffer of 2^Bits elements.
template <unsigned Writes>
__global__ void mixed(uint4 *Data, uint64_t First, uint32_t Rows, uint32_t Bits,
                      uint32_t Salt) {
  const uint64_t Mask = (1ull << Bits) - 1;
  uint64_t Access = First * Row * globalThreads() + globalThread();
  uint32_t Sum = 0;
#pragma unroll 1 // or more would be in flight
  for (uint32_t R = 0; R < Rows; ++R) {
    uint4 Value[Row];
#pragma unroll
    for (unsigned I = 0; I < Row; ++I) {
      uint64_t At = (Access + I * globalThreads()) & Mask;
      if (isWrite(I, Writes))
        storeGlobal(Data + At, filled<uint4>(valueOf(At, Salt)));
      else
        Value[I] = loadL1(Data + At);
    }
#pragma unroll
    for (unsigned I = 0; I < Row; ++I)
      if (!isWrite(I, Writes))
        Sum ^= orWords(Value[I]);
    Access += Row * globalThreads();
  }
  keep(Sum);
}

/// Whether places of the row \p First on that are writes hold their data.
template <unsigned Writes>
__global__ void sampleMixed(const uint4 *Data, uint64_t First, uint64_t Threads,
                            uint32_t Bits, uint32_t Salt, uint32_t *Wrong) {
  uint64_t Start = First * Row * Threads + Threads / blockDim.x * threadIdx.x;
  uint32_t Found = 0;
  for (unsigned I = 0; I < Row; ++I) {
    uint64_t At = (Start + I * Threads) & ((1ull << Bits) - 1);
    if (isWrite(I, Writes) && !allWordsAre(Data[At], valueOf(At, Salt)))
      ++Found;
  }
  Wrong[threadIdx.x] = Found;
}

template <unsigned Writes>
void point(Context &Ctx, Series &Curve, DeviceArray<uint4> &Memory) {
  constexpr unsigned BlockThreads = 256, Checked = 256;
  const unsigned Bits = floorLog2(Memory.size());
  unsigned PerSm = std::min(
      residentBlocks(mixed<Writes>, BlockThreads),
      std::max(1u, unsigned(Ctx.Device.MaxThreadsPerSm / BlockThreads)));
  LaunchConfig Config{dim3(unsigned(Ctx.Device.SmCount) * PerSm),
                      dim3(BlockThreads)};
  const uint64_t Threads = uint64_t(Config.Grid.x) * BlockThreads;
  EventTimer Timer;
  uint64_t First = 0, Before = 0;
  uint32_t Salt = Writes + 100;
  auto RunUs = [&](uint32_t Rows) {
    Timer.start();
    launch(mixed<Writes>, Config, Memory.data(), First, Rows, Bits, Salt);
    double Us = Timer.stopUs();
    Before = First;
    First += Rows;
    return Us;
  };
  uint32_t Rows = enoughWork(sampleUs(Ctx), 1, 1u << 16, RunUs);
  std::vector<double> Samples;
  for (unsigned I = 0; I < Ctx.pick(7u, 3u); ++I) {
    Salt += 20;
    Samples.push_back(gbps(double(Rows) * Row * Threads * 16, RunUs(Rows)));
  }
  Curve.Points.push_back(summarise(100.0 * Writes / Row, Samples));
  DeviceArray<uint32_t> Wrong(Checked);
  // The last row: what an earlier one wrote may have been read only.
  launch(sampleMixed<Writes>, {dim3(1), dim3(Checked)}, Memory.data(),
         Before + Rows - 1, Threads, Bits, Salt, Wrong.data());
  expectNoneWrong(Wrong, std::to_string(Writes * 10) + " % writes");
}

} // namespace

void runReadWriteMix(Context &Ctx) {
  DeviceArray<uint4> Memory(dramPowerOfTwo(Ctx) / sizeof(uint4));
  fill(Ctx, Memory.data(), Memory.size(), 0);
  Series &Curve = Ctx.add(
      "mix", "write_percent", "gbps",
      {{"element_bytes", 16}, {"buffer_bytes", 16.0 * double(Memory.size())}});
  point<0>(Ctx, Curve, Memory);
  point<1>(Ctx, Curve, Memory);
  point<2>(Ctx, Curve, Memory);
  point<3>(Ctx, Curve, Memory);
  point<4>(Ctx, Curve, Memory);
  point<5>(Ctx, Curve, Memory);
  point<6>(Ctx, Curve, Memory);
  point<7>(Ctx, Curve, Memory);
  point<8>(Ctx, Curve, Memory);
  point<9>(Ctx, Curve, Memory);
  point<10>(Ctx, Curve, Memory);
}

} // namespace gpuperf::micro
