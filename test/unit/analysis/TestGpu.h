//===- TestGpu.h - GPUs that can be computed by hand ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_TESTGPU_H
#define GPUPERF_TEST_UNIT_ANALYSIS_TESTGPU_H

#include "analysis/predict/PredictLaunch.h"

namespace gpuperf {

inline Fact fact(double V) { return {V, FactStatus::Published, "test"}; }

inline LaunchTimeLine line(unsigned Warps, double SlopeUs, double BaseUs) {
  return {Warps, SlopeUs, BaseUs, FactStatus::Measured, "test"};
}

/// 2 SMs of 2 schedulers, 1 GHz: a cycle is a nanosecond. Latency 4 and delay 1
/// of everything but FP64 (20 and 16); loads 20, 100, 200, uncoalesced 228, so
/// that delay_dep is 1; 64 bytes a cycle of L1 per SM and of L2, 16 of DRAM.
inline GpuModel tinyGpu() {
  GpuModel G;
  G.Name = "tiny";
  ArchModel &A = G.Arch;
  A.Name = "sm_test";
  A.CcMajor = 9;
  A.WarpSize = fact(32), A.SchedulersPerSm = fact(2);
  A.IssueWidthPerScheduler = fact(1);
  A.MaxThreadsPerSm = fact(256), A.MaxWarpsPerSm = fact(8);
  A.MaxBlocksPerSm = fact(4), A.MaxThreadsPerBlock = fact(256);
  A.RegistersPerSm = fact(16384), A.RegistersPerBlock = fact(16384);
  A.MaxRegistersPerThread = fact(255);
  A.RegisterAllocationUnit = fact(256), A.WarpAllocationGranularity = fact(2);
  A.SharedPerSmBytes = fact(65536);
  A.SharedPerBlockDefaultBytes = fact(49152);
  A.SharedPerBlockOptinBytes = fact(65536);
  A.SharedAllocationUnitBytes = fact(128);
  A.ReservedSharedPerBlockBytes = fact(0);
  A.SharedBanks = fact(32), A.SharedBankWidthBytes = fact(4);
  A.MaxGridX = fact(2147483647), A.MaxGridY = A.MaxGridZ = fact(65535);
  A.MaxBlockX = A.MaxBlockY = fact(256), A.MaxBlockZ = fact(64);
  A.Fp32Lanes = A.Int32Lanes = A.LoadStoreLanes = fact(64);
  A.Fp64Lanes = fact(4), A.SfuLanes = fact(64);
  for (OptFact &R : A.ThroughputPerClkPerSm)
    R = fact(64);
  A.ThroughputPerClkPerSm[unsigned(ThroughputRow::Fp64AddMulFma)] = fact(4);
  for (OptFact &L : A.LatencyCycles)
    L = fact(4);
  for (OpClass C : {OpClass::Fp64Add, OpClass::Fp64Mul, OpClass::Fp64Fma})
    A.LatencyCycles[unsigned(C)] = fact(20);
  G.SmCount = fact(2);
  G.BaseClockMhz = G.BoostClockMhz = fact(1000);
  G.SectorBytes = fact(32), G.L1LineBytes = fact(128);
  G.L1LatencyCycles = fact(20), G.L2LatencyCycles = fact(100);
  G.DramLatencyCycles = fact(200), G.UncoalescedWarpLatencyCycles = fact(228);
  G.SharedLatencyCycles = fact(10), G.ConstantL1LatencyCycles = fact(10);
  G.L1BytesPerClkPerSm = fact(64), G.SharedBytesPerClkPerSm = fact(128);
  G.L2BytesPerClkTotal = fact(64);
  G.DramTheoreticalGbps = fact(20), G.DramAchievableReadGbps = fact(16);
  G.DramAchievableCopyGbps = fact(16);
  G.LaunchTimeLines = {line(1, 0, 0)}; // launching is free
  return G;
}

/// The GPU of Qu et al. 2020, table 6: 3 SMs of 64 warps, 16 blocks and 128
/// lanes.
inline GpuModel quGpu() {
  GpuModel G = tinyGpu();
  G.Name = "qu";
  ArchModel &A = G.Arch;
  A.MaxThreadsPerSm = fact(2048), A.MaxWarpsPerSm = fact(64);
  A.MaxBlocksPerSm = fact(16), A.MaxThreadsPerBlock = fact(1024);
  A.RegistersPerSm = A.RegistersPerBlock = fact(65536);
  A.MaxBlockX = A.MaxBlockY = fact(1024);
  A.SchedulersPerSm = fact(4);
  A.Fp32Lanes = fact(128);
  G.SmCount = fact(3);
  return G;
}

inline Launch launchOf(uint64_t Grid, uint64_t Block) {
  Launch L;
  L.Grid.X = Grid;
  L.Block.X = Block;
  return L;
}

/// Every warp executes every block once, loops aside; no memory traffic.
inline WarpProfile flatProfile(const KernelSummary &K, const Launch &L,
                               double Trip = 1) {
  WarpProfile P;
  P.WarpsPerBlock = L.warpsPerBlock(32);
  P.Warps = P.WarpsPerBlock * L.Grid.count();
  P.Blocks.resize(K.Blocks.size());
  for (size_t B = 0; B < K.Blocks.size(); ++B) {
    double N = 1;
    for (LoopId L = K.Blocks[B].InnermostLoop; L != NoId; L = K.Loops[L].Parent)
      N *= Trip;
    P.Blocks[B] = {N, 32 * N, N, N};
    for (InstrId I : K.Blocks[B].Instrs) {
      P.WarpInstructions[unsigned(K.Instrs[I].Class)] += N * P.Warps;
      P.LaneInstructions[unsigned(K.Instrs[I].Class)] += 32 * N * P.Warps;
      if (K.Instrs[I].Class == OpClass::Barrier)
        P.BarriersPerWarp += N;
    }
  }
  P.Loops.assign(K.Loops.size(), {Trip, Trip});
  P.Accesses.resize(K.Accesses.size());
  for (size_t A = 0; A < K.Accesses.size(); ++A) {
    AccessProfile &X = P.Accesses[A];
    X.Requests = P.Warps * P.Blocks[K.Accesses[A].Block].WarpExecutions;
    X.ActiveLanes = 32;
    X.SectorsPerRequest = Estimate::exact(4);
    X.LinesPerRequest = X.PassesPerRequest = Estimate::exact(1);
  }
  return P;
}

/// \p Bytes per warp are asked for, and all come from DRAM.
inline void allFromDram(WarpProfile &P, double BytesPerWarp) {
  P.RequestedBytes = P.L2Bytes = P.DramReadBytes = BytesPerWarp * P.Warps;
  P.L1Share = P.L2Share = 0, P.DramShare = 1;
}

/// One kernel on one GPU with a profile made by hand.
inline llvm::Expected<Prediction>
predictWith(const KernelSummary &K, const Launch &L, const GpuModel &G,
            const WarpProfile &Profile, const PredictOptions &Options = {}) {
  Prediction P;
  P.Model = Options.Model;
  BlockResources R;
  R.ThreadsPerBlock = L.Block.count();
  R.RegistersPerThread = K.RegistersPerThread.Value;
  R.StaticSharedBytes = K.StaticSharedBytes;
  P.Occ = computeOccupancy(G, R);
  P.Load = computeWarpLoad(G, P.Occ, L.Grid.count(), L.Block.count());
  P.Profile = Profile;
  auto Answer = modelOf(Options.Model)
                    .Predict({K, L, G, P.Occ, P.Waves, P.Load,
                              K.RegistersPerThread, blocksPerSmRange(K, L, G),
                              P.Profile, Options.Args, Options.Explain});
  if (!Answer)
    return Answer.takeError();
  static_cast<ModelAnswer &>(P) = std::move(*Answer);
  return P;
}

} // namespace gpuperf

#endif // GPUPERF_TEST_UNIT_ANALYSIS_TESTGPU_H
