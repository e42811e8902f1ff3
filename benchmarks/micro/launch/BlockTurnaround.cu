//===- BlockTurnaround.cu - From one block to the next --------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how long is a block's place empty, from its last instruction to the
// first one of the block that follows it on the same SM?
//
// Method: so much shared memory that an SM holds one block; each block notes
// the SM's clock at its begin and end and which SM it is on. The gap is the
// begin of a block less the end of the one before it there.
//
// Pitfalls: the clocks of different SMs differ, so only blocks of one SM are
// compared; in the first wave there is no block before; a block of many warps
// ends with its last one: every warp notes its end and the latest counts.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>
#include <map>

namespace gpuperf::micro {
namespace {

/// Begin and End hold one entry per warp, Sm one per block.
__global__ void stampedBlocks(uint64_t *Begin, uint64_t *End, uint32_t *Sm,
                              unsigned WarpSize, unsigned Links) {
  uint64_t First = readClock();
  uint32_t X = threadIdx.x;
  // A little work, so that blocks do not all end while others begin.
  for (unsigned I = 0; I < Links; ++I)
    X = X * 1664525u + 1013904223u;
  keep(X);
  if (threadIdx.x % WarpSize == 0) {
    uint64_t Warp = globalThread() / WarpSize;
    Begin[Warp] = First;
    if (threadIdx.x == 0)
      Sm[blockIdx.x] = smId();
    End[Warp] = readClockAfter(X >> 1);
  }
}

struct Stay {
  uint64_t Begin, End;
};

/// Cycles between neighbours on the same SM.
std::vector<double> gaps(const std::vector<uint64_t> &Begin,
                         const std::vector<uint64_t> &End,
                         const std::vector<uint32_t> &Sm, unsigned Warps) {
  std::map<uint32_t, std::vector<Stay>> OfSm;
  for (size_t Block = 0; Block < Sm.size(); ++Block) {
    auto First = Begin.begin() + long(Block * Warps);
    auto Last = End.begin() + long(Block * Warps);
    OfSm[Sm[Block]].push_back({*std::min_element(First, First + Warps),
                               *std::max_element(Last, Last + Warps)});
  }
  std::vector<double> Found;
  for (auto &[Id, Stays] : OfSm) {
    std::sort(Stays.begin(), Stays.end(),
              [](const Stay &A, const Stay &B) { return A.Begin < B.Begin; });
    for (size_t I = 1; I < Stays.size(); ++I)
      Found.push_back(double(Stays[I].Begin) - double(Stays[I - 1].End));
  }
  return Found;
}

} // namespace

void runBlockTurnaround(Context &Ctx) {
#if defined(GPUPERF_ON_AMD)
  Ctx.Skipped = "no register that names the compute unit is used there";
#else
  // More than half: two blocks do not fit.
  size_t Shared = size_t(Ctx.Device.SharedPerBlockOptinBytes);
  if (Shared <= Ctx.Device.SharedPerSmBytes / 2) {
    Ctx.Skipped = "two blocks fit into an SM's shared memory";
    return;
  }
  unsigned WarpSize = unsigned(Ctx.Device.WarpSize);
  unsigned Blocks = unsigned(Ctx.Device.SmCount) * Ctx.pick(16u, 6u);
  Series &Curve = Ctx.add("gap", "warps_per_block", "cycles");
  for (unsigned Warps = 1; Warps * WarpSize <= Ctx.Device.MaxThreadsPerBlock;
       Warps *= 2) {
    DeviceArray<uint64_t> Begin(size_t(Blocks) * Warps),
        End(size_t(Blocks) * Warps);
    DeviceArray<uint32_t> Sm(Blocks);
    for (unsigned Run = 0; Run < 2; ++Run) // the first brings the code in
      launch(stampedBlocks, {dim3(Blocks), dim3(Warps * WarpSize), Shared},
             Begin.data(), End.data(), Sm.data(), WarpSize, 2000u);
    std::vector<double> Found =
        gaps(Begin.host(), End.host(), Sm.host(), Warps);
    if (!Found.empty())
      Curve.Points.push_back(summarise(Warps, Found));
  }
#endif
}

} // namespace gpuperf::micro
