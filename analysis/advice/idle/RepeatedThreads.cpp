//===- RepeatedThreads.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/RepeatedThreads.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/LoopParts.h"
#include "analysis/advice/WhatIf.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace gpuperf;

static uint64_t &sizeOf(Dim3 &D, unsigned Dimension) {
  return Dimension == 0 ? D.X : Dimension == 1 ? D.Y : D.Z;
}

/// The outermost loop with most iterations that the blocks along a dimension
/// can share; NoId where there is none.
static LoopId loopToShare(const KernelSummary &K, const Prediction &P) {
  LoopId Longest = NoId;
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id) {
    const LoopProfile &Of = P.Profile.Loops[Id];
    if (K.Loops[Id].Parent != NoId || Of.Guessed || !(Of.MeanTrip >= 2) ||
        (Longest != NoId && Of.MeanTrip <= P.Profile.Loops[Longest].MeanTrip) ||
        carriedBy(K, Id, SharedBy::Blocks) == Carries::Order)
      continue;
    Longest = Id;
  }
  return Longest;
}

std::optional<RepeatedThreads>
gpuperf::findRepeatedThreads(const KernelSummary &K, const Launch &L,
                             const GpuModel &Gpu, const Prediction &P) {
  const auto &Dims = K.Independence.Dims;
  // Where no dimension is used, the proof has ended before it looked.
  if (llvm::none_of(Dims,
                    [](const DimensionIndependence &D) { return D.Used; }))
    return std::nullopt;
  if (llvm::any_of(K.Accesses, [](const Access &A) {
        return A.Kind == AccessKind::Atomic;
      }))
    return std::nullopt;
  std::optional<RepeatedThreads> Most;
  for (unsigned D = 0; D < Dims.size(); ++D) {
    if (Dims[D].AsksForBlocks)
      continue;
    RepeatedThreads R;
    R.Dimension = D;
    R.Without = L;
    R.OnlyBlocks = Dims[D].Used;
    if (!R.OnlyBlocks)
      R.OfBlock = std::exchange(sizeOf(R.Without.Block, D), 1);
    R.OfGrid = std::exchange(sizeOf(R.Without.Grid, D), 1);
    const uint64_t Times = R.OfBlock * R.OfGrid;
    if (Times > 1 && (!Most || Times > Most->OfBlock * Most->OfGrid))
      Most = std::move(R);
  }
  if (!Most)
    return std::nullopt;
  auto Without = predictAsIf(K, Most->Without, Gpu, P);
  if (!Without)
    return std::nullopt;
  Most->WithoutUs = Without->TimeUs;
  if (const LoopId Id = loopToShare(K, P); Most->OnlyBlocks && Id != NoId) {
    const auto Trip = static_cast<uint64_t>(P.Profile.Loops[Id].MeanTrip);
    auto Shared = predictAsIf(
        shortenLoop(K, Id, llvm::divideCeil(Trip, Most->OfGrid)), L, Gpu, P);
    if (Shared) {
      Most->Shared = Id;
      Most->SharedUs = Shared->TimeUs;
    }
  }
  return Most;
}
