//===- HongKim.cpp - The equations ----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/hong-kim/HongKim.h"
#include <algorithm>
#include <cmath>

using namespace gpuperf;

HongKimTime gpuperf::hongKim(const HongKimInputs &In) {
  HongKimTime T;
  const double Sms = std::max(In.ActiveSms, 1.0);
  T.N = std::max(In.ActiveBlocksPerSm * In.WarpsPerBlock, 1.0);
  T.Rep =
      std::max(In.Blocks / (std::max(In.ActiveBlocksPerSm, 1.0) * Sms), 1.0);
  T.CompCycles = In.CompCycles;

  const double MemInsts = In.CoalMemInsts + In.UncoalMemInsts;
  if (!(MemInsts > 0)) {
    T.Mwp = T.N, T.Cwp = 1;
    T.MwpWithoutBw = T.MwpPeakBw = T.N;
    T.ExecCycles = T.CompCycles * T.N * T.Rep;
    return T;
  }

  T.MemLUncoal =
      In.MemLdCycles + (In.UncoalPerMw - 1) * In.DepartureDelUncoalCycles;
  T.MemLCoal = In.MemLdCycles;
  T.WeightUncoal = In.UncoalMemInsts / MemInsts;
  T.WeightCoal = In.CoalMemInsts / MemInsts;
  T.MemL = T.MemLUncoal * T.WeightUncoal + T.MemLCoal * T.WeightCoal;
  T.DepartureDelay =
      In.DepartureDelUncoalCycles * In.UncoalPerMw * T.WeightUncoal +
      In.DepartureDelCoalCycles * T.WeightCoal;

  T.MwpWithoutBwFull =
      T.DepartureDelay > 0 ? T.MemL / T.DepartureDelay : HUGE_VAL;
  T.MwpWithoutBw = std::min(T.MwpWithoutBwFull, T.N);
  T.MwpPeakBw = HUGE_VAL;
  if (In.LoadBytesPerWarp > 0 && In.MemBandwidthGbps > 0 && T.MemL > 0) {
    const double GbpsPerWarp =
        In.ClockMhz * 1e-3 * In.LoadBytesPerWarp / T.MemL;
    T.MwpPeakBw = In.MemBandwidthGbps / (GbpsPerWarp * Sms);
  }
  T.Mwp = std::min({T.MwpWithoutBw, T.MwpPeakBw, T.N});
  // Below 1 the bandwidth does not suffice for one warp: that must not be lost.
  const double OtherWarps = std::max(T.Mwp - 1, 0.0);

  T.MemCycles = T.MemLUncoal * In.UncoalMemInsts + T.MemLCoal * In.CoalMemInsts;
  T.CwpFull =
      T.CompCycles > 0 ? (T.MemCycles + T.CompCycles) / T.CompCycles : HUGE_VAL;
  T.Cwp = std::min(T.CwpFull, T.N);

  const double CompPerWait = T.CompCycles / MemInsts;
  if (T.Mwp >= T.N && T.Cwp >= T.N) {
    T.Case = HongKimCase::FewWarps;
    T.ExecCycles = T.MemCycles + T.CompCycles + CompPerWait * OtherWarps;
  } else if (T.Cwp >= T.Mwp || T.CompCycles > T.MemCycles) {
    T.Case = HongKimCase::Memory;
    T.ExecCycles = T.MemCycles * T.N / T.Mwp + CompPerWait * OtherWarps;
  } else {
    T.Case = HongKimCase::Compute;
    T.ExecCycles = T.MemL + T.CompCycles * T.N;
  }
  T.ExecCycles *= T.Rep;
  T.SynchCycles = T.DepartureDelay * OtherWarps * In.SynchInsts *
                  In.ActiveBlocksPerSm * T.Rep;
  return T;
}

double gpuperf::hongKimThroughput(double WorkItems, double Operations,
                                  double Seconds, double ClockMhz,
                                  double ComputeUnits) {
  const double Cycles = Seconds * ClockMhz * 1e6 * ComputeUnits;
  return Cycles > 0 ? WorkItems * Operations / Cycles : 0;
}
