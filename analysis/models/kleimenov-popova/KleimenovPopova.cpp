//===- KleimenovPopova.cpp - The paper's model ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kleimenov and Popova 2021:
//
//   time = time_launch + sum over waves of time_wave
//
// All full waves take the same time, so there are two to compute: a full one
// and the last, which holds what is left of the grid.
//
//===----------------------------------------------------------------------===//

#include "analysis/models/ErrorBand.h"
#include "analysis/models/LaunchTime.h"
#include "analysis/models/PipeBound.h"
#include "analysis/models/kleimenov-popova/Explain.h"
#include "analysis/models/kleimenov-popova/KleimenovPopovaModel.h"

using namespace gpuperf;

namespace {
/// What the method is off by itself. Bytes over a bandwidth are the firm part.
/// Issue and latency are not: waves are summed although the blocks of the next
/// one start as soon as there is room, a dispatch unit is taken to wait for a
/// narrow pipe where others could go on, loads of several iterations do not
/// overlap. The paper reports errors from 5 % at many warps to several times
/// that at few.
constexpr double BandwidthErrorFactor = 1.6, OtherErrorFactor = 2.5;

double errorFactorOf(KpPart Binding) {
  switch (Binding) {
  case KpPart::L1:
  case KpPart::L2:
  case KpPart::Dram:
    return BandwidthErrorFactor;
  default:
    return OtherErrorFactor;
  }
}

KpExecution execute(const KpGpu &Gpu, KpKernel &Kernel, uint64_t GridBlocks,
                    unsigned BlocksPerSm) {
  KpExecution E;
  const uint64_t PerWave = std::max<uint64_t>(
      static_cast<uint64_t>(Gpu.SmCount) * std::max(BlocksPerSm, 1u), 1);
  E.FullWaves = GridBlocks / PerWave;
  const uint64_t Rest = GridBlocks % PerWave;
  if (E.FullWaves > 0)
    E.Full = kpWave(Gpu, Kernel, PerWave, GridBlocks);
  if (Rest > 0)
    E.Last = kpWave(Gpu, Kernel, Rest, GridBlocks);
  return E;
}

Bound boundOf(const KpWave &W, const KpKernel &Kernel) {
  switch (W.Binding) {
  case KpPart::Dependences:
    return Bound::Latency;
  case KpPart::Barriers:
    return Bound::Barrier;
  case KpPart::Issue:
    return pipeBound(Kernel.Delays.CyclesByClass, Kernel.Delays.Cycles);
  case KpPart::Shared:
    return Bound::Shared;
  case KpPart::L1:
    return Bound::L1;
  case KpPart::L2:
    return Bound::L2;
  case KpPart::Dram:
    return Bound::Dram;
  case KpPart::Uncoalesced:
    return Kernel.Memory.DramShare >= Kernel.Memory.L2Share ? Bound::Dram
                                                            : Bound::L2;
  }
  llvm_unreachable("a part without a bound");
}
} // namespace

llvm::Expected<ModelAnswer>
gpuperf::predictKleimenovPopova(const ModelInput &In) {
  const WarpProfile &Profile = In.Profile;
  auto Tuple = makeKpGpu(In.Gpu, dramWriteShare(Profile));
  if (!Tuple)
    return Tuple.takeError();
  KpKernel Model(In.Kernel, Profile, In.Gpu, *Tuple, In.Args);
  const uint64_t GridBlocks = In.L.Grid.count();
  const KpExecution Exec =
      execute(*Tuple, Model, GridBlocks, In.Occ.BlocksPerSm);
  const double UsPerCycle = 1 / Tuple->ClockMhz;

  // Registers that are only estimated may mean another occupancy.
  Estimate ExecUs = Estimate::exact(Exec.cycles() * UsPerCycle);
  for (unsigned Blocks : In.BlocksPerSmRange) {
    if (Blocks == 0 || Blocks == In.Occ.BlocksPerSm)
      continue;
    double Us =
        execute(*Tuple, Model, GridBlocks, Blocks).cycles() * UsPerCycle;
    ExecUs.Lo = std::min(ExecUs.Lo, Us);
    ExecUs.Hi = std::max(ExecUs.Hi, Us);
  }
  ExecUs.Why = In.why() | Tuple->Why | Model.Delays.Why;
  const bool FullDecides =
      Exec.FullWaves * Exec.Full.Cycles >= Exec.Last.Cycles;
  const KpWave &Deciding = FullDecides ? Exec.Full : Exec.Last;
  ExecUs = withErrorBand(ExecUs, errorFactorOf(Deciding.Binding));

  const LaunchTime Launching = launchTime(In.Gpu, In.L);
  ModelAnswer Answer;
  Answer.TimeUs = Launching.total(ExecUs);

  const double LaunchUs = Answer.TimeUs.Value - ExecUs.Value;
  for (unsigned I = 0; I < NumKpParts; ++I) {
    double Us =
        (Exec.FullWaves * Exec.Full.Parts[I] + Exec.Last.Parts[I]) * UsPerCycle;
    if (Us > 0)
      Answer.Components.push_back(
          {kpPartName(static_cast<KpPart>(I)).str(), Us});
  }
  Answer.Components.push_back({"launch", LaunchUs});

  Answer.BoundBy =
      LaunchUs > ExecUs.Value ? Bound::Launch : boundOf(Deciding, Model);
  if (In.Explain)
    Answer.Explanation = explainKp(In, *Tuple, Model, Exec, Launching);
  return Answer;
}
