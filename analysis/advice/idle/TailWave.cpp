//===- TailWave.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/TailWave.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/idle/GridStride.h"

using namespace gpuperf;

/// With more waves than this, blocks start at such different times that there
/// is no last wave.
static constexpr uint64_t MostWaves = 10;

/// A last wave is worth speaking of if at most a third of it is there.
static constexpr uint64_t FullestTail = 3;

/// The counts of a launch that does \p Share of the work.
static WarpProfile shareOf(const WarpProfile &Whole, double Share) {
  WarpProfile P = Whole;
  for (double *Count :
       {&P.Warps, &P.RequestedBytes, &P.L2Bytes, &P.DramReadBytes,
        &P.DramWriteBytes, &P.L2Requests, &P.HotLineRequests})
    *Count *= Share;
  if (P.SharedLaneBytes > 0)
    P.SharedLaneBytes *= Share;
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    P.WarpInstructions[C] *= Share;
    P.LaneInstructions[C] *= Share;
  }
  for (AccessProfile &A : P.Accesses)
    A.Requests *= Share;
  return P;
}

/// Whether blocks take equally long although data decide how long some loops
/// run: each of these is a part of a loop that strides by the grid, of which a
/// block does so many iterations that their mean is about the same in all.
static bool areBlocksAlike(const KernelSummary &K, const Launch &L,
                           const WarpProfile &P) {
  constexpr double ManyTrips = 16;
  bool Any = false;
  for (LoopId Id = 0; Id < K.Loops.size() && Id < P.Loops.size(); ++Id) {
    if (!P.Loops[Id].Guessed)
      continue;
    Any = true;
    LoopId At = K.Loops[Id].Parent;
    while (At != NoId &&
           (P.Loops[At].Guessed || P.Loops[At].MeanTrip < ManyTrips ||
            !stridesByGrid(K, K.Loops[At], L)))
      At = K.Loops[At].Parent;
    if (At == NoId)
      return false;
  }
  return Any;
}

std::optional<TailWave> gpuperf::findTailWave(const KernelSummary &Kernel,
                                              const Launch &L,
                                              const GpuModel &Gpu,
                                              const Prediction &P) {
  const auto Sms = static_cast<uint64_t>(Gpu.SmCount.Value);
  const uint64_t Blocks = L.Grid.count();
  TailWave T;
  T.BlocksPerSm = P.Occ.BlocksPerSm;
  T.BlocksPerWave = T.BlocksPerSm * Sms;
  if (T.BlocksPerWave == 0 || Blocks <= T.BlocksPerWave)
    return std::nullopt;
  T.FullWaves = Blocks / T.BlocksPerWave;
  T.LastBlocks = Blocks % T.BlocksPerWave;
  if (T.FullWaves > MostWaves || T.LastBlocks == 0 ||
      T.LastBlocks * FullestTail > T.BlocksPerWave)
    return std::nullopt;
  // Where data decides how long a block runs, some blocks end early and there
  // are no waves.
  if (P.TimeUs.Why.contains(AssumptionKind::TripCountGuessed) &&
      !areBlocksAlike(Kernel, L, P.Profile))
    return std::nullopt;
  for (unsigned PerSm : blocksPerSmRange(Kernel, L, Gpu))
    if (PerSm != T.BlocksPerSm)
      return std::nullopt;
  T.FillingBlocks = T.FullWaves * T.BlocksPerWave;
  T.TimeUs = P.TimeUs;

  Launch Filled = L;
  T.StridesByGrid = stridesByGrid(Kernel, L) && L.Grid.Y == 1 && L.Grid.Z == 1;
  T.HasResultPerBlock = T.StridesByGrid && storesBesideStride(Kernel, L);
  if (T.StridesByGrid) {
    Filled.Grid.X = T.FillingBlocks;
    const auto Other = predictAsIf(Kernel, Filled, Gpu, P);
    if (!Other)
      return std::nullopt;
    T.WithoutUs = Other->TimeUs;
    return T;
  }
  // The time is taken to be linear in the number of whole waves.
  Filled.Grid = {T.FillingBlocks, 1, 1};
  const double Share =
      static_cast<double>(T.FillingBlocks) / static_cast<double>(Blocks);
  auto Whole =
      timeWithProfile(Kernel, Filled, Gpu, P, shareOf(P.Profile, Share));
  if (!Whole)
    return std::nullopt;
  T.WithoutUs = *Whole * (1 / Share);
  return T;
}
