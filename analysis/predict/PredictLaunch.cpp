//===- PredictLaunch.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
#include "analysis/kernel/TensorBoxes.h"
#include "analysis/kernel/VariableArguments.h"
#include "analysis/models/GuessedPaths.h"
#include "analysis/models/ShortNumber.h"
#include "analysis/predict/DataAssumptions.h"
#include "analysis/predict/GpuAtClock.h"
#include "analysis/predict/MissingCode.h"
#include "analysis/predict/PredictionCache.h"
#include "analysis/predict/PrintPrediction.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

#define DEBUG_TYPE "gpuperf-predict"

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
  R.ScalarRegistersPerWarp = Kernel.ScalarRegisters;
  R.StaticSharedBytes = Kernel.StaticSharedBytes;
  R.DynamicSharedBytes = L.DynamicSharedBytes;
  return R;
}

llvm::StringRef registerSourceName(RegisterSource S) {
  switch (S) {
  case RegisterSource::Object:
    return "an object of the build";
  case RegisterSource::Ptxas:
    return "ptxas";
  case RegisterSource::Compiler:
    return "LLVM's AMDGPU back end";
  case RegisterSource::CompilerInPart:
    return "LLVM's AMDGPU back end, without the functions that it calls";
  case RegisterSource::PtxLiveness:
    return "PTX";
  case RegisterSource::LaunchBoundOnly:
    return "__launch_bounds__";
  case RegisterSource::None:
    return "nothing";
  }
  llvm_unreachable("a register source without a name");
}

/// Where the registers of a prediction come from, as a line of its explanation.
std::string explainRegisters(const Prediction &P) {
  std::string From = registerSourceName(P.RegistersFrom).str();
  if (!P.RegistersOf.empty())
    From += ", " + P.RegistersOf;
  std::string Text =
      formatv("registers per thread = {0}", shortNumber(P.RegistersPerThread));
  if (P.AccumulationRegisters)
    Text += formatv(" ({0} of them AGPRs)", P.AccumulationRegisters);
  if (P.ScalarRegisters)
    Text += formatv(", SGPRs per warp = {0}, bytes of local memory per thread "
                    "= {1}",
                    P.ScalarRegisters, P.ScratchBytes);
  return Text + ", from " + From;
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
/// GPU's facts the launch would have needed. \p Wanted: the registers that were
/// asked for.
AssumptionSet nameAssumptions(const KernelSummary &Kernel,
                              const Estimate &Wanted, const GpuModel &Gpu,
                              const Prediction &P) {
  const AssumptionSet &Why = P.TimeUs.Why;
  const double Registers = Wanted.Value;
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

static std::vector<unsigned> blocksPerSmAt(const Estimate &Registers,
                                           const KernelSummary &Kernel,
                                           const Launch &L,
                                           const GpuModel &Gpu) {
  std::vector<unsigned> Out;
  for (double R : {Registers.Lo, Registers.Hi})
    Out.push_back(computeOccupancy(Gpu, resourcesOf(Kernel, L, R)).BlocksPerSm);
  return Out;
}

std::vector<unsigned> gpuperf::blocksPerSmRange(const KernelSummary &Kernel,
                                                const Launch &L,
                                                const GpuModel &Gpu) {
  return blocksPerSmAt(Kernel.RegistersPerThread, Kernel, L, Gpu);
}

/// "hong-kim does", "a and b do": the models that cover AMD's GPUs.
static std::string modelsForAmd() {
  std::vector<llvm::StringRef> Names;
  for (const PerformanceModel &M : modelTable())
    if (M.CoversAmd)
      Names.push_back(M.Name);
  return llvm::join(Names, " and ") + (Names.size() == 1 ? " does" : " do");
}

llvm::Expected<Prediction>
gpuperf::predictLaunch(const KernelSummary &OfCode, const Launch &L,
                       const GpuModel &File, const PredictOptions &Options) {
  if (lacksVariables(OfCode, L)) {
    Launch With = L;
    addVariableArguments(OfCode, With);
    return predictLaunch(OfCode, With, File, Options);
  }
  std::optional<GpuModel> Clocked;
  if (L.Conditions.RunsAt != Clock()) {
    auto At = gpuAtClock(File, L.Conditions.RunsAt);
    if (!At)
      return At.takeError();
    Clocked = std::move(*At);
  }
  const GpuModel &Gpu = Clocked ? *Clocked : File;
  const PerformanceModel &M = modelOf(Options.Model);
  if (Gpu.Arch.Maker == Vendor::Amd && !M.CoversAmd)
    return llvm::createStringError(
        formatv("not modelled: '{0}' does not cover the AMD GPU '{1}' ({2})",
                M.Name, Gpu.Name, modelsForAmd()));
  std::vector<std::string> Violations = launchLimitViolations(OfCode, L, Gpu);
  if (!Violations.empty())
    return llvm::createStringError(
        formatv("the launch is over a limit of '{0}': {1}", Gpu.Name,
                llvm::join(Violations, "; ")));

  if (std::string Missing = missingFunction(OfCode); !Missing.empty())
    return llvm::createStringError(
        formatv("the kernel calls '{0}', whose body is not in this file: how "
                "long it takes is not known",
                Missing));
  if (launchesKernels(OfCode))
    return llvm::createStringError(
        "the kernel launches kernels itself: how long those take is not known");

  PredictionCache *const Memo = Options.Memo;
  if (Memo)
    if (const Prediction *Known = Memo->find(OfCode, L, Gpu, Options))
      return *Known;

  const std::optional<KernelSummary> WithBoxes = withTensorBoxes(OfCode, L);
  const KernelSummary &Kernel = WithBoxes ? *WithBoxes : OfCode;
  const Estimate Registers =
      Options.RegistersPerThread.value_or(Kernel.RegistersPerThread);
  Prediction P;
  P.Model = Options.Model;
  P.Gpu = Gpu.Name;
  P.Maker = Gpu.Arch.Maker;
  P.ClockMhz = clockMhz(Gpu);
  P.ClockText = clockText(File, L.Conditions.RunsAt);
  P.RegistersPerThread = Registers.Value;
  if (!Options.RegistersPerThread) {
    P.RegistersFrom = Kernel.RegistersFrom;
    P.RegistersOf = Kernel.RegistersOf;
  }
  P.ScalarRegisters = Kernel.ScalarRegisters;
  P.AccumulationRegisters = Kernel.AccumulationRegisters;
  P.ScratchBytes = Kernel.ScratchBytesPerThread;
  P.Occ = computeOccupancy(Gpu, resourcesOf(Kernel, L, P.RegistersPerThread));
  // Clang may need more registers than the program's compiler: the launch is
  // predicted with as many as let one block run. Those of the program's own
  // compiler decide: with too many of them, the launch fails.
  while (P.RegistersFrom != RegisterSource::Object && P.Occ.BlocksPerSm == 0 &&
         P.Occ.ByRegisters == 0 && P.RegistersPerThread > 8) {
    P.RegistersPerThread = std::ceil(P.RegistersPerThread) - 8;
    P.Occ = computeOccupancy(Gpu, resourcesOf(Kernel, L, P.RegistersPerThread));
  }
  if (P.Occ.BlocksPerSm == 0)
    return llvm::createStringError(
        formatv("the launch is over a limit of '{0}': a block of {1} threads "
                "with {2} registers each and {3} bytes of shared memory does "
                "not fit on an SM ({4})",
                Gpu.Name, L.Block.count(), shortNumber(Registers.Value),
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
  P.Profile.Why = withoutIdleGuesses(Kernel, P.Profile, Gpu);

  auto Answer = M.Predict({Kernel, L, Gpu, P.Occ, P.Waves, P.Load, Registers,
                           blocksPerSmAt(Registers, Kernel, L, Gpu), P.Profile,
                           Options.Args, Options.Explain});
  if (!Answer)
    return Answer.takeError();
  static_cast<ModelAnswer &>(P) = std::move(*Answer);
  if (Options.Explain)
    P.Explanation.push_back(explainRegisters(P));
  if (!std::isfinite(P.TimeUs.Value) || !std::isfinite(P.TimeUs.Hi))
    return llvm::createStringError(
        formatv("'{0}' gives no finite time for this launch on '{1}'", M.Name,
                Gpu.Name));
  // Not even an empty kernel whose launch costs nothing takes no time.
  if (const double Mhz = clockMhz(Gpu); Mhz > 0)
    P.TimeUs = max(P.TimeUs, Estimate::exact(1 / Mhz));
  P.TimeUs.Why |= nameAssumptions(Kernel, Registers, Gpu, P);
  P.TimeUs.Why |= dataAssumptions(Kernel, P.Profile, P.TimeUs.Why,
                                  Options.Profile.DefaultTrip);
  if (Memo)
    Memo->add(OfCode, L, Gpu, Options, P);
  LLVM_DEBUG(print(P, llvm::dbgs()));
  return P;
}
