//===- SharedBandwidth.cu - Shared memory, by conflicts and threads -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many bytes a clock does an SM move from and to shared memory,
// by how many lanes of a warp meet in a bank, and by the number of threads?
//
// Method: one block; each warp touches the same words again and again, chosen
// so that exactly so many of its lanes meet in each bank that they touch; all
// addresses stay, so that nothing but the accesses issues; cycles of the SM
// from the first warp's begin to the last one's end. Reads, writes, and both.
// "width": conflict-free reads of 4, 8 and 16 bytes. "..._ways": cycles of one
// access over the ways, at the most threads.
//
// Pitfalls: a stride of n words gives n ways for powers of two only; lanes that
// read the same word do not conflict; on AMD a wavefront of 64 is two halves.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Transactions.h"
#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/gpu/Shared.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned Unroll = 16;
constexpr uint32_t Words = 1024; ///< conflictWord stays below

/// \p Rounds times Unroll accesses of each thread. Result[0]: cycles from first
/// to last warp; Result[1]: threads whose word held something else at the end.
template <Mode What>
__global__ void accessShared(uint32_t Ways, uint32_t Rounds, uint64_t *Result) {
  __shared__ uint32_t Buffer[Words];
  __shared__ uint32_t Wrong[1024];
  for (uint32_t I = threadIdx.x; I < Words; I += blockDim.x)
    storeShared(&Buffer[I], valueOf(I, 1));
  __syncthreads();
  const uint32_t Word = conflictWord(threadIdx.x, Ways);
  uint32_t *Place = &Buffer[Word];
  const uint32_t New = valueOf(Word, What == Mode::Read ? 1 : 2);
  uint32_t Sum = 0;
  uint64_t Begin = readClock();
  for (uint32_t R = 0; R < Rounds; ++R)
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J) {
      if (What != Mode::Write)
        Sum ^= loadShared(static_cast<const uint32_t *>(Place));
      if (What != Mode::Read)
        storeShared(Place, New);
    }
  keep(Sum);
  uint64_t End = readClock();
  uint64_t Span = blockSpan(Begin, End);
  Wrong[threadIdx.x] = *Place == New ? 0 : 1;
  __syncthreads();
  if (threadIdx.x > 0)
    return;
  uint64_t AllWrong = 0;
  for (unsigned I = 0; I < blockDim.x; ++I)
    AllWrong += Wrong[I];
  Result[0] = Span;
  Result[1] = AllWrong;
}

/// Conflict-free reads of elements side by side.
template <typename T>
__global__ void readShared(uint32_t Rounds, uint64_t *Result) {
  constexpr uint32_t Elements = Words * 4 / sizeof(T);
  __shared__ T Buffer[Elements];
  for (uint32_t I = threadIdx.x; I < Elements; I += blockDim.x)
    Buffer[I] = filled<T>(valueOf(I, 1));
  __syncthreads();
  const T *Place = &Buffer[threadIdx.x % Elements];
  uint32_t Sum = 0;
  uint64_t Begin = readClock();
  for (uint32_t R = 0; R < Rounds; ++R)
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J)
      Sum ^= orWords(loadShared(Place));
  keep(Sum);
  uint64_t End = readClock();
  uint64_t Span = blockSpan(Begin, End);
  if (threadIdx.x == 0) {
    Result[0] = Span;
    Result[1] = 0;
  }
}

/// Bytes a clock, in samples, of a kernel that takes what \p Run(Rounds) gives
/// it.
template <typename RunT>
std::vector<double> bytesPerClk(Context &Ctx, uint32_t Rounds,
                                double BytesPerRound,
                                DeviceArray<uint64_t> &Result, RunT &&Run) {
  std::vector<double> Samples;
  for (unsigned I = 0; I <= Ctx.pick(5u, 3u); ++I) {
    Run(Rounds);
    std::vector<uint64_t> Got = Result.host();
    if (Got[1] > 0)
      throw GpuError(std::to_string(Got[1]) +
                     " threads found other data in shared memory than were "
                     "written");
    if (I > 0) // the first one loads the code
      Samples.push_back(BytesPerRound * Rounds / std::max(double(Got[0]), 1.0));
  }
  return Samples;
}

template <Mode What>
void curves(Context &Ctx, const std::vector<unsigned> &Threads,
            DeviceArray<uint64_t> &Result) {
  std::vector<unsigned> AllWays =
      Ctx.pick(std::vector<unsigned>{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20,
                                     24, 28, 32},
               std::vector<unsigned>{1, 2, 4, 8, 16, 32});
  Series OverWays;
  for (unsigned Ways : AllWays) {
    Series &Curve = Ctx.add(nameOf(What), "threads", "bytes_per_clk_per_sm",
                            {{"ways", double(Ways)}, {"element_bytes", 4}});
    // 16,000 passes of 32 lanes, whatever the conflicts and the threads.
    for (unsigned T : Threads) {
      uint32_t Rounds = std::max(1u, 32768u / (T / 32 + 1) / Ways);
      if (Emulated)
        Rounds = 4;
      double Bytes = T * Unroll * bytesOf(What, 4);
      std::vector<double> Samples =
          bytesPerClk(Ctx, Rounds, Bytes, Result, [&](uint32_t R) {
            launch(accessShared<What>, {dim3(1), dim3(T)}, Ways, R,
                   Result.data());
          });
      Curve.Points.push_back(summarise(T, Samples));
      if (T != Threads.back())
        continue;
      // Cycles for which the banks are busy with 32 lanes.
      for (double &S : Samples)
        S = 32 * bytesOf(What, 4) / S;
      OverWays.Points.push_back(summarise(Ways, Samples));
    }
  }
  Ctx.add(std::string(nameOf(What)) + "_ways", "ways", "cycles_per_32_lanes",
          {{"threads", double(Threads.back())}})
      .Points = OverWays.Points;
}

template <typename T>
void widthPoint(Context &Ctx, unsigned Threads, DeviceArray<uint64_t> &Result,
                std::vector<Point> &Points) {
  uint32_t Rounds = Emulated ? 4 : 1024;
  Points.push_back(summarise(
      sizeof(T),
      bytesPerClk(
          Ctx, Rounds, double(Threads) * Unroll * sizeof(T), Result,
          [&](uint32_t R) {
            launch(readShared<T>, {dim3(1), dim3(Threads)}, R, Result.data());
          })));
}

} // namespace

void runSharedBandwidth(Context &Ctx) {
  unsigned Most =
      unsigned(std::min(std::max(Ctx.Device.MaxThreadsPerBlock, 32.0), 1024.0));
  std::vector<unsigned> Threads;
  for (unsigned T = 32; T <= Most; T *= Ctx.Quick ? 4 : 2)
    Threads.push_back(T);
  if (Threads.back() != Most)
    Threads.push_back(Most);
  DeviceArray<uint64_t> Result(2);
  curves<Mode::Read>(Ctx, Threads, Result);
  curves<Mode::Write>(Ctx, Threads, Result);
  curves<Mode::ReadWrite>(Ctx, Threads, Result);
  std::vector<Point> Points;
  widthPoint<uint32_t>(Ctx, Most, Result, Points);
  widthPoint<uint64_t>(Ctx, Most, Result, Points);
  widthPoint<uint4>(Ctx, Most, Result, Points);
  Ctx.add("width", "element_bytes", "bytes_per_clk_per_sm",
          {{"threads", double(Most)}})
      .Points = Points;
}

} // namespace gpuperf::micro
