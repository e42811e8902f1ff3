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

namespace {
// Used where a GPU file lacks the number, and said so: the middle of what is
// published for NVIDIA GPUs from Pascal to Hopper.
constexpr double L1Latency = 35, L2Latency = 250, DramLatency = 550;
constexpr double DepartureCycles = 2, UncoalescedSectors = 32;
constexpr double L1BytesPerClk = 64, L2BytesPerClkPerSm = 32;
constexpr double AchievableOfTheoretical = 0.85, CopyOfRead = 0.92;
constexpr double SharedBytesPerPass = 128;
/// The divisor of seed 000's delay_dep.
constexpr double DelayDepDivisor = 28;

double valueOr(const OptFact &F, double Substitute, AssumptionSet &Why) {
  if (F && F->Value > 0)
    return F->Value;
  Why |= AssumptionKind::GpuFactMissing;
  return Substitute;
}

bool isCachedMemory(MemSpace S) {
  return S == MemSpace::Global || S == MemSpace::Local ||
         S == MemSpace::Texture || S == MemSpace::Unknown;
}

double clampShare(double X) { return std::clamp(X, 0.0, 1.0); }
} // namespace

llvm::Expected<KpGpu> gpuperf::makeKpGpu(const GpuModel &Gpu,
                                         double WriteShare) {
  KpGpu T;
  T.SmCount = std::max(Gpu.SmCount.Value, 1.0);
  T.SchedulersPerSm = std::max(Gpu.Arch.SchedulersPerSm.Value, 1.0);
  T.WarpSize = std::max(Gpu.Arch.WarpSize.Value, 1.0);
  T.ClockMhz = clockMhz(Gpu);
  if (!(T.ClockMhz > 0))
    return llvm::createStringError(
        "GPU '%s' has no clock: its file needs boost_clock_mhz",
        Gpu.Name.c_str());

  auto &Lat = T.Latency;
  Lat[0] = valueOr(Gpu.L1LatencyCycles, L1Latency, T.Why);
  Lat[1] = valueOr(Gpu.L2LatencyCycles, L2Latency, T.Why);
  Lat[2] = valueOr(Gpu.DramLatencyCycles, DramLatency, T.Why);
  Lat[3] = valueOr(Gpu.UncoalescedWarpLatencyCycles,
                   Lat[2] + (UncoalescedSectors - 1) * DepartureCycles, T.Why);
  Lat[3] = std::max(Lat[3], Lat[2]);
  T.DelayDep = (Lat[3] - Lat[2]) / DelayDepDivisor;

  auto &Band = T.Bandwidth;
  Band[0] = valueOr(Gpu.L1BytesPerClkPerSm, L1BytesPerClk, T.Why);
  Band[1] =
      valueOr(Gpu.L2BytesPerClkTotal, L2BytesPerClkPerSm * T.SmCount, T.Why);
  double Read, Copy;
  if (Gpu.DramAchievableReadGbps && Gpu.DramAchievableReadGbps->Value > 0)
    Read = Gpu.DramAchievableReadGbps->Value;
  else if (Gpu.DramTheoreticalGbps && Gpu.DramTheoreticalGbps->Value > 0)
    Read = valueOr(std::nullopt,
                   Gpu.DramTheoreticalGbps->Value * AchievableOfTheoretical,
                   T.Why);
  else
    return llvm::createStringError(
        "GPU '%s' has no DRAM bandwidth: its file needs "
        "dram_achievable_read_gbps or dram_theoretical_gbps",
        Gpu.Name.c_str());
  Copy = Gpu.DramAchievableCopyGbps && Gpu.DramAchievableCopyGbps->Value > 0
             ? Gpu.DramAchievableCopyGbps->Value
             : Read * CopyOfRead;
  // A copy is half writes: the bus turns most often. Writes alone are as fast
  // as reads (H100: 2016 and 1942 GB/s beside a copy's 1704, gpu-benches).
  double Mixed = clampShare(1 - std::fabs(2 * WriteShare - 1));
  double Gbps = Read + Mixed * (Copy - Read);
  Band[2] = Gbps * 1e3 / T.ClockMhz; // GB/s over MHz
  double Sector = Gpu.SectorBytes ? Gpu.SectorBytes->Value : 32;
  Band[3] = T.DelayDep > 0 ? T.SmCount * Sector / T.DelayDep : Band[1];
  T.SharedPassCycles =
      Gpu.SharedBytesPerClkPerSm && Gpu.SharedBytesPerClkPerSm->Value > 0
          ? std::max(SharedBytesPerPass / Gpu.SharedBytesPerClkPerSm->Value,
                     1.0)
          : 1.0;
  return T;
}

KpKernel::KpKernel(const KernelSummary &Kernel, const WarpProfile &Profile,
                   const GpuModel &Gpu, const KpGpu &Tuple,
                   const ModelArgs &Args)
    : Graph(Kernel, blockShares(Kernel, Profile)) {
  // Latency and delay of each class, looked up once.
  std::array<double, NumOpClasses> Latency{}, Delay{};
  std::array<AssumptionSet, NumOpClasses> ClassWhy{};
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    OpClass Op = static_cast<OpClass>(C);
    if (Op == OpClass::Free)
      continue;
    Estimate D = issueDelayCycles(Gpu, Op), L = latencyCycles(Gpu, Op);
    Delay[C] = D.Value;
    Latency[C] = std::max(L.Value, D.Value);
    ClassWhy[C] = D.Why | L.Why;
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

  // Delays of a mean warp: what it executes.
  UnrolledCopies = unrolledCopies(Kernel);
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    const double Executed =
        Profile.Warps > 0 ? Profile.WarpInstructions[C] / Profile.Warps : 0;
    if (Executed <= 0 || static_cast<OpClass>(C) == OpClass::Free)
      continue;
    DelayByClass[C] = Executed * Delay[C];
    Why |= ClassWhy[C];
  }
  for (double D : DelayByClass)
    DelayPerWarp += D;

  WarpsPerBlock = std::max(Profile.WarpsPerBlock, 1.0);
  SyncCycles = Profile.BarriersPerWarp * Tuple.DelayDep * (WarpsPerBlock - 1);

  // Memory.
  MemBytes = std::max(Profile.RequestedBytes, 0.0);
  double UncoalBytes = 0, UncoalSectorBytes = 0;
  const double Sector = Gpu.SectorBytes ? Gpu.SectorBytes->Value : 32;
  for (AccessId A = 0;
       A < std::min(Kernel.Accesses.size(), Profile.Accesses.size()); ++A) {
    const Access &Acc = Kernel.Accesses[A];
    const AccessProfile &P = Profile.Accesses[A];
    if (Acc.Space == MemSpace::Shared)
      SharedPasses += P.Requests * std::max(P.PassesPerRequest.Value, 1.0);
    if (!isCachedMemory(Acc.Space) || !P.Uncoalesced)
      continue;
    UncoalBytes += P.Requests * P.ActiveLanes * Acc.BytesPerLane;
    UncoalSectorBytes += P.Requests * P.SectorsPerRequest.Value * Sector;
  }
  if (MemBytes > 0)
    UncoalPct = clampShare(UncoalBytes / MemBytes);

  const bool FromUser = Args.L1Pct || Args.L2Pct;
  L1Pct = clampShare(Args.L1Pct.value_or(Profile.L1Share));
  L2Pct = std::min(clampShare(Args.L2Pct.value_or(Profile.L2Share)), 1 - L1Pct);
  DramPct = 1 - L1Pct - L2Pct;
  const double CoalPct = 1 - UncoalPct;
  LatencyWeight = {CoalPct * L1Pct, CoalPct * L2Pct, CoalPct * DramPct,
                   UncoalPct};
  if (FromUser)
    Bytes = {MemBytes * L1Pct, MemBytes * L2Pct, MemBytes * DramPct, 0};
  else
    Bytes = {MemBytes * L1Pct, std::max(Profile.L2Bytes, 0.0),
             std::max(Profile.DramReadBytes, 0.0) +
                 std::max(Profile.DramWriteBytes, 0.0),
             0};
  Bytes[3] = UncoalSectorBytes * (1 - L1Pct);
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
