//===- WarpLoad.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// Qu et al. 2020, eq. 1 to 5 and 11. Their symbols: n SMs, w warp size, b
// threads and v warps per block, g blocks, c FP32 lanes per SM, a active warps
// per SM.
//
//===----------------------------------------------------------------------===//

#include "analysis/models/WarpLoad.h"
#include <cmath>

using namespace gpuperf;

WarpLoad gpuperf::computeWarpLoad(const GpuModel &Gpu, const Occupancy &Occ,
                                  uint64_t GridBlocks, uint64_t BlockThreads,
                                  uint64_t ProblemSize) {
  WarpLoad Load;
  const double N = std::max(Gpu.SmCount.Value, 1.0);
  const uint64_t W = std::max<uint64_t>(Gpu.Arch.WarpSize.Value, 1);
  const double A = Occ.WarpsPerSm;
  // Where the file has no lane count: one warp instruction per scheduler.
  const double C = Gpu.Arch.Fp32Lanes ? Gpu.Arch.Fp32Lanes->Value
                                      : W * Gpu.Arch.SchedulersPerSm.Value;
  Load.Nbw = BlockThreads / W + (BlockThreads % W != 0);
  const double V = Load.Nbw;
  Load.Dps = N * A;
  if (V == 0 || GridBlocks == 0)
    return Load;
  Load.Apb = std::floor(std::min(C, A * W) / (W * V)) * N;
  // Blocks of the most loaded SM: g rounded up to a multiple of n, over n.
  const double G = std::ceil(GridBlocks / N);
  Load.Nsmw = G * V;
  Load.Dpsid = Load.Dps / (G * N * V);

  // Eq. 11: a last block that is not full, alone on the most loaded SM. In
  // whole numbers: g and P may exceed what a double holds.
  const uint64_t Sms = static_cast<uint64_t>(N);
  const bool LastBlockAlone = GridBlocks % Sms == 1 % Sms;
  if (ProblemSize != 0 && LastBlockAlone &&
      ProblemSize / BlockThreads < GridBlocks) {
    const uint64_t Rest = ProblemSize % BlockThreads;
    // A grid with whole blocks to spare is not the case that it is about.
    if (Rest != 0 && ProblemSize / BlockThreads + 1 == GridBlocks)
      Load.Nsmw += std::ceil(double(Rest) / W) - V;
  }
  Load.Nsmb = Load.Nsmw / V;
  return Load;
}
