//===- AtomicLatency.cu - Dependent atomics -------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how many cycles pass until the result of an atomic can be the next
// one's address?
//
// Method: one thread; a cell holds its own address and the atomic adds nothing
// to it, so that what it returns is where the next one goes, without an
// instruction between them. Cycles over the number of atomics is a line; its
// slope is the latency.
//
// Pitfalls: a compiler that knew the addend to be 0 could make it a load; a
// result that is not needed makes it another instruction (RED); global cells
// are 64 bit wide, as addresses are, shared ones 32.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/atomics/Updates.h"

namespace gpuperf::micro {
namespace {

/// Result[0]: cycles of \p Hops atomics (a multiple of UpdateUnroll);
/// Result[1]: how many steps ended elsewhere than they began.
__global__ void chaseGlobal(uint64_t *Cell, uint64_t Zero, uint32_t Hops,
                            uint64_t *Result) {
  uint64_t Start = reinterpret_cast<uint64_t>(Cell);
  *Cell = Start;
  waitForUpdates();
  uint64_t At = chaseGlobalAtomic(Start, Zero);
  uint64_t Begin = readClock();
#pragma unroll 1
  for (uint32_t I = 0; I < Hops; I += UpdateUnroll)
#pragma unroll
    for (unsigned J = 0; J < UpdateUnroll; ++J)
      At = chaseGlobalAtomic(At, Zero);
  // The result is compared before the clock is read.
  Result[1] = At != Start;
  uint64_t End = readClock();
  Result[0] = End - Begin;
}

__global__ void chaseShared(uint32_t Zero, uint32_t Hops, uint64_t *Result) {
  __shared__ uint32_t Cells[1];
  uint32_t Start = firstSharedAtomic(Cells);
  storeShared(Cells, Start);
  uint32_t At = chaseSharedAtomic(Cells, Start, Zero);
  uint64_t Begin = readClock();
#pragma unroll 1
  for (uint32_t I = 0; I < Hops; I += UpdateUnroll)
#pragma unroll
    for (unsigned J = 0; J < UpdateUnroll; ++J)
      At = chaseSharedAtomic(Cells, At, Zero);
  Result[1] = At != Start;
  uint64_t End = readClock();
  Result[0] = End - Begin;
}

template <typename LaunchT>
void measure(Context &Ctx, const char *Name, LaunchT &&Launch) {
  DeviceArray<uint64_t> Result(2);
  Series &Curve = Ctx.add(Name, "atomics", "cycles");
  double Wrong = 0, Cycles = 0, Us = 0;
  EventTimer Timer;
  uint32_t Hops = Emulated ? 16 : 512;
  for (unsigned Step = 0; Step < 4; ++Step, Hops *= 2) {
    std::vector<double> Samples;
    // The first sample warms.
    for (unsigned I = 0; I <= Ctx.pick(7u, 3u); ++I) {
      Timer.start();
      Launch(Hops, Result.data());
      double SampleUs = Timer.stopUs();
      std::vector<uint64_t> Got = Result.host();
      Wrong += double(Got[1]);
      if (I == 0)
        continue;
      Samples.push_back(double(Got[0]));
      Cycles += double(Got[0]);
      Us += SampleUs;
    }
    Curve.Points.push_back(summarise(Hops, Samples));
  }
  Curve.Params.push_back({"wrong_cells", Wrong});
  if (Us > 0)
    Curve.ClockMhz = Cycles / Us;
}

} // namespace

void runAtomicLatency(Context &Ctx) {
  DeviceArray<uint64_t> Cell(16);
  measure(Ctx, "global", [&](uint32_t Hops, uint64_t *Result) {
    launch(chaseGlobal, {dim3(1), dim3(1)}, Cell.data(), uint64_t(0), Hops,
           Result);
  });
  measure(Ctx, "shared", [&](uint32_t Hops, uint64_t *Result) {
    launch(chaseShared, {dim3(1), dim3(1)}, 0u, Hops, Result);
  });
}

} // namespace gpuperf::micro
