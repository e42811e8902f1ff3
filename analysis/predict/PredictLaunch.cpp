//===- PredictLaunch.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
#include "analysis/models/ShortNumber.h"
#include "analysis/predict/PredictionMemo.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

namespace {
/// Rounds up; a count that is not known stays 0.
unsigned wholeRegisters(double R) {
  return R > 0 ? static_cast<unsigned>(std::ceil(std::min(R, 1e6))) : 0;
}

BlockResources resourcesOf(const KernelSummary &Kernel, const Launch &L,
                           double Registers) {
  BlockResources R;
  R.ThreadsPerBlock =
      static_cast<unsigned>(std::min<uint64_t>(L.Block.count(), ~0u));
  R.RegistersPerThread = wholeRegisters(Registers);
  R.StaticSharedBytes = Kernel.StaticSharedBytes;
  R.DynamicSharedBytes = L.DynamicSharedBytes;
  return R;
}

llvm::StringRef registerSourceName(RegisterSource S) {
  switch (S) {
  case RegisterSource::Ptxas:
    return "ptxas";
  case RegisterSource::PtxLiveness:
    return "PTX";
  case RegisterSource::LaunchBoundOnly:
    return "__launch_bounds__";
  case RegisterSource::None:
    return "nothing";
  }
  llvm_unreachable("a register source without a name");
}

/// Classes of operations that the launch executes and whose figures are
/// substitutes. Not those which no figure of was published for any GPU (see
/// Substitutes.def).
void addMissingFacts(const GpuModel &Gpu, const WarpProfile &Profile,
                     std::vector<Assumption> &To) {
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    const OpClass Op = static_cast<OpClass>(C);
    if (Op == OpClass::Branch || Op == OpClass::SpecialRegister)
      continue;
    if (Op != OpClass::Free && Profile.WarpInstructions[C] > 0 &&
        (!issueSubstitute(Gpu, Op).empty() ||
         !latencySubstitute(Gpu, Op).empty()))
      To.push_back({AssumptionKind::GpuFactMissing, opClassKey(Op).str()});
  }
}

/// What is known here only: how many registers were taken, and which of the
/// GPU's facts the launch would have needed.
AssumptionSet nameAssumptions(const KernelSummary &Kernel, const GpuModel &Gpu,
                              const Prediction &P) {
  const AssumptionSet &Why = P.TimeUs.Why;
  const double Registers = Kernel.RegistersPerThread.Value;
  const bool Unknown = Kernel.RegistersFrom == RegisterSource::None;
  std::vector<Assumption> Out;
  if (P.RegistersPerThread != Registers)
    Out.push_back({AssumptionKind::RegistersDoNotFit, shortNumber(Registers),
                   P.RegistersPerThread});
  if (Unknown || Why.contains(AssumptionKind::RegistersEstimated)) {
    Assumption &Made = Out.emplace_back(AssumptionKind::RegistersEstimated);
    if (Registers > 0) {
      Made.Name = registerSourceName(Kernel.RegistersFrom).str();
      Made.Value = Registers;
    }
  }
  if (Why.contains(AssumptionKind::GpuFactMissing))
    addMissingFacts(Gpu, P.Profile, Out);
  return AssumptionSet(std::move(Out));
}
} // namespace

std::vector<unsigned> gpuperf::blocksPerSmRange(const KernelSummary &Kernel,
                                                const Launch &L,
                                                const GpuModel &Gpu) {
  std::vector<unsigned> Out;
  const Estimate &R = Kernel.RegistersPerThread;
  for (double Registers : {R.Lo, R.Hi})
    Out.push_back(
        computeOccupancy(Gpu, resourcesOf(Kernel, L, Registers)).BlocksPerSm);
  return Out;
}

static llvm::Error predictWith(const KernelSummary &Kernel, const Launch &L,
                               const GpuModel &Gpu,
                               const PredictOptions &Options, Prediction &P) {
  switch (Options.Model) {
  case ModelKind::KleimenovPopova:
    return predictKleimenovPopova(Kernel, L, Gpu, Options, P);
  case ModelKind::HongKim:
    return predictHongKim(Kernel, L, Gpu, Options, P);
  case ModelKind::QuNsmw:
    return predictQuNsmw(Kernel, L, Gpu, Options, P);
  case ModelKind::StencilTraffic:
    return predictStencilTraffic(Kernel, L, Gpu, Options, P);
  case ModelKind::Gpuperf:
    return predictGpuperf(Kernel, L, Gpu, Options, P);
  }
  llvm_unreachable("a model without a function");
}

llvm::Expected<Prediction>
gpuperf::predictLaunch(const KernelSummary &Kernel, const Launch &L,
                       const GpuModel &Gpu, const PredictOptions &Options) {
  if (Gpu.Arch.Maker == Vendor::Amd && Options.Model != ModelKind::HongKim)
    return llvm::createStringError(
        formatv("not modelled: '{0}' does not cover the AMD GPU '{1}' "
                "(hong-kim does)",
                modelName(Options.Model), Gpu.Name));
  std::vector<std::string> Violations = launchLimitViolations(Kernel, L, Gpu);
  if (!Violations.empty())
    return llvm::createStringError(
        formatv("the launch is over a limit of '{0}': {1}", Gpu.Name,
                llvm::join(Violations, "; ")));

  if (Options.Memo)
    if (const Prediction *Known = Options.Memo->find(Kernel, L, Gpu, Options))
      return *Known;

  Prediction P;
  P.Model = Options.Model;
  P.Gpu = Gpu.Name;
  P.RegistersPerThread = Kernel.RegistersPerThread.Value;
  P.Occ = computeOccupancy(Gpu, resourcesOf(Kernel, L, P.RegistersPerThread));
  // Clang may need more registers than the program's compiler: the launch is
  // predicted with as many as let one block run.
  while (P.Occ.BlocksPerSm == 0 && P.Occ.ByRegisters == 0 &&
         P.RegistersPerThread > 8) {
    P.RegistersPerThread = std::ceil(P.RegistersPerThread) - 8;
    P.Occ = computeOccupancy(Gpu, resourcesOf(Kernel, L, P.RegistersPerThread));
  }
  if (P.Occ.BlocksPerSm == 0)
    return llvm::createStringError(formatv(
        "the launch is over a limit of '{0}': a block of {1} threads "
        "with {2} registers each and {3} bytes of shared memory does "
        "not fit on an SM ({4})",
        Gpu.Name, L.Block.count(), shortNumber(Kernel.RegistersPerThread.Value),
        Kernel.StaticSharedBytes + L.DynamicSharedBytes,
        limiterName(P.Occ.Limiter)));
  const double Sms = std::max(Gpu.SmCount.Value, 1.0);
  P.Waves = static_cast<double>(L.Grid.count()) / (P.Occ.BlocksPerSm * Sms);
  P.Load = computeWarpLoad(Gpu, P.Occ, L.Grid.count(), L.Block.count());
  P.SharedBytes = Kernel.StaticSharedBytes + L.DynamicSharedBytes;
  P.Profile =
      Options.KnownProfile
          ? *Options.KnownProfile
          : profileWarps(Kernel, L, Gpu, P.Occ.BlocksPerSm, Options.Profile);

  if (llvm::Error E = predictWith(Kernel, L, Gpu, Options, P))
    return E;
  if (!std::isfinite(P.TimeUs.Value) || !std::isfinite(P.TimeUs.Hi))
    return llvm::createStringError(
        formatv("'{0}' gives no finite time for this launch on '{1}'",
                modelName(Options.Model), Gpu.Name));
  // Not even an empty kernel whose launch costs nothing takes no time.
  if (const double Mhz = clockMhz(Gpu); Mhz > 0)
    P.TimeUs = max(P.TimeUs, Estimate::exact(1 / Mhz));
  P.TimeUs.Why |= nameAssumptions(Kernel, Gpu, P);
  if (Options.Memo)
    Options.Memo->add(Kernel, L, Gpu, Options, P);
  return P;
}
