//===- LineSize.cu - The lines of L1 and L2 -------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many bytes does an entry of L1 and of L2 cover, of which a miss
// may bring only a sector?
//
// Method: pairs of words that stand D bytes apart within an aligned piece of
// 2 D bytes, each pair in a block of its own. As long as a line is 2 D long or
// longer a pair takes one entry of the cache, else two: where the number of
// pairs that the cache holds halves, D is the line. "l1": one thread chases
// through all pairs in random order, one word after the other, so that an entry
// is met once in a round; "l2": all SMs read them past L1. A cache holds so
// many pairs if half of what can miss does, by the time between that of few
// pairs and that of far too many.
//
// Pitfalls: nodes at rising strides, as usual for this question, show line size
// times number of sets (CacheLine.cu); the second word of a pair may be met in
// the sector that the first one brought, so what a miss costs depends on D and
// is taken anew for each; a cache that keeps each sector under a tag of its own
// shows no step, and then there is no number.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/addresses/Pairs.h"
#include "benchmarks/micro/gpu/Occupancy.h"
#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/latency/ColdMemory.h"
#include "benchmarks/micro/latency/GlobalChase.h"
#include <algorithm>
#include <cmath>

namespace gpuperf::micro {
namespace {

constexpr unsigned FirstBits = 3; ///< PairWordBytes
constexpr uint64_t LastDistance = PairBlockBytes / 2;
constexpr double UsualLine = 128; ///< for how many pairs are too many

/// The number of pairs between \p Few and \p Many, to 2 % (of the emulation,
/// where work is dear, to 10 %), at which \p CostOf is half way between the
/// two; 0 where too many pairs cost no more than few.
template <typename CostT>
double pairsHeld(uint32_t Few, uint32_t Many, CostT &&CostOf) {
  const double Hit = CostOf(Few), Miss = CostOf(Many);
  if (Miss < 1.3 * Hit)
    return 0;
  const double Middle = (Hit + Miss) / 2;
  double Low = Few, High = Many;
  while (High > (Emulated ? 1.1 : 1.02) * Low && High - Low > 1) {
    double Try = std::round(std::sqrt(Low * High));
    (CostOf(uint32_t(Try)) < Middle ? Low : High) = Try;
  }
  return High;
}

/// The curve of one cache. \p CostOf(pairs, bits of the distance): of one
/// access, in any unit. A distance that shows nothing is left out.
template <typename CostT>
void heldOverDistance(Context &Ctx, const char *Name, uint32_t Few,
                      uint32_t Many, CostT &&CostOf) {
  Series &Curve = Ctx.add(Name, "distance_bytes", "pairs_held");
  for (unsigned Bits = FirstBits; 1u << Bits <= LastDistance; ++Bits) {
    std::vector<double> Found;
    for (unsigned I = 0; I < Ctx.pick(3u, 1u); ++I)
      if (double Held = pairsHeld(
              Few, Many, [&](uint32_t Pairs) { return CostOf(Pairs, Bits); }))
        Found.push_back(Held);
    if (!Found.empty())
      Curve.Points.push_back(summarise(double(1u << Bits), Found));
  }
  if (Curve.Points.empty())
    Ctx.Found.pop_back();
}

/// Cycles of a hop through all places of \p Pairs pairs, in L1 if they fit.
double chasePairs(char *Base, uint32_t Pairs, unsigned Bits,
                  DeviceArray<ChaseResult> &Result) {
  const uint32_t Places = 2 * Pairs;
  std::vector<uint32_t> Next = cyclicOrder(Pairs, Pairs);
  std::vector<uint64_t> Offsets;
  for (uint32_t I = 0, At = 0; I < Pairs; ++I, At = Next[At])
    for (uint64_t Which : {0, 1})
      Offsets.push_back(pairOffset(2 * uint64_t(At) + Which, Bits));
  DeviceArray<uint64_t> OnDevice(Offsets);
  launch(linkOffsets, {dim3(64), dim3(256)}, Base, OnDevice.data(), Places, 1u);
  const uint32_t Hops = std::max(1024u, (Places + 15) / 16 * 16);
  launch(chase<true>, {dim3(1), dim3(1)},
         reinterpret_cast<uint64_t>(Base) + Offsets[0], 2 * Places, Hops,
         Result.data());
  return double(Result.host()[0].Cycles) / Hops;
}

/// Every thread reads its share of the places, \p Passes times.
__global__ void readPairs(const char *Base, uint32_t Places, unsigned Bits,
                          uint32_t Passes) {
  constexpr unsigned InFlight = 4;
  const uint32_t Threads = uint32_t(globalThreads());
  uint32_t Sum = 0;
  for (uint32_t Pass = 0; Pass < Passes; ++Pass)
#pragma unroll 1
    for (uint32_t I = uint32_t(globalThread()); I < Places;
         I += InFlight * Threads) {
      uint32_t Value[InFlight];
#pragma unroll
      for (unsigned J = 0; J < InFlight; ++J) {
        uint32_t Place = I + J * Threads;
        Value[J] = Place < Places ? loadL2(reinterpret_cast<const uint32_t *>(
                                        Base + pairOffset(Place, Bits)))
                                  : 0;
      }
#pragma unroll
      for (unsigned J = 0; J < InFlight; ++J)
        Sum ^= Value[J];
    }
  keep(Sum);
}

void lineOfL1(Context &Ctx) {
  // Far more than an L1 has entries, and few enough for L2.
  const double L2 = std::max(Ctx.Device.L2Bytes, 1.0 * (256 << 10));
  const uint32_t Many = uint32_t(std::min(16384.0, L2 / (4 * UsualLine)));
  DeviceArray<char> Memory(Many * PairBlockBytes);
  Memory.clear();
  DeviceArray<ChaseResult> Result(1);
  preferL1(chase<true>);
  heldOverDistance(Ctx, "l1", 16, Many, [&](uint32_t Pairs, unsigned Bits) {
    return chasePairs(Memory.data(), Pairs, Bits, Result);
  });
}

void lineOfL2(Context &Ctx) {
  if (Ctx.Device.L2Bytes <= 0)
    return;
  const double Entries = Ctx.Device.L2Bytes / UsualLine;
  const double Most =
      std::min(4 * Entries, Ctx.FreeBytes / 4 / double(PairBlockBytes));
  if (Most < 2 * Entries)
    return; // too little memory to miss
  // Few enough for a half of L2, where the other one holds the same lines.
  const uint32_t Few = uint32_t(Entries / (Emulated ? 4 : 8)),
                 Many = uint32_t(Most);
  DeviceArray<char> Memory(size_t(Many) * PairBlockBytes);
  Memory.clear();
  // Four loads of each thread even of few pairs: or their latency would count.
  const unsigned Threads = 128, InFlight = 4;
  const LaunchConfig Config{dim3(std::max(unsigned(Ctx.Device.SmCount),
                                          2 * Few / InFlight / Threads)),
                            dim3(Threads)};
  heldOverDistance(Ctx, "l2", Few, Many, [&](uint32_t Pairs, unsigned Bits) {
    // So many that a launch drowns; the emulation runs thread after thread, so
    // that each pass is a launch there.
    const uint32_t Places = 2 * Pairs;
    const uint32_t Passes = Emulated ? 2 : std::max(2u, (16u << 20) / Places);
    std::vector<double> Us = timeUs(Emulated ? 1 : 3, 1, [&] {
      for (uint32_t I = 0; I < (Emulated ? Passes : 1); ++I)
        launch(readPairs, Config, Memory.data(), Places, Bits,
               Emulated ? 1 : Passes);
    });
    return calibration::quantile(Us, 0.5) / (double(Places) * Passes);
  });
}

} // namespace

void runLineSize(Context &Ctx) {
  lineOfL1(Ctx);
  lineOfL2(Ctx);
}

} // namespace gpuperf::micro
