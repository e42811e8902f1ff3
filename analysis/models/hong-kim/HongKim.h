//===- HongKim.h - MWP and CWP: the equations of the model ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hong and Kim 2009 (ISCA), as Ostapenko carries it over to AMD. MWP: how many
// warps of an SM wait for memory at the same time. CWP: how many can compute
// while one waits, itself included. Which is larger says what is hidden behind
// what. An SM reads compute unit on AMD, a warp reads wavefront.
//
// Ostapenko leaves out MWP_peak_BW and the cost of barriers; they are those of
// Hong and Kim:
//
//   BW_per_warp = Freq * Load_bytes_per_warp / Mem_L
//   MWP_peak_BW = Mem_Bandwidth / (BW_per_warp * #Active_SMs)
//   Synch_cost  = Departure_delay * (MWP - 1) * #synch_insts
//                 * #Active_blocks_per_SM * #Rep
//
// #total_insts counts memory instructions too (the paper's example: 27 + 6).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_HONG_KIM_HONGKIM_H
#define GPUPERF_ANALYSIS_MODELS_HONG_KIM_HONGKIM_H

#include "analysis/Launch.h"
#include "analysis/models/IssueTime.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

/// What the equations ask for, in the order of the paper's table. Instructions
/// are those of one warp; cycles are of the SM's clock.
struct HongKimInputs {
  double MemLdCycles = 0;            ///< Mem_LD
  double DepartureDelCoalCycles = 0; ///< between two coalesced requests
  /// Between two transactions of one uncoalesced request.
  double DepartureDelUncoalCycles = 0;
  double MemBandwidthGbps = 0; ///< 0: sets no limit
  double ClockMhz = 0;

  double CoalMemInsts = 0, UncoalMemInsts = 0;
  double UncoalPerMw = 1;      ///< transactions of an uncoalesced request
  double LoadBytesPerWarp = 0; ///< that a request moves from memory
  /// #Issue_cycles * #total_insts: how long the warp keeps the SM's issue busy.
  double CompCycles = 0;
  double SynchInsts = 0;

  double WarpsPerBlock = 1;
  double ActiveBlocksPerSm = 1, ActiveSms = 1;
  double Blocks = 1;
};

enum class HongKimCase : uint8_t {
  FewWarps = 1, ///< MWP = CWP = N: neither is hidden wholly
  Memory = 2,   ///< CWP >= MWP, or Comp_cycles > Mem_cycles
  Compute = 3,  ///< MWP > CWP: all but one wait is hidden
};

/// Every value on the way, by the paper's names.
struct HongKimTime {
  double MemLUncoal = 0, MemLCoal = 0, WeightUncoal = 0, WeightCoal = 0;
  double MemL = 0, DepartureDelay = 0;
  double MwpWithoutBwFull = 0, MwpWithoutBw = 0, MwpPeakBw = 0, Mwp = 0;
  double MemCycles = 0, CompCycles = 0, CwpFull = 0, Cwp = 0;
  double N = 0; ///< active warps per SM
  double Rep = 0;
  HongKimCase Case = HongKimCase::Compute;
  double ExecCycles = 0;  ///< without barriers
  double SynchCycles = 0; ///< added for barriers
  double cycles() const { return ExecCycles + SynchCycles; }
};

/// The equations. A kernel without memory instructions, for which they divide
/// by zero, is the third case without a wait. MWP - 1 is not negative, and #Rep
/// is at least 1: the most loaded SM runs its blocks once.
HongKimTime hongKim(const HongKimInputs &In);

/// Ostapenko's Throughput, operations per clock of a compute unit: \p Seconds
/// taken by \p WorkItems that execute \p Operations each.
double hongKimThroughput(double WorkItems, double Operations, double Seconds,
                         double ClockMhz, double ComputeUnits);

/// How the inputs of a launch come about, each said once for people.
struct HongKimLaunch {
  HongKimInputs In;
  IssueTime Comp;             ///< of which In.CompCycles is the sum
  std::string ParametersFrom; ///< one clause
  AssumptionSet Why;
};

/// \p BlocksPerSm as the occupancy allows. Memory instructions are requests to
/// global, local and texture memory. GPUs with caches: Mem_LD is the mean over
/// the levels that serve the bytes; only what comes from DRAM counts for
/// MWP_peak_BW. Parameters that the file does not have are derived: Mem_LD from
/// its latencies; departure delays from the bytes per clock that one SM gets
/// out of L2 (for what misses L1) or L1, whichever is slower, for a request's
/// bytes (coalesced) or a sector's (uncoalesced). An error if the file has no
/// bandwidth or no clock.
llvm::Expected<HongKimLaunch>
hongKimLaunch(const KernelSummary &Kernel, const Launch &L, const GpuModel &Gpu,
              const WarpProfile &Profile, unsigned BlocksPerSm);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_HONG_KIM_HONGKIM_H
