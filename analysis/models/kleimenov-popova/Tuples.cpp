//===- Tuples.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/kleimenov-popova/Tuples.h"
#include "analysis/models/InstructionMix.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

llvm::StringRef gpuperf::kpLevelName(KpLevel L) {
  switch (L) {
  case KpLevel::L1:
    return "L1";
  case KpLevel::L2:
    return "L2";
  case KpLevel::Dram:
    return "DRAM";
  case KpLevel::Uncoalesced:
    return "uncoalesced";
  }
  llvm_unreachable("a level without a name");
}

/// The divisor of delay_dep: 28 departures lie between a coalesced request's
/// data and an uncoalesced one's.
static constexpr double DelayDepDivisor = 28;

llvm::Expected<KpGpu> gpuperf::makeKpGpu(const GpuModel &Gpu,
                                         double WriteShare) {
  auto Rates = memoryRates(Gpu, WriteShare);
  if (!Rates)
    return Rates.takeError();
  KpGpu T;
  T.SmCount = smCount(Gpu);
  T.SchedulersPerSm = schedulersPerSm(Gpu);
  T.WarpSize = warpSize(Gpu);
  T.ClockMhz = Rates->ClockMhz;
  T.Why = Rates->why();

  T.Latency[KpLevel::L1] = Rates->L1LatencyCycles.Value;
  T.Latency[KpLevel::L2] = Rates->L2LatencyCycles.Value;
  T.Latency[KpLevel::Dram] = Rates->DramLatencyCycles.Value;
  T.Latency[KpLevel::Uncoalesced] = Rates->UncoalescedLatencyCycles.Value;
  T.DelayDep = (T.Latency[KpLevel::Uncoalesced] - T.Latency[KpLevel::Dram]) /
               DelayDepDivisor;

  T.Bandwidth[KpLevel::L1] = Rates->L1BytesPerClkPerSm.Value;
  T.Bandwidth[KpLevel::L2] = Rates->L2BytesPerClk.Value;
  T.Bandwidth[KpLevel::Dram] = Rates->DramBytesPerClk.Value;
  T.Bandwidth[KpLevel::Uncoalesced] =
      T.DelayDep > 0 ? T.SmCount * Rates->SectorBytes / T.DelayDep
                     : T.Bandwidth[KpLevel::L2];
  T.SharedPassCycles = Rates->sharedPassCycles();
  T.SectorBytes = Rates->SectorBytes;
  return T;
}

KpKernel::KpKernel(const KernelSummary &Kernel, const WarpProfile &Profile,
                   const GpuModel &Gpu, const KpGpu &Tuple,
                   const ModelArgs &Args)
    : Memory(memoryDemand(Kernel, Profile, Tuple.SectorBytes, Args)),
      Delays(schedulerIssueTime(Gpu, Profile)),
      UnrolledCopies(unrolledCopies(Kernel)),
      WarpsPerBlock(std::max(Profile.WarpsPerBlock, 1.0)),
      Graph(Kernel, blockShares(Kernel, Profile)) {
  // Latency and delay of each class, looked up once.
  std::array<double, NumOpClasses> Latency{}, Delay{};
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    OpClass Op = static_cast<OpClass>(C);
    if (Op == OpClass::Free)
      continue;
    Estimate D = issueDelayCycles(Gpu, Op), L = latencyCycles(Gpu, Op);
    Delay[C] = D.Value;
    Latency[C] = std::max(L.Value, D.Value);
  }

  for (InstrId I = 0; I < Kernel.Instrs.size(); ++I) {
    const Instr &In = Kernel.Instrs[I];
    const unsigned C = static_cast<unsigned>(In.Class);
    const double Count = std::max<double>(In.Count, 1);
    Costs.Delay.push_back(Delay[C] * Count);
    Costs.Latency.push_back(Latency[C] + Delay[C] * (Count - 1));
    if (In.Class == OpClass::LoadGlobal || In.Class == OpClass::LoadLocal ||
        In.Class == OpClass::LoadTexture)
      Loads.push_back(I);
  }
  for (LoopId L = 0; L < Kernel.Loops.size(); ++L)
    Costs.Trips.push_back(
        L < Profile.Loops.size() ? Profile.Loops[L].LongestTrip : 0);

  SyncCycles = Profile.BarriersPerWarp * Tuple.DelayDep * (WarpsPerBlock - 1);

  const LatencyShares Shares = latencyShares(Memory);
  LatencyWeight[KpLevel::L1] = Shares.L1;
  LatencyWeight[KpLevel::L2] = Shares.L2;
  LatencyWeight[KpLevel::Dram] = Shares.Dram;
  LatencyWeight[KpLevel::Uncoalesced] = Shares.Uncoalesced;
  Bytes[KpLevel::L1] = Memory.L1Bytes;
  Bytes[KpLevel::L2] = Memory.L2Bytes;
  Bytes[KpLevel::Dram] = Memory.DramBytes;
  Bytes[KpLevel::Uncoalesced] = Memory.UncoalescedBytes;
}

double KpKernel::threadCycles(double Latency) {
  for (auto &[Lat, Cycles] : Known)
    if (Lat == Latency)
      return Cycles;
  for (InstrId I : Loads)
    Costs.Latency[I] = std::max(Latency, Costs.Delay[I]);
  double Cycles = criticalPath(Graph, Costs).Total;
  Known.push_back({Latency, Cycles});
  return Cycles;
}
