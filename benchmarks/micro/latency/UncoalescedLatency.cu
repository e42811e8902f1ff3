//===- UncoalescedLatency.cu - One warp's load by its transactions --------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how much longer does one load of a warp take with each further
// cache line or sector that its lanes ask for?
//
// Method: one warp; k lanes, each on a chain of its own through a list in which
// the lanes of one hop stand a line (128 bytes) or a sector (32) apart; cycles
// of the slowest lane over hops. From L2 (the list walked once) and from DRAM
// (L2 emptied). Hong and Kim: a load of k transactions takes Mem_LD + (k - 1) *
// Departure_del_uncoal; here with one warp on an idle GPU: what one SM and its
// way to L2 cost. Under load from other SMs DRAM may be what departs slower.
//
// Pitfalls: fitted under load, Mem_LD has contention in it; loads that may stay
// in L1 would hit in it; the end of the last load must have been awaited; DRAM
// pages must be in the TLB: the region is small, and the first hops do not
// count.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Walks.h"
#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/latency/ColdMemory.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

constexpr uint32_t FirstHops = 16; ///< bring in pages and code

/// Lane l below \p Active follows pointers from Base + Offsets[l]: \p Warm
/// hops that do not count, then \p Hops (a multiple of 8). Cycles[l]: of those.
__global__ void laneChains(const char *Base, const uint64_t *Offsets,
                           uint32_t Active, uint32_t Warm, uint32_t Hops,
                           uint64_t *Cycles) {
  constexpr unsigned Unroll = 8;
  uint32_t Lane = threadIdx.x;
  if (Lane >= Active)
    return;
  uint64_t At = reinterpret_cast<uint64_t>(Base + Offsets[Lane]);
  for (uint32_t I = 0; I < Warm; ++I)
    At = loadL2(reinterpret_cast<const uint64_t *>(At));
  uint64_t Begin = readClockAfter(uint32_t(At));
  for (uint32_t I = 0; I < Hops; I += Unroll)
#pragma unroll
    for (unsigned J = 0; J < Unroll; ++J)
      At = loadL2(reinterpret_cast<const uint64_t *>(At));
  uint64_t End = readClockAfter(uint32_t(At));
  Cycles[Lane] = End - Begin;
}

} // namespace

void runUncoalescedLatency(Context &Ctx) {
  const uint32_t Lanes = uint32_t(Ctx.Device.WarpSize);
  const uint32_t Hops = Ctx.pick(256u, 128u);
  const uint64_t Region =
      uint64_t(std::min(16.0 * (1 << 20), Ctx.FreeBytes / 8)) / 4096 * 4096;
  DeviceArray<char> Memory(Region);
  Memory.clear();
  ColdL2 Cold(Ctx);
  DeviceArray<uint64_t> Cycles(Lanes);
  for (bool FromDram : {true, false})
    for (uint32_t Spread : {128u, 32u}) {
      std::vector<uint64_t> Places =
          spreadLoads(Hops + FirstHops, Lanes, Spread, Region, Spread);
      if (Places.size() < size_t(Hops + FirstHops) * Lanes)
        continue; // too little memory for places that are met only once
      DeviceArray<uint64_t> Offsets(Places);
      launch(linkOffsets, {dim3(64), dim3(256)}, Memory.data(), Offsets.data(),
             uint32_t(Places.size()), Lanes);
      GPUPERF_CHECK(cudaDeviceSynchronize());
      std::string Name = std::string(FromDram ? "dram" : "l2") +
                         (Spread == 128 ? "_lines" : "_sectors");
      Series &Curve = Ctx.add(Name, "transactions", "cycles_per_load",
                              {{"spread_bytes", Spread}});
      for (uint32_t Active = 1; Active <= Lanes;
           Active += Ctx.Quick ? std::min(Active, 4u) : 1) {
        std::vector<double> Samples;
        for (unsigned I = 0; I < Ctx.pick(7u, 3u); ++I) {
          if (FromDram)
            Cold.flush();
          launch(laneChains, {dim3(1), dim3(Lanes)}, Memory.data(),
                 Offsets.data(), Active,
                 FromDram ? FirstHops : Hops + FirstHops, Hops, Cycles.data());
          std::vector<uint64_t> Got = Cycles.host();
          uint64_t Slowest =
              *std::max_element(Got.begin(), Got.begin() + Active);
          Samples.push_back(double(Slowest) / Hops);
        }
        Curve.Points.push_back(summarise(Active, Samples));
      }
    }
}

} // namespace gpuperf::micro
