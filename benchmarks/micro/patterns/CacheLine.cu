//===- CacheLine.cu - Line, sector and reach of the caches ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many bytes does one miss bring, and what does L1 hold?
//
// Method: "second_load_l1", "second_load_l2": one thread loads the first word
// of a 1 KiB region that no cache holds, then times a load D bytes behind it:
// as long as D lies in what the miss has brought, that is a hit (method of
// MT4G). "nodes_in_l1": chases whose nodes stand S bytes apart, and how many
// nodes L1 still holds: S times that is its capacity until S has passed line
// size times number of sets; then the number stays. "step": a sum
// over an array with a rising step (Adinets and Shvets, listing 2 and Fig. 10).
//
// Pitfalls: the region must be cold in the level that is asked about: every
// region is used once; a miss in the TLB would look like a miss in the cache:
// neighbouring regions share a page and the first load of each pays for it; the
// clock must wait for the value; line size and number of sets cannot be told
// apart by the chase: LineSize.cu asks for the line otherwise.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Occupancy.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

constexpr uint32_t RegionBytes = 1024;

/// Cycles[i]: of the second load in region i. Data is zero.
template <bool ThroughL1>
__global__ void secondLoads(const char *Data, uint32_t Regions,
                            uint32_t Distance, uint32_t *Cycles) {
  uint32_t Zero = 0;
  for (uint32_t I = 0; I < Regions; ++I) {
    const char *Region = Data + uint64_t(I) * RegionBytes;
    auto Load = [](const char *P) {
      const uint32_t *Word = reinterpret_cast<const uint32_t *>(P);
      return ThroughL1 ? loadL1(Word) : loadL2(Word);
    };
    Zero += Load(Region + Zero);
    uint64_t Begin = readClockAfter(Zero);
    Zero += Load(Region + Zero + Distance);
    uint64_t End = readClockAfter(Zero);
    Cycles[I] = uint32_t(End - Begin);
  }
}

void secondLoadCurve(Context &Ctx, const char *Name, bool ThroughL1) {
  uint32_t Regions = Ctx.pick(256u, 64u);
  Series &Curve = Ctx.add(Name, "distance_bytes", "cycles_per_load");
  for (uint32_t Distance = 4; Distance <= 512; Distance += Distance < 64 ? 4
                                                           : Distance < 256
                                                               ? 16
                                                               : 64) {
    // Fresh memory each time; and what cudaMemset leaves in L2 is driven out.
    DeviceArray<char> Data(size_t(Regions) * RegionBytes);
    Data.clear();
    DeviceArray<char> Flush(size_t(
        std::min(std::max(3 * Ctx.Device.L2Bytes, 1e6), Ctx.FreeBytes / 3)));
    Flush.clear();
    DeviceArray<uint32_t> Cycles(Regions);
    launch(ThroughL1 ? secondLoads<true> : secondLoads<false>,
           {dim3(1), dim3(1)}, Data.data(), Regions, Distance, Cycles.data());
    std::vector<uint32_t> Got = Cycles.host();
    // The first regions also bring the code and the pages in.
    std::vector<double> Samples(Got.begin() + Regions / 4, Got.end());
    Curve.Points.push_back(summarise(Distance, Samples));
  }
}

__global__ void link(char *Base, const uint32_t *Next, uint32_t Nodes,
                     uint32_t Stride) {
  for (uint64_t I = globalThread(); I < Nodes; I += globalThreads())
    *reinterpret_cast<uint64_t *>(Base + I * Stride) =
        reinterpret_cast<uint64_t>(Base + uint64_t(Next[I]) * Stride);
}

/// Cycles of \p Hops hops behind one round through all \p Nodes.
__global__ void walk(uint64_t Start, uint32_t Nodes, uint32_t Hops,
                     uint64_t *Result) {
  uint64_t At = Start;
  for (uint32_t I = 0; I < Nodes; ++I)
    At = loadL1(reinterpret_cast<const uint64_t *>(At));
  uint64_t Begin = readClock();
  for (uint32_t I = 0; I < Hops; ++I)
    At = loadL1(reinterpret_cast<const uint64_t *>(At));
  uint64_t End = readClock();
  Result[0] = End - Begin;
  Result[1] = At;
}

double cyclesPerHop(char *Base, uint32_t Nodes, uint32_t Stride) {
  DeviceArray<uint32_t> Next(cyclicOrder(Nodes, Nodes));
  DeviceArray<uint64_t> Result(2);
  launch(link, {dim3(64), dim3(256)}, Base, Next.data(), Nodes, Stride);
  uint32_t Hops = std::max(Nodes, 512u);
  launch(walk, {dim3(1), dim3(1)}, reinterpret_cast<uint64_t>(Base), Nodes,
         Hops, Result.data());
  return double(Result.host()[0]) / Hops;
}

/// The largest number of nodes, to one part in sixteen, that are walked at the
/// speed of a handful.
void nodesInL1(Context &Ctx, char *Base, size_t Bytes) {
  preferL1(walk);
  Series &Curve = Ctx.add("nodes_in_l1", "stride_bytes", "nodes");
  for (uint32_t Stride = 32; Stride <= 4096; Stride *= 2) {
    double Hit = cyclesPerHop(Base, 16, Stride);
    uint32_t Most = uint32_t(Bytes / Stride), Good = 16;
    while (Good * 2 <= Most && cyclesPerHop(Base, Good * 2, Stride) < 1.1 * Hit)
      Good *= 2;
    for (uint32_t Step = Good / 2; Step >= std::max(1u, Good / 16); Step /= 2)
      if (Good + Step <= Most &&
          cyclesPerHop(Base, Good + Step, Stride) < 1.1 * Hit)
        Good += Step;
    Curve.Points.push_back(summarise(Stride, {double(Good)}));
  }
}

/// Listing 2 of Adinets and Shvets, with a step of whole words.
__global__ void sumWithStep(const uint32_t *Data, uint32_t Reads, uint32_t Step,
                            uint32_t *Sum) {
  uint32_t Total = 0;
  for (uint32_t I = 0; I < Reads; ++I)
    Total += loadL1(Data + uint64_t(I) * Step);
  *Sum = Total;
}

void stepCurve(Context &Ctx, const uint32_t *Data, size_t Words) {
  uint32_t Reads = Ctx.pick(4096u, 1024u);
  Series &Curve = Ctx.add("step", "step_bytes", "ns_per_read");
  DeviceArray<uint32_t> Sum(1);
  for (uint32_t Step = 1; Step <= 64; Step += Step < 16 ? 1 : 4) {
    if (uint64_t(Reads) * Step > Words)
      break;
    std::vector<double> Us = timeUs(Ctx.pick(7u, 3u), 1, [&] {
      launch(sumWithStep, {dim3(1), dim3(1)}, Data, Reads, Step, Sum.data());
    });
    for (double &T : Us)
      T = T * 1e3 / Reads;
    Curve.Points.push_back(summarise(4.0 * Step, Us));
  }
}

} // namespace

void runCacheLine(Context &Ctx) {
  secondLoadCurve(Ctx, "second_load_l1", true);
  secondLoadCurve(Ctx, "second_load_l2", false);
  DeviceArray<char> Memory(8 << 20);
  Memory.clear();
  nodesInL1(Ctx, Memory.data(), Memory.size());
  Memory.clear();
  stepCurve(Ctx, reinterpret_cast<const uint32_t *>(Memory.data()),
            Memory.size() / 4);
}

} // namespace gpuperf::micro
