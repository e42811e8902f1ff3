//===- L1Bandwidth.cu - The ceiling of L1 ---------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many bytes a clock does an SM read from its L1, alone and while
// all others do the same?
//
// Method: one block on an SM reads its own buffer again and again with 16-byte
// loads, once before it counts; cycles of the SM from the first warp's begin to
// the last one's end. Buffers from 16 KiB to what is beyond any L1, blocks of
// 256 and of 1,024 threads: the highest point is the ceiling (RRZE's
// gpu-cache).
//
// Pitfalls: the buffer must be smaller than the L1, which shares its memory
// with shared memory; two blocks would share the ceiling: there is one per SM;
// computing addresses must not be what limits: a thread's loads are constants
// apart. "all_sms" counts the median of the SMs.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/gpu/Occupancy.h"
#include "benchmarks/micro/gpu/Shared.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned InFlight = 4;

/// Each block reads its own \p Rows rows of InFlight elements per thread,
/// around and around: \p Warm rows that do not count, then \p Counted that do.
template <unsigned BlockThreads>
__global__ void readOwn(const uint4 *Data, uint32_t Rows, uint32_t Warm,
                        uint32_t Counted, uint64_t *Cycles) {
  constexpr uint32_t RowElements = BlockThreads * InFlight;
  const uint4 *Own = Data + uint64_t(blockIdx.x) * Rows * RowElements;
  uint32_t Row = 0, Sum = 0;
  auto Read = [&](uint32_t Number) {
    for (uint32_t I = 0; I < Number; ++I) {
      const uint4 *Mine = Own + Row * RowElements + threadIdx.x;
      uint4 Value[InFlight];
#pragma unroll
      for (unsigned J = 0; J < InFlight; ++J)
        Value[J] = loadL1(Mine + J * BlockThreads);
#pragma unroll
      for (unsigned J = 0; J < InFlight; ++J)
        Sum ^= orWords(Value[J]);
      Row = Row + 1 < Rows ? Row + 1 : 0;
    }
  };
  Read(Warm);
  keep(Sum);
  __syncthreads();
  uint64_t Begin = readClock();
  Read(Counted);
  keep(Sum);
  uint64_t End = readClock();
  uint64_t Span = blockSpan(Begin, End);
  if (threadIdx.x == 0)
    Cycles[blockIdx.x] = Span;
}

template <unsigned BlockThreads>
void curve(Context &Ctx, const char *Sms, unsigned Blocks, const uint4 *Data,
           const std::vector<uint32_t> &Sizes) {
  constexpr uint32_t RowBytes = BlockThreads * InFlight * sizeof(uint4);
  Series &Curve = Ctx.add(
      std::string(Sms) + "_" + std::to_string(BlockThreads), "buffer_bytes",
      "bytes_per_clk_per_sm",
      {{"element_bytes", 16}, {"threads_per_sm", double(BlockThreads)}});
  preferL1(readOwn<BlockThreads>);
  DeviceArray<uint64_t> Cycles(Blocks);
  for (uint32_t Bytes : Sizes) {
    const uint32_t Rows = Bytes / RowBytes;
    if (Rows == 0 || Bytes % RowBytes != 0)
      continue;
    // Eight or thirty-two mebibytes: 60,000 or 250,000 cycles at 128 bytes.
    uint32_t Counted = Ctx.pick(32u << 20, 8u << 20) / RowBytes;
    if (Emulated)
      Counted = 4 * Rows;
    std::vector<double> Samples;
    for (unsigned I = 0; I < Ctx.pick(7u, 3u); ++I) {
      launch(readOwn<BlockThreads>, {dim3(Blocks), dim3(BlockThreads)}, Data,
             Rows, 2 * Rows, Counted, Cycles.data());
      std::vector<double> PerSm;
      for (uint64_t C : Cycles.host())
        PerSm.push_back(double(RowBytes) * Counted / std::max(double(C), 1.0));
      Samples.push_back(calibration::quantile(PerSm, 0.5));
    }
    Curve.Points.push_back(summarise(Bytes, Samples));
  }
}

} // namespace

void runL1Bandwidth(Context &Ctx) {
  unsigned Sms = unsigned(std::max(Ctx.Device.SmCount, 1.0));
  std::vector<uint32_t> Sizes;
  for (uint32_t KiB : {16u, 32u, 48u, 64u, 96u, 128u, 192u, 256u, 384u})
    if (double(KiB) * 1024 * Sms <= Ctx.FreeBytes / 4)
      Sizes.push_back(KiB << 10);
  if (Sizes.empty()) {
    Ctx.Skipped = "too little free memory";
    return;
  }
  DeviceArray<uint4> Data(size_t(Sizes.back()) / sizeof(uint4) * Sms);
  fill(Ctx, Data.data(), Data.size(), 0);
  for (unsigned Blocks : {1u, Sms}) {
    const char *Which = Blocks == 1 ? "one_sm" : "all_sms";
    curve<256>(Ctx, Which, Blocks, Data.data(), Sizes);
    if (Ctx.Device.MaxThreadsPerBlock >= 1024)
      curve<1024>(Ctx, Which, Blocks, Data.data(), Sizes);
  }
}

} // namespace gpuperf::micro
