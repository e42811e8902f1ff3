//===- Predict.cpp - From a launch to the models of stencils --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that walks over planes which it stages in shared memory is 2D
// tiling; any other stencil is 3D blocking. Both give what the data's way
// takes: a bound from below.
//
//===----------------------------------------------------------------------===//

#include "analysis/models/ErrorBand.h"
#include "analysis/models/IssueTime.h"
#include "analysis/models/LaunchTime.h"
#include "analysis/models/ShortNumber.h"
#include "analysis/models/stencil-traffic/StencilKernel.h"
#include "analysis/models/stencil-traffic/StencilTrafficModel.h"
#include "gpumodel/MemoryRates.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using llvm::formatv;

namespace {
/// Su et al. report mean errors of 4 to 40 % (3D blocking) and 14 to 16 % (2D
/// tiling) with bandwidths that were measured on the very GPU. A bound from
/// below is exceeded more easily than undercut: by latency, by blocks that are
/// not coalesced.
constexpr double LowErrorFactor = 1.3, HighErrorFactor = 2.5;
/// Lower where only an estimate of L1's bandwidth binds; higher where rows of a
/// block are narrower than what is moved at once, which the models leave out.
constexpr double EstimatedL1Factor = 1.8, UncoalescedFactor = 5;

/// Microseconds that the SMs issue instructions for. The models leave it out.
double computationUs(const ModelInput &In, const MemoryRates &Rates) {
  const IssueTime Issue =
      smIssueTime(In.Gpu, In.Kernel, In.Profile, Rates.sharedPassCycles());
  const double Blocks = std::max(static_cast<double>(In.L.Grid.count()), 1.0);
  const double ActiveSms = std::min(smCount(In.Gpu), Blocks);
  return Issue.Cycles * In.Profile.Warps / ActiveSms / Rates.ClockMhz;
}

/// Writes among the arrays that a stencil streams, 0 to 1.
double writeShare(const StencilProblem &Problem) {
  const double Streams = static_cast<double>(Problem.Arrays.size()) +
                         Problem.PlainArrays + Problem.WrittenArrays;
  return Problem.WrittenArrays / std::max(Streams, 1.0);
}

StencilGpu stencilGpu(const GpuModel &Gpu, const MemoryRates &Rates,
                      const StencilProblem &Problem) {
  StencilGpu G;
  const double GbpsPerByteClk = Rates.ClockMhz * 1e-3;
  G.Sms = smCount(Gpu);
  G.GbpsGm = Rates.DramBytesPerClk.Value * GbpsPerByteClk;
  G.GbpsL2 = Rates.L2BytesPerClk.Value * GbpsPerByteClk;
  double OnChip = Rates.L1BytesPerClkPerSm.Value;
  if (Problem.Staged && Gpu.SharedBytesPerClkPerSm)
    OnChip = Gpu.SharedBytesPerClkPerSm->Value;
  G.GbpsSmx = OnChip * G.Sms * GbpsPerByteClk;
  G.CoalescedBytes = Rates.SectorBytes;
  if (Gpu.L2Bytes)
    G.L2Bytes = Gpu.L2Bytes->Value;
  G.SimWarpsPerSm = schedulersPerSm(Gpu);
  G.ThreadsPerWarp = warpSize(Gpu);
  return G;
}

std::string dims(const StencilExtent &E, unsigned Axes) {
  std::string S = shortNumber(E.X);
  if (Axes > 1)
    S += " x " + shortNumber(E.Y);
  if (Axes > 2)
    S += " x " + shortNumber(E.Z);
  return S;
}

std::string sizes(const StencilProblem &P) {
  std::string S;
  for (const auto &Array : P.Arrays)
    S += formatv("{0}{1}", S.empty() ? "" : " and ", Array.size());
  return S;
}

/// What moving the data takes at one level of the memory, for people.
struct Level {
  llvm::StringLiteral Name;
  Bound Binding;
  double Us = 0;
};

/// The answer of one of the two models.
struct DataTime {
  llvm::SmallVector<Level, 3> Levels;
  double Us = 0;
  std::vector<std::string> Lines; ///< for --explain

  const Level &slowest() const {
    return *llvm::max_element(
        Levels, [](const Level &A, const Level &B) { return A.Us < B.Us; });
  }
};

std::vector<std::string> describe(const StencilKernel &Found) {
  const StencilProblem &Problem = Found.Problem;
  return {formatv("stencil of {0} points; {1} more arrays read, {2} written; "
                  "elements of {3} bytes{4}",
                  sizes(Problem), shortNumber(Problem.PlainArrays),
                  shortNumber(Problem.WrittenArrays),
                  shortNumber(Problem.ElementBytes),
                  Problem.Staged ? ", staged in shared memory" : "")
              .str(),
          formatv("domain {0} cells, {1} of them computed; a block's {2}{3}",
                  dims(Problem.Cells, Found.Axes),
                  shortNumber(Found.ComputedShare),
                  dims(Problem.Tile, Found.Axes),
                  Found.Walks ? ", walked along the last axis" : "")
              .str()};
}

DataTime tilingTime(const StencilProblem &Problem, const StencilGpu &G,
                    const ModelArgs &Args) {
  const double Alpha = std::max(Args.Alpha.value_or(1), 1.0),
               Beta = std::max(Args.Beta.value_or(1), 1.0);
  const TilingTime T = stencilTiling(Problem, G, Alpha, Beta);
  return {
      {{"readBlk", Bound::Dram, T.ReadBlkUs},
       {"shm2regs", Bound::Shared, T.Shm2RegsUs}},
      T.us(),
      {formatv("2D tiling: {0} warps a pipeline, {1} pipelines per SM; {2} "
               "planes; alpha {3}, beta {4}",
               shortNumber(T.WarpsPerPipeline), shortNumber(G.SimWarpsPerSm),
               shortNumber(T.Planes), shortNumber(Alpha), shortNumber(Beta))
           .str(),
       formatv("t = readBlk {0:f3} us + shm2regs {1:f3} us", T.ReadBlkUs,
               T.Shm2RegsUs)
           .str()}};
}

DataTime blockingTime(const StencilKernel &Found, const StencilGpu &G,
                      const ModelInput &In) {
  const StencilProblem &Problem = Found.Problem;
  StencilTraffic V = stencilTraffic(Problem, G, In.Occ.BlocksPerSm * G.Sms);
  // What an earlier launch has left in L2 need not come from memory again.
  const bool Warm =
      In.L.Conditions.L2 == L2State::Warm && V.CompulsoryGm <= G.L2Bytes;
  if (Warm)
    V.Gm = G.Epsilon * V.L2;
  V.Gm *= Found.ComputedShare;
  V.L2 *= Found.ComputedShare;
  V.Smx *= Found.ComputedShare;
  const StencilTimes T = stencilLevelsUs(V, G);
  return {
      {{"V_GM / BW_GM", Bound::Dram, T.GmUs},
       {"V_L2 / BW_L2", Bound::L2, T.L2Us},
       {"V_SMX / BW_SMX", Problem.Staged ? Bound::Shared : Bound::L1, T.SmxUs}},
      T.us(),
      {formatv("3D blocking: V_GM {0} bytes{1}, V_L2 {2}, V_SMX {3}",
               shortNumber(V.Gm), Warm ? " (the domain is in L2)" : "",
               shortNumber(V.L2), shortNumber(V.Smx))
           .str(),
       formatv("of what tiles share, lost in L2: {0} along x, {1} along y, "
               "{2} along z; epsilon {3}",
               shortNumber(V.LostX), shortNumber(V.LostY), shortNumber(V.LostZ),
               shortNumber(G.Epsilon))
           .str(),
       formatv("t >= max({0:f3} us at {1} GB/s, {2:f3} us at {3} GB/s, {4:f3} "
               "us at {5} GB/s)",
               T.GmUs, shortNumber(G.GbpsGm), T.L2Us, shortNumber(G.GbpsL2),
               T.SmxUs, shortNumber(G.GbpsSmx))
           .str()}};
}

/// The time of \p Data with its band. What widens the band beyond the models'
/// own error is an assumption of the estimate.
Estimate withBand(const DataTime &Data, const AssumptionSet &Why,
                  const StencilProblem &Problem, const ModelInput &In,
                  const MemoryRates &Rates) {
  Estimate ExecUs = Estimate::exact(Data.Us);
  ExecUs.Why = Why;
  const OptFact &L1 = In.Gpu.L1BytesPerClkPerSm;
  double Low = LowErrorFactor, High = HighErrorFactor;
  if (Data.slowest().Binding == Bound::L1 &&
      (!L1 || L1->Status == FactStatus::Estimated)) {
    Low = EstimatedL1Factor;
    ExecUs.Why |= AssumptionKind::L1BandwidthEstimated;
  }
  if (Problem.Tile.X * Problem.ElementBytes < Rates.SectorBytes) {
    High = UncoalescedFactor;
    ExecUs.Why |= Assumption{AssumptionKind::NarrowBlock, "", Problem.Tile.X};
  }
  ExecUs.Lo /= errorFactor(Low, ExecUs.Why);
  ExecUs.Hi *= errorFactor(High, ExecUs.Why);
  if (const double Us = computationUs(In, Rates); Us > Data.Us) {
    ExecUs.Hi = std::max(ExecUs.Hi, Us * HighErrorFactor);
    ExecUs.Why |= Assumption{AssumptionKind::ComputationLeftOut, "", Us};
  }
  return ExecUs;
}
} // namespace

llvm::Expected<ModelAnswer>
gpuperf::predictStencilTraffic(const ModelInput &In) {
  auto Found = findStencil(In.Kernel, In.L, In.Profile);
  if (!Found)
    return llvm::createStringError(
        formatv("not modelled: 'stencil-traffic' is for stencils: {0}",
                llvm::toString(Found.takeError())));
  const StencilProblem &Problem = Found->Problem;
  auto Rates = memoryRates(In.Gpu, writeShare(Problem));
  if (!Rates)
    return Rates.takeError();
  const StencilGpu G = stencilGpu(In.Gpu, *Rates, Problem);

  const bool Tiling = Problem.Staged && Found->Walks;
  const DataTime Data =
      Tiling ? tilingTime(Problem, G, In.Args) : blockingTime(*Found, G, In);
  AssumptionSet Why =
      Found->Why | Rates->why() | In.Kernel.Why | In.Profile.Why;
  // That L1 keeps a tile's reach is taken for granted; a tile in shared memory
  // is kept.
  if (!Tiling && !Problem.Staged)
    Why |= AssumptionKind::CacheSharesAssumed;

  ModelAnswer Answer;
  const Estimate ExecUs = withBand(Data, Why, Problem, In, *Rates);
  const LaunchTime Launching = launchTime(In.Gpu, In.L);
  Answer.TimeUs = Launching.total(ExecUs);
  const double LaunchUs = Answer.TimeUs.Value - ExecUs.Value;
  for (const Level &At : Data.Levels)
    Answer.Components.push_back({At.Name.str(), At.Us});
  Answer.Components.push_back({"launch", LaunchUs});
  Answer.BoundBy =
      LaunchUs > ExecUs.Value ? Bound::Launch : Data.slowest().Binding;
  if (In.Explain) {
    Answer.Explanation = describe(*Found);
    llvm::append_range(Answer.Explanation, Data.Lines);
    Answer.Explanation.push_back("launch: " + Launching.Source);
  }
  return Answer;
}
