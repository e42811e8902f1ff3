//===- IssueTime.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/IssueTime.h"
#include "gpumodel/Throughput.h"

using namespace gpuperf;

IssueTime gpuperf::schedulerIssueTime(const GpuModel &Gpu,
                                      const WarpProfile &Profile) {
  IssueTime T;
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    const auto Op = static_cast<OpClass>(C);
    const double Executed =
        Profile.Warps > 0 ? Profile.WarpInstructions[C] / Profile.Warps : 0;
    if (Executed <= 0 || Op == OpClass::Free)
      continue;
    const Estimate Delay = issueDelayCycles(Gpu, Op);
    T.CyclesByClass[C] = Executed * Delay.Value;
    T.Cycles += T.CyclesByClass[C];
    T.Why |= Delay.Why | latencyCycles(Gpu, Op).Why;
  }
  return T;
}

static const OptFact &timedRate(const GpuModel &Gpu, OpClass Op) {
  return Gpu.HongKim.ThroughputPerClkPerCu[static_cast<unsigned>(Op)];
}

Estimate gpuperf::smIssueCycles(const GpuModel &Gpu, OpClass Op) {
  if (Op == OpClass::Free)
    return Estimate::exact(0);
  const double Schedulers = schedulersPerSm(Gpu);
  if (const OptFact &Rate = timedRate(Gpu, Op); Rate && Rate->Value > 0)
    return Estimate::exact(warpSize(Gpu) / Rate->Value);
  Estimate Cycles = issueDelayCycles(Gpu, Op) * (1 / Schedulers);
  const OptFact &Timed = timedRate(Gpu, OpClass::Fp32Add);
  if (!Timed || !(Timed->Value > 0))
    return Cycles;
  const double Listed =
      issueDelayCycles(Gpu, OpClass::Fp32Add).Value / Schedulers;
  Cycles = Cycles * (warpSize(Gpu) / Timed->Value / Listed);
  Cycles.Why |= AssumptionKind::GpuFactMissing;
  return Cycles;
}

/// Cycles that bank conflicts add to the issue of shared-memory instructions,
/// per launch.
static double conflictCycles(const KernelSummary &Kernel,
                             const WarpProfile &Profile, double PassCycles) {
  double Cycles = 0;
  const size_t N = std::min(Kernel.Accesses.size(), Profile.Accesses.size());
  for (AccessId A = 0; A < N; ++A) {
    const AccessProfile &P = Profile.Accesses[A];
    if (Kernel.Accesses[A].Space == MemSpace::Shared && P.Requests > 0)
      Cycles +=
          P.Requests * std::max(P.PassesPerRequest.Value - 1, 0.0) * PassCycles;
  }
  return Cycles;
}

IssueTime gpuperf::smIssueTime(const GpuModel &Gpu, const KernelSummary &Kernel,
                               const WarpProfile &Profile,
                               double SharedPassCycles) {
  IssueTime T;
  const double Warps = std::max(Profile.Warps, 1.0);
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    const auto Op = static_cast<OpClass>(C);
    const double PerWarp = Profile.WarpInstructions[C] / Warps;
    if (Op == OpClass::Free || !(PerWarp > 0))
      continue;
    const Estimate Cycles = smIssueCycles(Gpu, Op);
    T.CyclesByClass[C] = PerWarp * Cycles.Value;
    T.Why |= Cycles.Why;
    T.Cycles += T.CyclesByClass[C];
  }
  const double Conflicts =
      conflictCycles(Kernel, Profile, SharedPassCycles) / Warps;
  T.CyclesByClass[static_cast<unsigned>(OpClass::LoadShared)] += Conflicts;
  T.Cycles += Conflicts;
  return T;
}
