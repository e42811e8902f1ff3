//===- Homogeneity.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/Homogeneity.h"
#include "gpumodel/calibration/derive/Fits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fmt/format.h>
#include <map>

using llvm::StringRef;

namespace gpuperf::calibration {
namespace {

constexpr double LeastApart = 0.02;
/// Standard deviation over median deviation, for normally distributed samples.
constexpr double MadToSigma = 1.4826;

/// The GPUs of \p H that differ from the others.
std::vector<size_t> outliersOf(const Homogeneity &H) {
  std::vector<size_t> Found;
  if (H.PerGpu.size() < 3)
    return Found;
  std::vector<double> Deviations;
  for (const auto &[Run, Ratio] : H.PerGpu)
    Deviations.push_back(std::abs(Ratio - 1));
  double Limit =
      std::max(LeastApart, 3 * MadToSigma * quantile(Deviations, 0.5));
  for (const auto &[Run, Ratio] : H.PerGpu)
    if (std::abs(Ratio - 1) > Limit)
      Found.push_back(Run);
  return Found;
}

} // namespace

StringRef testKindName(TestKind Kind) {
  return Kind == TestKind::Memory    ? "memory"
         : Kind == TestKind::Compute ? "compute"
                                     : "launch";
}

TestKind testKindOf(const Quantity &Q) {
  StringRef Name = Q.Name, Benchmark = Q.Benchmark;
  if (Benchmark.starts_with("launch") || Benchmark == "block-turnaround" ||
      Name.starts_with("time_lines."))
    return TestKind::Launch;
  if (Benchmark.contains("atomic") || Name.contains("memory"))
    return TestKind::Memory;
  for (StringRef Key : {"latency_cycles.load_", "latency_cycles.store_",
                        "latency_cycles.atomic_"})
    if (Name.starts_with(Key))
      return TestKind::Memory;
  for (StringRef Key : {"latency_cycles.", "throughput_", "results_per_clk"})
    if (Name.starts_with(Key))
      return TestKind::Compute;
  for (StringRef Word :
       {"compute", "operations", "functions", "conversions", "matrix",
        "fourier", "tensor", "clock", "branch", "sm-spread"})
    if (Benchmark.contains(Word))
      return TestKind::Compute;
  return TestKind::Memory;
}

/// Whether a figure compares GPUs: it is no share and no size, and does not
/// repeat what another figure of the same curve says.
static bool comparesGpus(const Figure &F, llvm::ArrayRef<Figure> Earlier) {
  if (F.Q.Unit == "%" || F.Q.Unit == "SMs" || F.Q.Unit == "bytes")
    return false;
  StringRef Cycles = F.Q.Name;
  bool InNs = Cycles.consume_back("_ns");
  return llvm::none_of(Earlier, [&](const Figure &Other) {
    if (Other.Q.Benchmark != F.Q.Benchmark)
      return false;
    return InNs ? Other.Q.Name == (Cycles + "_cycles").str()
                : Other.Q.Unit == F.Q.Unit && Other.PerRun == F.PerRun;
  });
}

std::vector<Homogeneity> homogeneityOf(llvm::ArrayRef<ResultsRun> Runs,
                                       llvm::ArrayRef<Figure> Figures) {
  std::vector<Homogeneity> Tests;
  for (size_t At = 0; At < Figures.size(); ++At) {
    const Figure &F = Figures[At];
    if (!comparesGpus(F, Figures.take_front(At)))
      continue;
    // By GPU, in the order of the runs.
    std::vector<std::pair<size_t, std::vector<double>>> ByGpu;
    for (const auto &[Run, Value] : F.PerRun) {
      auto It = llvm::find_if(ByGpu, [&, Run = Run](const auto &Entry) {
        return identityOf(Runs[Entry.first]) == identityOf(Runs[Run]);
      });
      if (It == ByGpu.end())
        It = ByGpu.insert(ByGpu.end(), {Run, {}});
      It->second.push_back(Value);
    }
    if (ByGpu.size() < 2)
      continue;
    Homogeneity H;
    H.Name = F.Q.Name;
    H.Unit = F.Q.Unit;
    H.Kind = testKindOf(F.Q);
    H.Gpus = ByGpu.size();
    std::vector<double> Values;
    for (const auto &[Run, Some] : ByGpu)
      Values.push_back(quantile(Some, 0.5));
    H.Median = quantile(Values, 0.5);
    H.Low = quantile(Values, 0);
    H.High = quantile(Values, 1);
    if (!(H.Median > 0))
      continue;
    for (size_t I = 0; I < Values.size(); ++I)
      H.PerGpu.emplace_back(ByGpu[I].first, Values[I] / H.Median);
    H.Outliers = outliersOf(H);
    Tests.push_back(std::move(H));
  }
  llvm::stable_sort(Tests, [](const Homogeneity &A, const Homogeneity &B) {
    return A.Kind != B.Kind ? A.Kind < B.Kind : A.spread() > B.spread();
  });
  return Tests;
}

std::string homogeneityText(llvm::ArrayRef<ResultsRun> Runs,
                            llvm::ArrayRef<Homogeneity> Tests) {
  if (Tests.empty())
    return "";
  std::string Out =
      fmt::format("  {:<66}{:>5} {:>11} {:>11} {:>11} {:>8}\n", "test", "GPUs",
                  "lowest", "median", "highest", "spread");
  std::map<TestKind, std::vector<double>> Spreads;
  // From a GPU to the tests in which it differs from the others.
  std::map<size_t, std::vector<std::string>> Apart;
  for (const Homogeneity &H : Tests) {
    Out +=
        fmt::format("  {:<8}{:<58}{:>5} {:>11.5g} {:>11.5g} {:>11.5g} "
                    "{:>6.2f} %{}\n",
                    testKindName(H.Kind).str(), H.Name, H.Gpus, H.Low, H.Median,
                    H.High, 100 * H.spread(), H.Outliers.empty() ? "" : " !");
    Spreads[H.Kind].push_back(H.spread());
    for (size_t Run : H.Outliers)
      for (const auto &[Other, Ratio] : H.PerGpu)
        if (Other == Run)
          Apart[Run].push_back(
              fmt::format("{} {:+.1f} %", H.Name, 100 * (Ratio - 1)));
  }
  for (const auto &[Kind, Some] : Spreads)
    Out += fmt::format("  {}: {} test{}, median spread {:.2f} %, widest "
                       "{:.2f} %\n",
                       testKindName(Kind).str(), Some.size(),
                       Some.size() == 1 ? "" : "s", 100 * quantile(Some, 0.5),
                       100 * quantile(Some, 1));
  for (auto &[Run, Names] : Apart) {
    size_t Count = Names.size();
    Names.resize(std::min<size_t>(Count, 4));
    Out += fmt::format("  {} stands apart in {} of {} tests: {}{}\n",
                       gpuText(Runs[Run]), Count, Tests.size(),
                       llvm::join(Names, ", "), Count > 4 ? ", ..." : "");
  }
  return Out;
}

} // namespace gpuperf::calibration
