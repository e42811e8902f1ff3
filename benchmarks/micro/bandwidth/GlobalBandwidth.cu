//===- GlobalBandwidth.cu - Bandwidth by pattern and threads --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how much of the memory's bandwidth do so many threads get: reading,
// writing and both, in sequence, shifted past the cache line and at random, in
// accesses of 4, 8 and 16 bytes (Adinets and Shvets)?
//
// Method: a buffer that L2 cannot hold; each thread does the same number of
// accesses, four in flight; the grid grows from one warp to full SMs; requested
// bytes over the time between events. What a request moves in whole sectors
// stands beside each curve (moved_per_requested). Each launch goes on where the
// last one ended, so that a small grid does not meet what it has just read.
// Written data are sampled after each curve's points.
//
// Pitfalls: a read whose value nobody needs is removed; the second half of a
// read-and-write must need the first; random numbers must cost less than the
// access; of a random order up to an eighth hits in L2 (the buffer is eight
// times its size); a grid beyond one wave has a tail: it is kept to what is
// resident.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Transactions.h"
#include "benchmarks/micro/addresses/Walks.h"
#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/gpu/Occupancy.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned InFlight = 4;
constexpr uint32_t Seed = 12345;

/// \p PerThread accesses (a multiple of InFlight) of each thread, from number
/// \p First of the order on.
template <typename T, Pattern Order, Mode What>
__global__ void accessGlobal(T *Data, uint64_t First, uint32_t PerThread,
                             uint32_t ElementBits, uint32_t Salt) {
  uint64_t Access = First + globalThread();
  uint32_t Sum = 0;
#pragma unroll 1 // or more would be in flight
  for (uint32_t I = 0; I < PerThread; I += InFlight) {
    uint64_t At[InFlight];
    T Value[InFlight];
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J) {
      At[J] = elementOf<Order>(Access, ElementBits, sizeof(T), Seed);
      Access += globalThreads();
      if constexpr (What != Mode::Write)
        Value[J] = loadL1(Data + At[J]);
    }
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J) {
      uint32_t New = valueOf(At[J], Salt);
      // Never so, but it makes the store wait for the load.
      if constexpr (What == Mode::ReadWrite)
        New += orWords(Value[J]) == Unwritten ? 1 : 0;
      if constexpr (What == Mode::Read)
        Sum ^= orWords(Value[J]);
      else
        storeGlobal(Data + At[J], filled<T>(New));
    }
  }
  keep(Sum);
}

/// Whether a sample of \p Accesses accesses from \p First on has been written.
template <typename T, Pattern Order>
__global__ void countWrong(const T *Data, uint64_t First, uint64_t Accesses,
                           uint32_t ElementBits, uint32_t Salt,
                           uint32_t *Wrong) {
  uint64_t Access = First + Accesses / blockDim.x * threadIdx.x;
  uint64_t At = elementOf<Order>(Access, ElementBits, sizeof(T), Seed);
  Wrong[threadIdx.x] = allWordsAre(Data[At], valueOf(At, Salt)) ? 0 : 1;
}

template <typename T, Pattern Order, Mode What>
void curve(Context &Ctx, T *Data, uint64_t Bytes) {
  const unsigned Bits = floorLog2(Bytes / sizeof(T));
  const uint32_t WarpSize = uint32_t(Ctx.Device.WarpSize);
  Series &Curve =
      Ctx.add(std::string(nameOf(What)) + "_" + nameOf(Order) + "_" +
                  std::to_string(sizeof(T)),
              "threads", "requested_gbps",
              {{"element_bytes", double(sizeof(T))},
               {"in_flight_per_thread", InFlight},
               {"buffer_bytes", double(sizeof(T)) * double(1ull << Bits)},
               {"moved_per_requested",
                movedPerRequested<Order>(Bits, sizeof(T), WarpSize)}});
  // With the widest elements, fewer warps may fit.
  const uint32_t WarpsPerBlock = 8;
  uint32_t WarpsPerSm =
      std::min(uint32_t(Ctx.Device.MaxThreadsPerSm) / WarpSize,
               WarpsPerBlock * residentBlocks(accessGlobal<T, Order, What>,
                                              WarpsPerBlock * WarpSize));
  constexpr unsigned Checked = 256;
  DeviceArray<uint32_t> Wrong(Checked);
  EventTimer Timer;
  uint64_t First = 0;
  uint32_t Salt = 1;
  for (GridShape G : threadSweep(uint32_t(Ctx.Device.SmCount), WarpSize,
                                 WarpsPerSm, Ctx.Quick)) {
    LaunchConfig Config{dim3(G.Blocks), dim3(G.Threads)};
    uint64_t Before = 0;
    auto RunUs = [&](uint32_t PerThread) {
      Timer.start();
      launch(accessGlobal<T, Order, What>, Config, Data, First, PerThread, Bits,
             Salt);
      double Us = Timer.stopUs();
      Before = First;
      First += PerThread * G.total();
      return Us;
    };
    uint32_t PerThread = enoughWork(sampleUs(Ctx), InFlight, 1u << 20, RunUs);
    std::vector<double> Samples;
    for (unsigned I = 0; I < Ctx.pick(5u, 3u); ++I) {
      ++Salt;
      double Us = RunUs(PerThread);
      Samples.push_back(
          gbps(double(G.total()) * PerThread * bytesOf(What, sizeof(T)), Us));
    }
    Curve.Points.push_back(summarise(double(G.total()), Samples));
    if constexpr (What != Mode::Read) {
      launch(countWrong<T, Order>, {dim3(1), dim3(Checked)}, Data, Before,
             PerThread * G.total(), Bits, Salt, Wrong.data());
      expectNoneWrong(Wrong, Curve.Name);
    }
  }
}

template <typename T, Pattern Order>
void curvesOfOrder(Context &Ctx, T *Data, uint64_t Bytes) {
  curve<T, Order, Mode::Read>(Ctx, Data, Bytes);
  curve<T, Order, Mode::Write>(Ctx, Data, Bytes);
  curve<T, Order, Mode::ReadWrite>(Ctx, Data, Bytes);
}

template <typename T>
void curvesOfWidth(Context &Ctx, void *Memory, uint64_t Bytes) {
  T *Data = static_cast<T *>(Memory);
  curvesOfOrder<T, Pattern::Sequential>(Ctx, Data, Bytes);
  curvesOfOrder<T, Pattern::Shifted>(Ctx, Data, Bytes);
  curvesOfOrder<T, Pattern::Random>(Ctx, Data, Bytes);
}

} // namespace

void runGlobalBandwidth(Context &Ctx) {
  // A power of two, so that an index needs no division; 2^32 elements at most.
  uint64_t Bytes = std::min<uint64_t>(dramPowerOfTwo(Ctx), 1ull << 34);
  DeviceArray<uint4> Memory(Bytes / sizeof(uint4));
  fill(Ctx, Memory.data(), Memory.size(), 0);
  curvesOfWidth<uint32_t>(Ctx, Memory.data(), Bytes);
  if (!Ctx.Quick)
    curvesOfWidth<uint64_t>(Ctx, Memory.data(), Bytes);
  curvesOfWidth<uint4>(Ctx, Memory.data(), Bytes);
}

} // namespace gpuperf::micro
