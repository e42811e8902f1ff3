//===- SharedLatency.cu - Dependent loads from shared memory --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many cycles pass until a load from shared memory can be the
// next load's address?
//
// Method: one thread follows 32-bit shared-memory addresses through a random
// cycle of words, in buffers of rising size; cycles of the SM over hops.
//
// Pitfalls: an index instead of an address puts a shift into the chain, a
// generic pointer the decision which memory is meant; one thread has no bank
// conflicts. The level must be the same for all sizes: that is the self-check.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/gpu/Shared.h"
#include "benchmarks/micro/latency/ClockEstimate.h"

namespace gpuperf::micro {
namespace {

/// Result: cycles of \p Hops hops (a multiple of 16) behind as many that do not
/// count, and of the
/// whole kernel. Words are SharedAddress wide: four bytes on a GPU.
__global__ void sharedChase(const uint32_t *Next, uint32_t Words, uint32_t Hops,
                            uint64_t *Result) {
  GPUPERF_DYNAMIC_SHARED(SharedAddress, Buffer);
  constexpr unsigned Unroll = 16;
  uint64_t First = readClock(), Begin = First;
  for (uint32_t I = 0; I < Words; ++I)
    storeShared(&Buffer[I], sharedAddress(&Buffer[Next[I]]));
  SharedAddress At = sharedAddress(Buffer);
  for (unsigned Pass = 0; Pass < 2; ++Pass) {
    Begin = readClockAfter(uint32_t(At));
    for (uint32_t I = 0; I < Hops; I += Unroll)
#pragma unroll
      for (unsigned J = 0; J < Unroll; ++J)
        At = loadSharedAt(At);
  }
  uint64_t End = readClockAfter(uint32_t(At));
  Result[0] = End - Begin;
  Result[1] = End - First;
}

} // namespace

void runSharedLatency(Context &Ctx) {
  Series &Curve = Ctx.add("shared", "footprint_bytes", "cycles_per_load",
                          {{"word_bytes", 4}});
  DeviceArray<uint64_t> Result(2);
  ClockEstimate Clock;
  EventTimer Timer;
  uint32_t MostBytes = 48 << 10; // every GPU gives a block that much
  for (uint32_t Bytes = 1 << 10; Bytes <= MostBytes;
       Bytes = Bytes < (32 << 10) ? Bytes * 2 : Bytes + (16 << 10)) {
    uint32_t Words = Bytes / sizeof(SharedAddress);
    DeviceArray<uint32_t> Next(cyclicOrder(Words, Bytes));
    std::vector<double> Cycles;
    uint32_t Hops = Ctx.pick(16384u, 4096u);
    for (unsigned I = 0; I < Ctx.pick(7u, 3u); ++I) {
      Timer.start();
      launch(sharedChase, {dim3(1), dim3(1), Bytes}, Next.data(), Words,
             Hops << (I % 2), Result.data());
      double Us = Timer.stopUs();
      std::vector<uint64_t> Got = Result.host();
      Cycles.push_back(double(Got[0]) / (Hops << (I % 2)));
      Clock.add(double(Got[1]), Us);
    }
    Curve.Points.push_back(summarise(Bytes, Cycles));
  }
  Curve.ClockMhz = Clock.megahertz();
}

} // namespace gpuperf::micro
