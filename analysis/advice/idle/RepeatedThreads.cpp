//===- RepeatedThreads.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/RepeatedThreads.h"
#include "analysis/advice/WhatIf.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

static uint64_t &sizeOf(Dim3 &D, unsigned Dimension) {
  return Dimension == 0 ? D.X : Dimension == 1 ? D.Y : D.Z;
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
    if (Dims[D].Used)
      continue;
    RepeatedThreads R;
    R.Dimension = D;
    R.Without = L;
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
  return Most;
}
