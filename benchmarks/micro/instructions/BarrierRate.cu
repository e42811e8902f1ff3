//===- BarrierRate.cu - Barriers of all blocks of an SM -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many threads does an SM take through a barrier per clock, when
// all its blocks do nothing else?
//
// Method: as many blocks on each SM as make up all the threads that it can
// hold, from the largest blocks to those of one warp; each passes a long and a
// short row of barriers; threads over the cycles by which the long row took
// longer, median of the blocks. The highest point is the rate of the
// programming guide's table (operations of __syncthreads).
//
// Pitfalls: of a single block the latency of a barrier is seen and not its rate
// (WarpOperations.cu); blocks must be on the SM together, so the driver is
// asked how many it holds; the start of the blocks is in both rows.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/gpu/Occupancy.h"
#include "benchmarks/micro/instructions/Operations.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned Unroll = 16;

/// Cycles[b]: of block b, for \p Passes times Unroll barriers.
__global__ void GPUPERF_BOUNDS(1024)
    passBarriers(uint32_t Passes, uint64_t *Cycles) {
  uint32_t X = 0;
  __syncthreads();
  uint64_t Begin = readClock();
#pragma unroll 1
  for (uint32_t Pass = 0; Pass < Passes; ++Pass)
#pragma unroll
    for (unsigned I = 0; I < Unroll; ++I)
      Barrier::step(X, X, X);
  uint64_t End = readClock();
  if (threadIdx.x == 0)
    Cycles[blockIdx.x] = End - Begin;
}

} // namespace

void runBarrierRate(Context &Ctx) {
  if (!hasOperation<Barrier>(Ctx)) {
    Ctx.Skipped = "no barrier that this program knows as one instruction";
    return;
  }
  const unsigned WarpSize = unsigned(Ctx.Device.WarpSize);
  const unsigned PerSm = unsigned(std::max(Ctx.Device.MaxThreadsPerSm, 256.0));
  const unsigned Most =
      unsigned(std::min(Ctx.Device.MaxThreadsPerBlock, 1024.0));
  const unsigned Sms = unsigned(std::max(Ctx.Device.SmCount, 1.0));
  const uint32_t Short = Emulated ? 1 : 64;
  const uint32_t Long = Emulated ? 2 : Ctx.pick(320u, 192u);
  Series &Curve = Ctx.add("blocks", "blocks_per_sm", "results_per_clk_per_sm",
                          {{"threads_per_sm", double(PerSm)}});
  for (unsigned Threads = Most; Threads >= WarpSize; Threads /= 2) {
    const unsigned Blocks =
        std::min(PerSm / Threads, residentBlocks(passBarriers, Threads));
    if (!Curve.Points.empty() && Blocks <= Curve.Points.back().X)
      break; // no more places for blocks: only smaller ones would come
    DeviceArray<uint64_t> Cycles(size_t(Blocks) * Sms);
    auto medianCycles = [&](uint32_t Passes) {
      launch(passBarriers, {dim3(Blocks * Sms), dim3(Threads)}, Passes,
             Cycles.data());
      std::vector<double> OfBlocks;
      for (uint64_t C : Cycles.host())
        OfBlocks.push_back(double(C));
      return calibration::quantile(OfBlocks, 0.5);
    };
    std::vector<double> Rates;
    for (unsigned I = 0; I <= samplesOf(Ctx); ++I) {
      double More = medianCycles(Long) - medianCycles(Short);
      if (I > 0 && More > 0) // the first loads the code
        Rates.push_back(double(Blocks) * Threads * Unroll * (Long - Short) /
                        More);
    }
    if (!Rates.empty())
      Curve.Points.push_back(summarise(Blocks, Rates));
  }
}

} // namespace gpuperf::micro
