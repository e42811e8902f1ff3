//===- TextureBandwidth.cu - Texture fetches by pattern and threads -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how fast are texture fetches, in sequence, shifted past the cache
// line and at random, over the number of threads (Adinets, Shvets)?
//
// Method: as GlobalBandwidth.cu, but reads through a two-dimensional texture
// over linear memory, point-sampled; element e of the order is column e modulo
// the width of row e over the width. Fetched data are sampled first.
//
// Pitfalls: a texture over linear memory has rows, an array of the runtime has
// tiles: sequential fetches favour the first; the texture unit filters nothing
// here, but it still computes addresses from floating-point numbers.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Transactions.h"
#include "benchmarks/micro/addresses/Walks.h"
#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/gpu/Occupancy.h"
#include "benchmarks/micro/gpu/Texture.h"

namespace gpuperf::micro {
namespace {

constexpr unsigned InFlight = 4, WidthBytesBits = 15; // rows of 32 KiB
constexpr uint32_t Seed = 54321;

template <typename T>
constexpr unsigned WidthBits = WidthBytesBits - (sizeof(T) == 4 ? 2 : 4);

template <typename T, Pattern Order>
__device__ T fetchElement(TextureHandle Data, uint64_t Access,
                          uint32_t ElementBits) {
  uint32_t At =
      uint32_t(elementOf<Order>(Access, ElementBits, sizeof(T), Seed));
  return fetch2D<T>(Data, At & ((1u << WidthBits<T>)-1), At >> WidthBits<T>);
}

template <typename T, Pattern Order>
__global__ void fetchAll(TextureHandle Data, uint64_t First, uint32_t PerThread,
                         uint32_t ElementBits) {
  uint64_t Access = First + globalThread();
  uint32_t Sum = 0;
#pragma unroll 1 // or more would be in flight
  for (uint32_t I = 0; I < PerThread; I += InFlight) {
    T Value[InFlight];
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J) {
      Value[J] = fetchElement<T, Order>(Data, Access, ElementBits);
      Access += globalThreads();
    }
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J)
      Sum ^= orWords(Value[J]);
  }
  keep(Sum);
}

template <typename T, Pattern Order>
__global__ void sampleFetches(TextureHandle Data, uint64_t Distance,
                              uint32_t ElementBits, uint32_t *Wrong) {
  uint64_t Access = Distance * threadIdx.x;
  uint64_t At = elementOf<Order>(Access, ElementBits, sizeof(T), Seed);
  T Value = fetchElement<T, Order>(Data, Access, ElementBits);
  Wrong[threadIdx.x] = allWordsAre(Value, valueOf(At, 0)) ? 0 : 1;
}

template <typename T, Pattern Order>
void curve(Context &Ctx, TextureHandle Data, unsigned Bits) {
  const uint32_t WarpSize = uint32_t(Ctx.Device.WarpSize);
  Series &Curve = Ctx.add(
      std::string("read_") + nameOf(Order) + "_" + std::to_string(sizeof(T)),
      "threads", "requested_gbps",
      {{"element_bytes", double(sizeof(T))},
       {"in_flight_per_thread", InFlight},
       {"buffer_bytes", double(sizeof(T)) * double(1ull << Bits)},
       {"moved_per_requested",
        movedPerRequested<Order>(Bits, sizeof(T), WarpSize)}});
  constexpr unsigned Checked = 256;
  DeviceArray<uint32_t> Wrong(Checked);
  launch(sampleFetches<T, Order>, {dim3(1), dim3(Checked)}, Data,
         (1ull << Bits) / Checked + 1, Bits, Wrong.data());
  expectNoneWrong(Wrong, Curve.Name);
  const uint32_t WarpsPerBlock = 8;
  uint32_t WarpsPerSm =
      std::min(uint32_t(Ctx.Device.MaxThreadsPerSm) / WarpSize,
               WarpsPerBlock * residentBlocks(fetchAll<T, Order>,
                                              WarpsPerBlock * WarpSize));
  EventTimer Timer;
  uint64_t First = 0;
  for (GridShape G : threadSweep(uint32_t(Ctx.Device.SmCount), WarpSize,
                                 WarpsPerSm, Ctx.Quick)) {
    auto RunUs = [&](uint32_t PerThread) {
      Timer.start();
      launch(fetchAll<T, Order>, {dim3(G.Blocks), dim3(G.Threads)}, Data, First,
             PerThread, Bits);
      double Us = Timer.stopUs();
      First += PerThread * G.total();
      return Us;
    };
    uint32_t PerThread = enoughWork(sampleUs(Ctx), InFlight, 1u << 20, RunUs);
    std::vector<double> Samples;
    for (unsigned I = 0; I < Ctx.pick(5u, 3u); ++I)
      Samples.push_back(
          gbps(double(G.total()) * PerThread * sizeof(T), RunUs(PerThread)));
    Curve.Points.push_back(summarise(double(G.total()), Samples));
  }
}

template <typename T>
void curvesOfWidth(Context &Ctx, void *Memory, uint64_t Bytes) {
  T *Data = static_cast<T *>(Memory);
  const unsigned Bits = floorLog2(Bytes / sizeof(T));
  fill(Ctx, Data, 1ull << Bits, 0);
  Texture<T> Rows(Data, 1u << WidthBits<T>, uint32_t(Bytes >> WidthBytesBits));
  curve<T, Pattern::Sequential>(Ctx, Rows.handle(), Bits);
  curve<T, Pattern::Shifted>(Ctx, Rows.handle(), Bits);
  curve<T, Pattern::Random>(Ctx, Rows.handle(), Bits);
}

} // namespace

void runTextureBandwidth(Context &Ctx) {
  if (!hasTextures()) {
    Ctx.Skipped = "this GPU has no texture units";
    return;
  }
  uint64_t Bytes = std::min<uint64_t>(
      dramPowerOfTwo(Ctx), uint64_t(Texture2DRows) << WidthBytesBits);
  DeviceArray<uint4> Memory(Bytes / sizeof(uint4));
  curvesOfWidth<uint32_t>(Ctx, Memory.data(), Bytes);
  curvesOfWidth<uint4>(Ctx, Memory.data(), Bytes);
}

} // namespace gpuperf::micro
