//===- ClusterShared.cu - Shared memory of another block ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: after how many cycles can the next load use what a load from the
// shared memory of another block of the cluster gives?
//
// Method: a cluster of 2, 4 or 8 blocks; each block writes a cycle of addresses
// within its shared memory, one thread of the first block follows that of the
// last one.
//
// Pitfalls: the addresses are those of the cluster (mapa), and no block may end
// while another one reads its memory.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Chase.h"
#include "benchmarks/micro/gpu/Async.h"
#include "benchmarks/micro/gpu/Run.h"

namespace gpuperf::micro {
namespace {

constexpr uint32_t ChainWords = 1024;
constexpr unsigned Unroll = 16;

__global__ void clusterChase(const uint32_t *Next, uint32_t Hops,
                             uint64_t *Result) {
  __shared__ SharedAddress Buffer[ChainWords];
  const uint32_t Last = gridDim.x - 1;
  for (uint32_t I = 0; I < ChainWords; ++I)
    storeShared(&Buffer[I],
                addressInCluster(sharedAddress(&Buffer[Next[I]]), Last));
  syncCluster();
  if (blockIdx.x == 0) {
    SharedAddress At = addressInCluster(sharedAddress(Buffer), Last);
    uint64_t Begin = 0;
    for (unsigned Pass = 0; Pass < 2; ++Pass) {
      Begin = readClockAfter(uint32_t(At));
      for (uint32_t I = 0; I < Hops; I += Unroll)
#pragma unroll
        for (unsigned J = 0; J < Unroll; ++J)
          At = loadClusterAt(At);
    }
    Result[0] = readClockAfter(uint32_t(At)) - Begin;
  }
  syncCluster();
}

} // namespace

void runClusterShared(Context &Ctx) {
  if (!hasSm(Ctx.Device, LeastSmOfClusters)) {
    Ctx.Skipped = Ctx.Device.Arch + " has no clusters";
    return;
  }
  DeviceArray<uint32_t> Next(cyclicOrder(ChainWords, 1));
  DeviceArray<uint64_t> Result(1);
  const uint32_t Hops = Emulated ? 2 * ChainWords : 8 * ChainWords;
  Series &Curve = Ctx.add("cluster", "blocks", "cycles_per_load");
  for (unsigned Blocks : {2u, 4u, 8u}) {
    std::vector<double> Cycles;
    for (unsigned I = 0; I < Ctx.pick(7u, 3u); ++I) {
      LaunchConfig Config{dim3(Blocks), dim3(1)};
      Config.ClusterBlocks = Blocks;
      launch(clusterChase, Config, Next.data(), Hops, Result.data());
      Cycles.push_back(double(Result.host()[0]) / Hops);
    }
    Curve.Points.push_back(summarise(Blocks, Cycles));
  }
}

} // namespace gpuperf::micro
