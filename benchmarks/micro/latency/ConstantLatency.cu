//===- ConstantLatency.cu - Dependent loads from constant memory ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many cycles does a dependent load from constant memory take in
// the first and second constant cache and behind them, and how large are they?
//
// Method: "warm": one thread follows byte offsets through a random cycle of
// 64-byte nodes in a __constant__ array, 256 B to 64 KiB, once around before it
// counts: a step in the curve is the size of a cache. "cold": the array is
// written anew before each kernel, and the first visit of every 256 bytes is
// timed: what neither cache can have.
//
// Pitfalls: a kernel has 64 KiB of constant memory at most, so that a second
// cache as large as that shows no end and its size cannot be told; it also
// holds instructions, so that its edge is early and not sharp; an index instead
// of an offset puts a shift into the chain. On AMD constant memory is read
// through the scalar or the vector cache, as the compiler decides.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/latency/ClockEstimate.h"

namespace gpuperf::micro {
namespace {

constexpr uint32_t ConstantWords = 16384; // 64 KiB

__constant__ uint32_t Places[ConstantWords];

/// Hops through Places, each word the byte offset of the next. Result: cycles
/// of \p Hops hops behind \p Warm that do not count, and of all.
__global__ void constantChase(uint32_t Warm, uint32_t Hops, uint64_t *Result) {
  uint32_t At = 0;
  auto Hop = [&At] { At = loadConstantAt(Places, At); };
  uint64_t First = readClock();
  for (uint32_t I = 0; I < Warm; ++I)
    Hop();
  uint64_t Begin = readClockAfter(At);
  uint32_t Left = Hops;
  for (; Left >= 8; Left -= 8)
#pragma unroll
    for (unsigned J = 0; J < 8; ++J)
      Hop();
  for (; Left > 0; --Left)
    Hop();
  uint64_t End = readClockAfter(At);
  Result[0] = End - Begin;
  Result[1] = End - First;
}

/// Writes a cycle of \p Nodes nodes, a new one for each \p Seed.
void writeCycle(uint32_t Nodes, uint32_t NodeBytes, uint64_t Seed) {
  std::vector<uint32_t> Next = cyclicOrder(Nodes, Seed);
  std::vector<uint32_t> Words(ConstantWords, 0);
  for (uint32_t I = 0; I < Nodes; ++I)
    Words[I * (NodeBytes / 4)] = Next[I] * NodeBytes;
  GPUPERF_CHECK(cudaMemcpyToSymbol(Places, Words.data(),
                                   ConstantWords * sizeof(uint32_t)));
}

} // namespace

void runConstantLatency(Context &Ctx) {
  DeviceArray<uint64_t> Result(2);
  ClockEstimate Clock;
  EventTimer Timer;
  constexpr uint32_t WarmNode = 64, ColdNode = 256;
  Series &Warm = Ctx.add("warm", "footprint_bytes", "cycles_per_load",
                         {{"node_bytes", WarmNode}});
  for (uint64_t Bytes :
       footprints(256, ConstantWords * 4, Ctx.pick(8u, 4u), WarmNode)) {
    uint32_t Nodes = uint32_t(Bytes / WarmNode);
    writeCycle(Nodes, WarmNode, Bytes);
    std::vector<double> Cycles;
    for (unsigned I = 0; I < Ctx.pick(5u, 3u); ++I) {
      uint32_t Hops = Ctx.pick(8192u, 4096u);
      Timer.start();
      // Twice around: the first round may find the nodes half replaced.
      launch(constantChase, {dim3(1), dim3(1)}, 2 * Nodes, Hops, Result.data());
      double Us = Timer.stopUs();
      std::vector<uint64_t> Got = Result.host();
      Cycles.push_back(double(Got[0]) / Hops);
      Clock.add(double(Got[1]), Us);
    }
    Warm.Points.push_back(summarise(double(Bytes), Cycles));
  }
  Warm.ClockMhz = Clock.megahertz();
  Series &Cold = Ctx.add("cold", "footprint_bytes", "cycles_per_load",
                         {{"node_bytes", ColdNode}});
  Cold.ClockMhz = Clock.megahertz();
  for (uint32_t Bytes : {16384u, 32768u, 65536u}) {
    uint32_t Nodes = Bytes / ColdNode;
    std::vector<double> Cycles;
    for (unsigned I = 0; I < Ctx.pick(9u, 5u); ++I) {
      writeCycle(Nodes, ColdNode, Bytes + I);
      launch(constantChase, {dim3(1), dim3(1)}, 0u, Nodes, Result.data());
      Cycles.push_back(double(Result.host()[0]) / Nodes);
    }
    Cold.Points.push_back(summarise(Bytes, Cycles));
  }
}

} // namespace gpuperf::micro
