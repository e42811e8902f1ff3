//===- TlbLatency.cu - Loads whose page is in no TLB ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what does a load from DRAM cost once its page is in no TLB?
//
// Method: one thread follows pointers round after round through pages of 2 MiB
// in one random order, each round at other places of the pages, so that every
// load misses the caches (which are emptied before) while the pages come back.
// Their number rises to what free memory allows: first level: DRAM alone; a
// step for each TLB that no longer holds them all.
//
// Pitfalls: nodes at the same place of each page would meet in the same sets
// and banks; a page visited at the same place again would be in L2; the first
// round does not count, it fills the TLBs; allocations of less than 2 MiB get
// smaller pages, so that it is one large one. A GPU whose TLBs reach beyond its
// memory shows no step, and then there is no number. The reach of a TLB is in
// bytes of pages; AMD's pages have other sizes, the curve is the same.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Walks.h"
#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/latency/ClockEstimate.h"
#include "benchmarks/micro/latency/ColdMemory.h"
#include "benchmarks/micro/latency/GlobalChase.h"
#include <memory>

namespace gpuperf::micro {
namespace {

constexpr uint64_t PageBytes = 2 << 20;
constexpr uint64_t NodeBytes = 128;

/// The largest block that is to be had, at most \p Bytes; at least a quarter of
/// that, or the last error. Other programs may hold memory too.
std::unique_ptr<DeviceArray<char>> allocateMost(uint64_t Bytes) {
  for (uint64_t Try = Bytes;; Try = Try / 8 * 7) {
    try {
      return std::make_unique<DeviceArray<char>>(Try);
    } catch (const GpuError &) {
      (void)cudaGetLastError(); // or the next launch would report it
      if (Try < Bytes / 4)
        throw;
    }
  }
}

/// Numbers of pages, rising; \p Most is the last one.
std::vector<uint32_t> pageCounts(uint32_t Most, unsigned PerOctave) {
  std::vector<uint32_t> Counts;
  for (uint64_t Pages : footprints(1, Most, PerOctave, 1))
    Counts.push_back(uint32_t(Pages));
  if (Counts.empty() || Counts.back() < Most)
    Counts.push_back(Most);
  return Counts;
}

} // namespace

void runTlbLatency(Context &Ctx) {
  ColdL2 Cold(Ctx);
  // The rest remains for the lists, the context and others.
  uint64_t Wanted = uint64_t(Ctx.FreeBytes * 0.75) / PageBytes * PageBytes;
  if (Wanted < 16 * PageBytes) {
    Ctx.Skipped = "less than 48 MiB of free memory";
    return;
  }
  std::unique_ptr<DeviceArray<char>> Memory = allocateMost(Wanted);
  // The block need not begin on a page.
  uint64_t Skew =
      (PageBytes - reinterpret_cast<uint64_t>(Memory->data()) % PageBytes) %
      PageBytes;
  char *Base = Memory->data() + Skew;
  uint32_t Most = uint32_t((Memory->size() - Skew) / PageBytes);
  Series &Curve =
      Ctx.add("dram", "reach_bytes", "cycles_per_load",
              {{"page_bytes", PageBytes}, {"node_bytes", NodeBytes}});
  DeviceArray<ChaseResult> Result(1);
  ClockEstimate Clock;
  EventTimer Timer;
  const uint32_t Hops = Ctx.pick(4096u, 2048u);
  for (uint32_t Pages : pageCounts(Most, Ctx.pick(4u, 2u))) {
    // One round to fill the TLBs, the hops that count, and none twice.
    uint32_t Nodes = Pages + Hops;
    if (Nodes > pageWalkNodes(Pages, PageBytes, NodeBytes))
      continue;
    std::vector<double> Cycles;
    for (unsigned I = 0; I < Ctx.pick(5u, 3u); ++I) {
      DeviceArray<uint64_t> Offsets(
          pageWalk(Pages, PageBytes, NodeBytes, Nodes, Pages + I));
      launch(linkOffsets, {dim3(64), dim3(256)}, Base, Offsets.data(), Nodes,
             1u);
      Cold.flush();
      uint64_t Start = 0;
      GPUPERF_CHECK(cudaMemcpy(&Start, Offsets.data(), sizeof(Start),
                               cudaMemcpyDeviceToHost));
      Timer.start();
      launch(chase<false>, {dim3(1), dim3(1)},
             reinterpret_cast<uint64_t>(Base) + Start, Pages, Hops,
             Result.data());
      double Us = Timer.stopUs();
      ChaseResult Got = Result.host()[0];
      Cycles.push_back(double(Got.Cycles) / Hops);
      Clock.add(double(Got.AllCycles), Us);
    }
    Curve.Points.push_back(summarise(double(Pages) * PageBytes, Cycles));
  }
  Curve.ClockMhz = Clock.megahertz();
}

} // namespace gpuperf::micro
