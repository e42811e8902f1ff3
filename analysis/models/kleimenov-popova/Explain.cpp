//===- Explain.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/kleimenov-popova/Explain.h"
#include "analysis/models/ShortNumber.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using llvm::formatv;

namespace {
std::string whereOf(const KernelSummary &Kernel, const SourceLine &S) {
  if (S.Line == 0)
    return "";
  std::string File =
      S.File < Kernel.Files.size() ? Kernel.Files[S.File] : std::string("line");
  return formatv(" at {0}:{1}", File, S.Line).str();
}

/// Longer ones tell nobody anything.
constexpr unsigned PrintedSymbols = 160;

std::string printed(const MaxPlus &E) {
  if (E.tooLarge())
    return "(over " + std::to_string(MaxPlus::SizeBudget) + " symbols)";
  if (E.size() > PrintedSymbols)
    return "(" + std::to_string(E.size()) + " symbols)";
  return E.print();
}

void explainLoops(const KernelSummary &Kernel, KpKernel &Model, double Latency,
                  std::vector<std::string> &Out) {
  PathCosts<MaxPlus> Symbols = symbolicCosts(Kernel);
  PathTimes<MaxPlus> Symbolic = criticalPath(Model.graph(), Symbols);
  Model.threadCycles(Latency);
  PathTimes<double> Cycles = criticalPath(Model.graph(), Model.costs());
  for (LoopId L = 0; L < Kernel.Loops.size(); ++L) {
    const MaxPlus &E = Symbolic.PerEntry[L];
    Out.push_back(formatv("loop{0}: {1} = {2:f1} cycles for {3} = {4}",
                          whereOf(Kernel, Kernel.Loops[L].Where), printed(E),
                          Cycles.PerEntry[L], Symbols.Trips[L],
                          shortNumber(Model.costs().Trips[L]))
                      .str());
  }
  Out.push_back(formatv("thread: {0} = {1:f1} cycles", printed(Symbolic.Total),
                        Cycles.Total)
                    .str());
}

void explainWave(llvm::StringRef Which, const KpWave &W, double UsPerCycle,
                 std::vector<std::string> &Out) {
  std::string Parts;
  for (unsigned I = 0; I < NumKpParts; ++I)
    if (W.Parts[I] > 0)
      Parts += formatv("{0}{1} {2:f0}", Parts.empty() ? "" : " + ",
                       kpPartName(static_cast<KpPart>(I)), W.Parts[I])
                   .str();
  Out.push_back(formatv("{0}: {1} blocks, {2:f0} cycles = {3:f3} us ({4}); "
                        "average latency of a load {5:f1}",
                        Which, shortNumber(W.Blocks), W.Cycles,
                        W.Cycles * UsPerCycle,
                        Parts.empty() ? "nothing" : Parts, W.AverageLatency)
                    .str());
  for (const KpRaise &R : W.Raises)
    Out.push_back(
        formatv("  {0}: demand over bandwidth, latency {1:f1} -> {2:f1}, time "
                "{3:f0} -> {4:f0} cycles{5}",
                kpLevelName(R.Level), R.FromCycles, R.ToCycles, R.CyclesBefore,
                R.CyclesAfter,
                R.ToCycles == R.FromCycles
                    ? " (no latency takes that long: bytes over bandwidth)"
                    : "")
            .str());
}
} // namespace

std::vector<std::string> gpuperf::explainKp(const ModelInput &In,
                                            const KpGpu &Gpu, KpKernel &Model,
                                            const KpExecution &Exec,
                                            const LaunchTime &Launching) {
  std::vector<std::string> Out;
  explainLoops(In.Kernel, Model,
               Exec.FullWaves ? Exec.Full.AverageLatency
                              : Exec.Last.AverageLatency,
               Out);

  llvm::SmallVector<unsigned, 16> Classes;
  for (unsigned C = 0; C < NumOpClasses; ++C)
    if (Model.Delays.CyclesByClass[C] > 0)
      Classes.push_back(C);
  llvm::stable_sort(Classes, [&](unsigned A, unsigned B) {
    return Model.Delays.CyclesByClass[A] > Model.Delays.CyclesByClass[B];
  });
  std::string Delays;
  for (unsigned C : Classes)
    Delays += formatv("{0}{1} {2:f1}", Delays.empty() ? "" : " + ",
                      opClassKey(static_cast<OpClass>(C)),
                      Model.Delays.CyclesByClass[C])
                  .str();
  Out.push_back(formatv("delays of a warp: {0:f1} cycles ({1}){2}",
                        Model.Delays.Cycles,
                        Delays.empty() ? "no instruction" : Delays,
                        Model.UnrolledCopies > 1
                            ? "; loops unrolled " +
                                  shortNumber(Model.UnrolledCopies) + " times"
                            : std::string())
                    .str());
  Out.push_back(formatv("synchronisation of a warp: {0:f1} cycles "
                        "({1} barriers, delay_dep {2:f2}, {3} warps)",
                        Model.SyncCycles,
                        shortNumber(In.Profile.BarriersPerWarp), Gpu.DelayDep,
                        shortNumber(Model.WarpsPerBlock))
                    .str());
  Out.push_back(formatv("memory: {0} bytes asked for; l1pct {1:f3}, l2pct "
                        "{2:f3}, DRAM {3:f3}, uncoalesced {4:f3}; carried by "
                        "L1 {5}, L2 {6}, DRAM {7} bytes",
                        shortNumber(Model.Memory.RequestedBytes),
                        Model.Memory.L1Share, Model.Memory.L2Share,
                        Model.Memory.DramShare, Model.Memory.UncoalescedShare,
                        shortNumber(Model.Memory.L1Bytes),
                        shortNumber(Model.Memory.L2Bytes),
                        shortNumber(Model.Memory.DramBytes))
                    .str());
  const double UsPerCycle = 1 / Gpu.ClockMhz;
  if (Exec.FullWaves)
    explainWave(formatv("full wave, {0} of them", Exec.FullWaves).str(),
                Exec.Full, UsPerCycle, Out);
  if (Exec.Last.Blocks > 0)
    explainWave("last wave", Exec.Last, UsPerCycle, Out);
  Out.push_back(formatv("launch: {0}", Launching.Source).str());
  return Out;
}
