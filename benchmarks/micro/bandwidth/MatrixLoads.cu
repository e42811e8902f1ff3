//===- MatrixLoads.cu - ldmatrix, by the rows that share banks ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: for how many cycles are the banks busy with a load of four 8 x 8
// matrices, by how many rows of a matrix lie in the same banks?
//
// Method: one block of the most threads; each warp loads the same matrices
// again and again, whose rows of 16 bytes are so far apart that one, two, four
// or eight of them share their four banks; cycles of the SM from the first
// warp's begin to the last one's end.
//
// Pitfalls: loads of one address are merged; rows that are next to each other
// have no conflict, and neither have rows of 144 bytes, as padded tiles have
// them.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Transactions.h"
#include "benchmarks/micro/gpu/Async.h"
#include "benchmarks/micro/gpu/Run.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned Unroll = 16;
constexpr uint32_t RowBytes = 16;
/// The places that a thread loads from by turns, a row apart each, so that all
/// have the same conflicts: of one place a compiler would load once.
constexpr uint32_t Places = Unroll + 8;
/// Of 32 rows that are the farthest apart.
constexpr uint32_t MostBytes = 32 * 144 + Places * RowBytes;

__global__ void loadRows(uint32_t PitchBytes, uint32_t Rounds,
                         uint64_t *Result) {
  __shared__ uint4 Buffer[MostBytes / RowBytes];
  for (uint32_t I = threadIdx.x; I < MostBytes / RowBytes; I += blockDim.x)
    Buffer[I] = make_uint4(I, I, I, I);
  __syncthreads();
  const uint4 *Row = &Buffer[threadIdx.x % 32 * PitchBytes / RowBytes];
  uint32_t Sum = 0;
  uint64_t Begin = readClock();
  for (uint32_t R = 0; R < Rounds; ++R)
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J)
      Sum += loadMatrices(Row + R % 8 + J);
  keep(Sum);
  uint64_t End = readClock();
  uint64_t Span = blockSpan(Begin, End);
  if (threadIdx.x == 0)
    Result[0] = Span;
}

} // namespace

void runMatrixLoads(Context &Ctx) {
  if (!hasSm(Ctx.Device, LeastSmOfMatrixLoads)) {
    Ctx.Skipped = Ctx.Device.Arch + " has no load of matrices";
    return;
  }
  const unsigned Threads =
      unsigned(std::min(std::max(Ctx.Device.MaxThreadsPerBlock, 32.0), 1024.0));
  const uint32_t Rounds = Emulated ? 4 : Ctx.pick(1024u, 256u);
  DeviceArray<uint64_t> Result(1);
  auto CyclesOf = [&](uint32_t PitchBytes) {
    std::vector<double> Cycles;
    for (unsigned I = 0; I <= Ctx.pick(5u, 3u); ++I) {
      launch(loadRows, {dim3(1), dim3(Threads)}, PitchBytes, Rounds,
             Result.data());
      if (I > 0) // the first one loads the code
        Cycles.push_back(double(Result.host()[0]) /
                         (double(Threads) / 32 * Rounds * Unroll));
    }
    return Cycles;
  };
  Series &Curve = Ctx.add("passes", "rows_per_bank", "cycles_per_load",
                          {{"threads", double(Threads)}});
  for (uint32_t PitchBytes : {16u, 32u, 64u, 128u})
    Curve.Points.push_back(
        summarise(matrixRowsPerBank(PitchBytes), CyclesOf(PitchBytes)));
  Ctx.add("padded", "row_bytes", "cycles_per_load",
          {{"threads", double(Threads)}})
      .Points.push_back(summarise(144, CyclesOf(144)));
}

} // namespace gpuperf::micro
