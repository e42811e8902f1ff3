//===- MemoryDemand.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/MemoryDemand.h"
#include <algorithm>

using namespace gpuperf;

static bool isCachedMemory(MemSpace S) {
  return S == MemSpace::Global || S == MemSpace::Local ||
         S == MemSpace::Texture || S == MemSpace::Unknown;
}

static double clampShare(double X) { return std::clamp(X, 0.0, 1.0); }

MemoryDemand gpuperf::memoryDemand(const KernelSummary &Kernel,
                                   const WarpProfile &Profile,
                                   double SectorBytes, const ModelArgs &Args) {
  MemoryDemand D;
  D.RequestedBytes = std::max(Profile.RequestedBytes, 0.0);
  double UncoalescedBytes = 0, UncoalescedSectorBytes = 0;
  const size_t N = std::min(Kernel.Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id < N; ++Id) {
    const Access &A = Kernel.Accesses[Id];
    const AccessProfile &P = Profile.Accesses[Id];
    if (A.Space == MemSpace::Shared)
      D.SharedPasses += P.Requests * std::max(P.PassesPerRequest.Value, 1.0);
    if (!isCachedMemory(A.Space) || !P.Uncoalesced)
      continue;
    UncoalescedBytes += P.Requests * P.ActiveLanes * A.BytesPerLane;
    UncoalescedSectorBytes +=
        P.Requests * P.SectorsPerRequest.Value * SectorBytes;
  }
  if (D.RequestedBytes > 0)
    D.UncoalescedShare = clampShare(UncoalescedBytes / D.RequestedBytes);

  D.L1Share = clampShare(Args.L1Pct.value_or(Profile.L1Share));
  D.L2Share =
      std::min(clampShare(Args.L2Pct.value_or(Profile.L2Share)), 1 - D.L1Share);
  D.DramShare = 1 - D.L1Share - D.L2Share;
  D.L1Bytes = D.RequestedBytes * D.L1Share;
  const bool SharesFromUser = Args.L1Pct || Args.L2Pct;
  if (SharesFromUser) {
    D.L2Bytes = D.RequestedBytes * D.L2Share;
    D.DramBytes = D.RequestedBytes * D.DramShare;
  } else {
    D.L2Bytes = std::max(Profile.L2Bytes, 0.0);
    D.DramBytes = std::max(Profile.DramReadBytes, 0.0) +
                  std::max(Profile.DramWriteBytes, 0.0);
  }
  D.UncoalescedBytes = UncoalescedSectorBytes * (1 - D.L1Share);
  return D;
}

LatencyShares gpuperf::latencyShares(const MemoryDemand &D) {
  const double Coalesced = 1 - D.UncoalescedShare;
  return {Coalesced * D.L1Share, Coalesced * D.L2Share, Coalesced * D.DramShare,
          D.UncoalescedShare};
}

double gpuperf::meanLoadLatency(const MemoryDemand &Demand,
                                const MemoryRates &Rates) {
  const LatencyShares Of = latencyShares(Demand);
  return Of.L1 * Rates.L1LatencyCycles.Value +
         Of.L2 * Rates.L2LatencyCycles.Value +
         Of.Dram * Rates.DramLatencyCycles.Value +
         Of.Uncoalesced * Rates.UncoalescedLatencyCycles.Value;
}

double gpuperf::dramWriteShare(const WarpProfile &Profile) {
  const double Traffic = Profile.DramReadBytes + Profile.DramWriteBytes;
  return Traffic > 0 ? Profile.DramWriteBytes / Traffic : 0;
}
