//===- ColdMemory.h - Linked places, and an L2 without them -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are in an unnamed namespace: each file that includes this has its
// own, as the runtimes want it without relocatable device code.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_LATENCY_COLDMEMORY_H
#define GPUPERF_BENCHMARKS_MICRO_LATENCY_COLDMEMORY_H

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

/// The node at Base + Offsets[i] points to that at Base + Offsets[i + 1], the
/// last one to the first. Stride: neighbours of a chain are that far apart in
/// Offsets (several chains side by side).
[[maybe_unused]] __global__ void linkOffsets(char *Base,
                                             const uint64_t *Offsets,
                                             uint32_t Nodes, uint32_t Stride) {
  for (uint64_t I = globalThread(); I < Nodes; I += globalThreads()) {
    uint64_t Next = I + Stride < Nodes ? I + Stride : I + Stride - Nodes;
    storeGlobal(reinterpret_cast<uint64_t *>(Base + Offsets[I]),
                reinterpret_cast<uint64_t>(Base + Offsets[Next]));
  }
}

/// One word of each 32 bytes, by all threads together.
[[maybe_unused]] __global__ void readSectors(const uint32_t *Data,
                                             uint64_t Words) {
  constexpr uint32_t WordsPerSector = 8;
  uint32_t Sum = 0;
  for (uint64_t I = globalThread() * WordsPerSector; I < Words;
       I += globalThreads() * WordsPerSector)
    Sum ^= loadL2(Data + I);
  keep(Sum);
}

} // namespace

/// Drives everything else out of L2, by reading four times its size: a set that
/// is only half evicted by twice its size would be half a hit. Reads, so that
/// no line that must be written back waits in the way of the measurement.
class ColdL2 {
public:
  explicit ColdL2(const Context &Ctx)
      : Words(uint64_t(std::min(4 * std::max(Ctx.Device.L2Bytes, 1048576.0),
                                Ctx.FreeBytes / 6)) /
              4),
        Data(Words), Blocks(unsigned(8 * std::max(Ctx.Device.SmCount, 1.0))) {
    Data.clear();
  }
  /// Done when the next kernel of the stream begins.
  void flush() const {
    launch(readSectors, {dim3(Blocks), dim3(128)}, Data.data(), Words);
  }

private:
  uint64_t Words;
  DeviceArray<uint32_t> Data;
  unsigned Blocks;
};

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_LATENCY_COLDMEMORY_H
