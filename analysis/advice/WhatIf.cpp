//===- WhatIf.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/WhatIf.h"
#include "analysis/warp/CacheTraffic.h"
#include "analysis/warp/Requests.h"
#include <cmath>

using namespace gpuperf;

std::optional<Estimate> gpuperf::timeWithProfile(const KernelSummary &K,
                                                 const Launch &L,
                                                 const GpuModel &Gpu,
                                                 const Prediction &P,
                                                 const WarpProfile &Changed) {
  PredictOptions Options;
  Options.Model = P.Model;
  Options.KnownProfile = &Changed;
  auto Without = predictLaunch(K, L, Gpu, Options);
  if (!Without) {
    llvm::consumeError(Without.takeError());
    return std::nullopt;
  }
  return Without->TimeUs;
}

void gpuperf::coalesce(const KernelSummary &K, AccessId Id, WarpProfile &P) {
  const Access &A = K.Accesses[Id];
  AccessProfile &AP = P.Accesses[Id];
  const double Old = AP.SectorsPerRequest.Value;
  const double New = std::max(1.0, AP.IdealSectors);
  if (!(AP.Requests > 0) || !(New < Old))
    return;
  const double Lookups = sliceRequests(A, AP);
  // Bytes per request that pass L1, and that pass L2, too.
  const double FromL2 = Old * AP.L1Misses, FromDram = Old * AP.L2Misses;
  const double NewFromL2 = std::min(FromL2, New);
  const double NewFromDram = std::min(FromDram, NewFromL2);
  AP.SectorsPerRequest = {New, New, New, AP.SectorsPerRequest.Why};
  const double Lines = std::min(AP.LinesPerRequest.Value,
                                std::ceil(New * SectorBytes / LineBytes));
  AP.LinesPerRequest = {Lines, Lines, Lines, AP.LinesPerRequest.Why};
  AP.L1Misses = std::min(1.0, NewFromL2 / New);
  AP.L2Misses = std::min(AP.L1Misses, NewFromDram / New);
  if (A.Kind == AccessKind::Load) {
    AP.L2Waits = std::max(AP.L2Waits, AP.L1Misses);
    AP.DramWaits = std::max(AP.DramWaits, AP.L2Misses);
  }
  auto Less = [&](double &Total, double Sectors) {
    Total = std::max(0.0, Total - Sectors * AP.Requests * SectorBytes);
  };
  Less(P.L2Bytes, FromL2 - NewFromL2);
  Less(A.Kind == AccessKind::Store ? P.DramWriteBytes : P.DramReadBytes,
       FromDram - NewFromDram);
  P.L2Requests = std::max(
      0.0, P.L2Requests - std::max(0.0, Lookups - sliceRequests(A, AP)));
}

void gpuperf::freeBanks(AccessId Id, WarpProfile &P) {
  Estimate &Passes = P.Accesses[Id].PassesPerRequest;
  Passes.Lo = std::min(Passes.Lo, 1.0);
  Passes.Value = std::min(Passes.Value, 1.0);
  Passes.Hi = std::min(Passes.Hi, 1.0);
}
