//===- GlobalLatency.cu - Dependent loads, by the level that serves them --===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many cycles pass until a load's result can be the next load's
// address, when L1, the near or the far L2 partition, or DRAM serves it?
//
// Method: one thread follows pointers through a random cycle of 128-byte nodes;
// the footprint rises; cycles of the SM over hops. "l1": loads that may stay in
// L1; "l2": loads that pass it (after the method of gpu-benches' gpu-latency
// and of Wong et al. 2010). Footprints at fixed fractions of the L2 are added,
// so that near and far partition and DRAM have points whatever its size.
//
// Pitfalls: a footprint must have been walked once before it counts, or its
// first visit is measured; L1 forgets between two kernels, so that it is walked
// in each; what no cache can hold must be driven out of L2 first, because the
// kernel that wrote the pointers has left a part of it there; 1 MiB is no
// longer "DRAM" (L2 holds 50 MB and more); a stride instead of a random cycle
// lets DRAM pages and prefetching help; a second thread would hide latency; the
// clock must be read on the GPU, or the launch is in the figure.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Occupancy.h"
#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/latency/ClockEstimate.h"
#include "benchmarks/micro/latency/ColdMemory.h"
#include "benchmarks/micro/latency/GlobalChase.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

constexpr uint32_t NodeBytes = 128;

void sweep(Context &Ctx, const char *Name, bool ThroughL1,
           const std::vector<uint64_t> &Footprints, char *Base,
           const ColdL2 &Cold) {
  Series &Curve = Ctx.add(Name, "footprint_bytes", "cycles_per_load",
                          {{"node_bytes", NodeBytes}});
  DeviceArray<ChaseResult> Result(1);
  ClockEstimate Clock;
  EventTimer Timer;
  const uint32_t Hops = Ctx.pick(8192u, 2048u);
  for (uint64_t Bytes : Footprints) {
    const uint32_t Nodes = uint32_t(Bytes / NodeBytes);
    {
      std::vector<uint32_t> Next = cyclicOrder(Nodes, Bytes);
      std::vector<uint64_t> Offsets(Nodes);
      for (uint32_t I = 0, At = 0; I < Nodes; ++I, At = Next[At])
        Offsets[I] = uint64_t(At) * NodeBytes;
      DeviceArray<uint64_t> OnDevice(Offsets);
      launch(linkOffsets, {dim3(256), dim3(256)}, Base, OnDevice.data(), Nodes,
             1u);
      GPUPERF_CHECK(cudaDeviceSynchronize());
    }
    // Once around brings in what can be held; of what no cache holds, a part
    // brings in the pages.
    const bool Fits = Bytes <= 1.25 * Ctx.Device.L2Bytes;
    const unsigned Samples = Ctx.pick(5u, 3u);
    std::vector<double> Cycles;
    uint64_t Start = reinterpret_cast<uint64_t>(Base);
    for (unsigned I = 0; I < Samples; ++I) {
      uint32_t Warm = Nodes;
      if (!Fits)
        Warm = std::min(Nodes, 2048u);
      else if (!ThroughL1 && I > 0)
        Warm = 0;
      if (!Fits)
        Cold.flush();
      Timer.start();
      launch(ThroughL1 ? chase<true> : chase<false>, {dim3(1), dim3(1)}, Start,
             Warm, Hops, Result.data());
      double Us = Timer.stopUs();
      ChaseResult Got = Result.host()[0];
      // On from there, or it would meet what it has just brought in.
      Start = Got.End;
      Cycles.push_back(double(Got.Cycles) / Hops);
      Clock.add(double(Got.AllCycles), Us);
    }
    Curve.Points.push_back(summarise(double(Bytes), Cycles));
  }
  Curve.ClockMhz = Clock.megahertz();
}

} // namespace

void runGlobalLatency(Context &Ctx) {
  double L2 = std::max(Ctx.Device.L2Bytes, 1.0 * (256 << 10));
  // Behind AMD's L2 may be a cache of 256 MiB that the driver does not name.
  double Wanted = Ctx.pick(8.0, 4.0) * L2;
  if (Ctx.Device.Backend == "hip")
    Wanted = std::max(Wanted, 1024.0 * (1 << 20));
  uint64_t Last = uint64_t(std::min(Wanted, Ctx.FreeBytes / 4));
  uint64_t L1Last = 512 << 10;
  unsigned PerOctave = Ctx.pick(4u, 2u);
  preferL1(chase<true>);
  DeviceArray<char> Memory(Last);
  ColdL2 Cold(Ctx);
  sweep(Ctx, "l1", true,
        footprints(2 << 10, std::min(L1Last, Last), PerOctave, NodeBytes),
        Memory.data(), Cold);
  std::vector<uint64_t> Sizes =
      footprints(32 << 10, Last, PerOctave, NodeBytes);
  for (double Fraction : {0.12, 0.25, 0.35, 0.7, 0.76, 0.82, 2.2, 2.7, 3.4}) {
    uint64_t Bytes = uint64_t(Fraction * L2) / NodeBytes * NodeBytes;
    if (Bytes <= Last)
      Sizes.push_back(Bytes);
  }
  std::sort(Sizes.begin(), Sizes.end());
  Sizes.erase(std::unique(Sizes.begin(), Sizes.end()), Sizes.end());
  sweep(Ctx, "l2", false, Sizes, Memory.data(), Cold);
}

} // namespace gpuperf::micro
