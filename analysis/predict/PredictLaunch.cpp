//===- PredictLaunch.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
#include "analysis/models/ShortNumber.h"
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
  R.StaticSharedBytes = Kernel.StaticSharedBytes;
  R.DynamicSharedBytes = L.DynamicSharedBytes;
  return R;
}

llvm::StringRef registerSourceText(RegisterSource S) {
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

/// "'t4' lacks figures for branch, vote and 3 more: substituted".
std::string missingFacts(const GpuModel &Gpu, const WarpProfile &Profile) {
  std::vector<std::pair<double, OpClass>> Missing;
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    const OpClass Op = static_cast<OpClass>(C);
    // No published figure of these exists for any GPU (see Substitutes.def).
    if (Op == OpClass::Branch || Op == OpClass::SpecialRegister)
      continue;
    if (Op != OpClass::Free && Profile.WarpInstructions[C] > 0 &&
        (!issueSubstitute(Gpu, Op).empty() ||
         !latencySubstitute(Gpu, Op).empty()))
      Missing.push_back({-Profile.WarpInstructions[C], Op});
  }
  if (Missing.empty())
    return "";
  llvm::sort(Missing);
  constexpr size_t Named = 2;
  std::string Names;
  for (size_t I = 0; I < std::min(Missing.size(), Named); ++I)
    Names += (I ? ", " : "") + opClassKey(Missing[I].second).str();
  if (Missing.size() > Named)
    Names += formatv(" and {0} more", Missing.size() - Named).str();
  return formatv("'{0}' lacks figures for {1}: substituted", Gpu.Name, Names)
      .str();
}

/// In the order in which they matter.
void noteAssumptions(const KernelSummary &Kernel, const Launch &L,
                     const GpuModel &Gpu, Prediction &P) {
  const Assumptions Why = P.TimeUs.Why;
  std::vector<std::string> &Out = P.AssumptionNotes;
  auto Has = [Why](Assumptions Bit) {
    return (Why & Bit) != Assumptions::None;
  };
  if (Has(Assumptions::TripCountGuessed)) {
    std::string Lines;
    for (const KernelLoop &Lp : Kernel.Loops)
      if (Lp.BackedgeTaken == NoExpr && Lp.Where.Line != 0)
        Lines += formatv("{0}{1}", Lines.empty() ? "" : ", ", Lp.Where.Line);
    Out.push_back(
        Lines.empty()
            ? "a loop's trip count guessed"
            : formatv("trip count of the loop on line {0} guessed", Lines)
                  .str());
  }
  if (Has(Assumptions::ExternalCall))
    Out.push_back(Kernel.ExternalCallees.empty()
                      ? "calls code that is not in this file"
                      : formatv("calls '{0}', whose body is not in this file",
                                Kernel.ExternalCallees.front())
                            .str());
  if (Kernel.Recursive)
    Out.push_back("the kernel is recursive: the depth is not known");
  bool Named = false;
  for (size_t I = 0; I < L.Args.size(); ++I) {
    const ArgValue &A = L.Args[I];
    if (!A.Assumed || A.K == ArgValue::Kind::Unknown)
      continue;
    std::string Name =
        I < Kernel.Params.size() && !Kernel.Params[I].Name.empty()
            ? Kernel.Params[I].Name
            : formatv("#{0}", I + 1).str();
    Named = true;
    Out.push_back(
        A.K == ArgValue::Kind::Integer
            ? formatv("argument '{0}' assumed {1}", Name, A.Integer).str()
            : formatv("argument '{0}' assumed {1}", Name,
                      shortNumber(A.Floating))
                  .str());
  }
  if (Has(Assumptions::ArgumentAssumed) && !Named)
    Out.push_back("an argument's value assumed");
  if (Has(Assumptions::RegistersEstimated) ||
      Kernel.RegistersFrom == RegisterSource::None)
    Out.push_back(Kernel.RegistersPerThread.Value > 0
                      ? formatv("registers estimated from {0} ({1})",
                                registerSourceText(Kernel.RegistersFrom),
                                shortNumber(Kernel.RegistersPerThread.Value))
                            .str()
                      : "registers not known: they do not limit the occupancy");
  const std::pair<Assumptions, llvm::StringRef> Plain[] = {
      {Assumptions::IndexUnknown, "an index depends on data"},
      {Assumptions::BranchGuessed,
       "a branch depends on data: both ways weighted"},
      {Assumptions::CacheSharesAssumed, "cache hit shares estimated"},
      {Assumptions::BudgetExhausted,
       "the analysis budget ran out: the rest is extrapolated"},
      {Assumptions::InlineAssembly,
       "inline assembly costed as one instruction"},
      {Assumptions::OtherArchitecture,
       "device code compiled for another architecture"},
      {Assumptions::NoWrapAssumed, "index arithmetic taken not to wrap"}};
  for (auto &[Bit, Text] : Plain)
    if (Has(Bit))
      Out.push_back(Text.str());
  if (Has(Assumptions::GpuFactMissing))
    if (std::string Text = missingFacts(Gpu, P.Profile); !Text.empty())
      Out.push_back(std::move(Text));
  if (Has(Assumptions::LaunchTimeAssumed))
    Out.push_back("launch time assumed");
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
gpuperf::predictLaunch(const KernelSummary &Kernel, const Launch &L,
                       const GpuModel &Gpu, const PredictOptions &Options) {
  const PerformanceModel &M = modelOf(Options.Model);
  if (Gpu.Arch.Maker == Vendor::Amd && !M.CoversAmd)
    return llvm::createStringError(
        formatv("not modelled: '{0}' does not cover the AMD GPU '{1}' ({2})",
                M.Name, Gpu.Name, modelsForAmd()));
  std::vector<std::string> Violations = launchLimitViolations(Kernel, L, Gpu);
  if (!Violations.empty())
    return llvm::createStringError(
        formatv("the launch is over a limit of '{0}': {1}", Gpu.Name,
                llvm::join(Violations, "; ")));

  PredictionMemo *Memo = Options.RegistersPerThread ? nullptr : Options.Memo;
  if (Memo)
    if (const Prediction *Known = Memo->find(Kernel, L, Gpu, Options))
      return *Known;

  const Estimate Registers =
      Options.RegistersPerThread.value_or(Kernel.RegistersPerThread);
  Prediction P;
  P.Model = Options.Model;
  P.RegistersPerThread = Registers.Value;
  P.Occ = computeOccupancy(Gpu, resourcesOf(Kernel, L, P.RegistersPerThread));
  // Clang may need more registers than the program's compiler: the launch is
  // predicted with as many as let one block run.
  while (P.Occ.BlocksPerSm == 0 && P.Occ.ByRegisters == 0 &&
         P.RegistersPerThread > 8) {
    P.RegistersPerThread = std::ceil(P.RegistersPerThread) - 8;
    P.Occ = computeOccupancy(Gpu, resourcesOf(Kernel, L, P.RegistersPerThread));
  }
  if (P.RegistersPerThread != Registers.Value)
    P.AssumptionNotes.push_back(formatv(
        "clang's {0} registers per thread do not fit; {1} are assumed",
        shortNumber(Registers.Value), shortNumber(P.RegistersPerThread)));
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

  auto Answer = M.Predict({Kernel, L, Gpu, P.Occ, P.Waves, P.Load, Registers,
                           blocksPerSmAt(Registers, Kernel, L, Gpu), P.Profile,
                           Options.Args, Options.Explain});
  if (!Answer)
    return Answer.takeError();
  llvm::append_range(P.AssumptionNotes, Answer->AssumptionNotes);
  Answer->AssumptionNotes = std::move(P.AssumptionNotes);
  static_cast<ModelAnswer &>(P) = std::move(*Answer);
  if (!std::isfinite(P.TimeUs.Value) || !std::isfinite(P.TimeUs.Hi))
    return llvm::createStringError(
        formatv("'{0}' gives no finite time for this launch on '{1}'", M.Name,
                Gpu.Name));
  // Not even an empty kernel whose launch costs nothing takes no time.
  if (const double Mhz = clockMhz(Gpu); Mhz > 0)
    P.TimeUs = max(P.TimeUs, Estimate::exact(1 / Mhz));
  noteAssumptions(Kernel, L, Gpu, P);
  if (Memo)
    Memo->add(Kernel, L, Gpu, Options, P);
  LLVM_DEBUG(print(P, llvm::dbgs()));
  return P;
}
