//===- Permutation.cu - Scatter against gather ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what moves data into a random order faster: reading in sequence and
// writing at random (scatter), or reading at random and writing in sequence
// (gather)? (Adinets and Shvets.)
//
// Method: a permutation of a whole array that L2 cannot hold, computed, not
// read; elements of 4, 8 and 16 bytes; both ways and, for comparison, a copy in
// sequence; bytes read plus bytes written over the time between events. All
// elements of the result are compared after each.
//
// Pitfalls: an array of indices would be a third stream; a permutation of parts
// that fit into L2 would not be random to DRAM; random writes of less than a
// sector make L2 read the rest of it, or merge, which differs between GPUs.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/addresses/Coherence.h"
#include "benchmarks/micro/bandwidth/Access.h"
#include "benchmarks/micro/gpu/Occupancy.h"

namespace gpuperf::micro {
namespace {

enum class Move { Copy, Scatter, Gather };

/// To is From in the order of the permutation. All three move each of 2^Bits
/// elements once.
template <typename T, Move How>
__global__ void moveElements(const T *From, T *To, uint32_t Bits) {
  constexpr unsigned InFlight = 4;
  const uint32_t Count = 1u << Bits;
  const uint32_t Step = uint32_t(globalThreads());
  for (uint32_t I = uint32_t(globalThread()); I < Count; I += InFlight * Step) {
    T Value[InFlight];
    uint32_t Target[InFlight];
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J) {
      uint32_t At = I + J * Step;
      Target[J] = How == Move::Scatter ? mixBits(At, Bits) : At;
      // The grid is a power of two below a quarter of Count: no end to test.
      Value[J] = loadL1(From + (How == Move::Gather ? mixBits(At, Bits) : At));
    }
#pragma unroll
    for (unsigned J = 0; J < InFlight; ++J)
      storeGlobal(To + Target[J], Value[J]);
  }
}

/// Wrong[t]: elements that thread t found in the wrong place.
template <typename T, Move How>
__global__ void countMisplaced(const T *To, uint32_t Bits, uint32_t *Wrong) {
  uint32_t Found = 0;
  for (uint64_t I = globalThread(); I < 1ull << Bits; I += globalThreads()) {
    uint32_t At = uint32_t(I), Mixed = mixBits(At, Bits);
    // Scatter: To[Mixed] is element At; gather: To[At] is element Mixed.
    uint32_t Place = How == Move::Scatter ? Mixed : At;
    uint32_t Element = How == Move::Gather ? Mixed : At;
    Found += allWordsAre(To[Place], valueOf(Element, 3)) ? 0 : 1;
  }
  Wrong[globalThread()] = Found;
}

/// The largest power of two of blocks that are resident at once.
template <typename T, Move How>
unsigned blocksFor(const Context &Ctx, unsigned BlockThreads, unsigned Bits) {
  unsigned PerSm = std::min(
      residentBlocks(moveElements<T, How>, BlockThreads),
      std::max(1u, unsigned(Ctx.Device.MaxThreadsPerSm) / BlockThreads));
  unsigned Log = floorLog2(uint64_t(Ctx.Device.SmCount) * PerSm);
  unsigned Most = Bits - 2 - floorLog2(BlockThreads);
  return 1u << std::min(Log, Most);
}

template <typename T, Move How>
void point(Context &Ctx, T *From, T *To, unsigned Bits, Series &Curve) {
  constexpr unsigned BlockThreads = 256;
  const uint64_t Count = 1ull << Bits;
  GPUPERF_CHECK(cudaMemset(To, 0, Count * sizeof(T)));
  LaunchConfig Config{dim3(blocksFor<T, How>(Ctx, BlockThreads, Bits)),
                      dim3(BlockThreads)};
  std::vector<double> Us =
      timeEachUs(Ctx, Emulated ? 1 : Ctx.pick(7u, 3u),
                 [&] { launch(moveElements<T, How>, Config, From, To, Bits); });
  std::vector<double> Samples;
  for (double OneUs : Us)
    Samples.push_back(gbps(2.0 * double(Count) * sizeof(T), OneUs));
  Curve.Points.push_back(summarise(double(sizeof(T)), Samples));
  DeviceArray<uint32_t> Wrong(size_t(Config.Grid.x) * BlockThreads);
  launch(countMisplaced<T, How>, Config, To, Bits, Wrong.data());
  expectNoneWrong(Wrong, Curve.Name);
}

template <Move How>
void curve(Context &Ctx, const char *Name, DeviceArray<uint4> &Memory) {
  const uint64_t Half = Memory.size() / 2;
  Series &Curve = Ctx.add(Name, "element_bytes", "gbps",
                          {{"array_bytes", 16.0 * double(Half)}});
  auto Point = [&](auto Type) {
    using T = decltype(Type);
    unsigned Bits = std::min(floorLog2(Half * 16 / sizeof(T)), 31u);
    T *From = reinterpret_cast<T *>(Memory.data());
    fill(Ctx, From, 1ull << Bits, 3);
    point<T, How>(Ctx, From, reinterpret_cast<T *>(Memory.data() + Half), Bits,
                  Curve);
  };
  Point(uint32_t());
  if (!Ctx.Quick)
    Point(uint64_t());
  Point(uint4());
}

} // namespace

void runPermutation(Context &Ctx) {
  uint64_t Bytes = dramPowerOfTwo(Ctx);
  while (Bytes < 1u << 30 && 2.0 * double(Bytes) <= Ctx.FreeBytes / 2)
    Bytes *= 2;
  if (Emulated)
    Bytes = 2 << 20;
  DeviceArray<uint4> Memory(Bytes / sizeof(uint4));
  curve<Move::Copy>(Ctx, "copy", Memory);
  curve<Move::Scatter>(Ctx, "scatter", Memory);
  curve<Move::Gather>(Ctx, "gather", Memory);
}

} // namespace gpuperf::micro
