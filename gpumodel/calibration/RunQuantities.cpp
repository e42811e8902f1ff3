//===- RunQuantities.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/RunQuantities.h"
#include "gpumodel/calibration/derive/Derive.h"
#include "gpumodel/calibration/derive/Fits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>
#include <fmt/format.h>

namespace gpuperf::calibration {
namespace {

/// Whether a recorded figure and the one computed again differ by more than
/// rounding.
bool differs(const Quantity &A, const Quantity &B) {
  if (A.Ok != B.Ok)
    return true;
  if (!std::isfinite(A.Value) || !std::isfinite(B.Value))
    return std::isfinite(A.Value) != std::isfinite(B.Value);
  double Larger = std::max(std::abs(A.Value), std::abs(B.Value));
  // Curves are written with nine digits, and an intercept may lose some of
  // these.
  return std::abs(A.Value - B.Value) > 1e-4 * Larger + 1e-9;
}

std::string withVerdict(const Quantity &Q) {
  return fmt::format("{:.5g}{}", Q.Value, Q.Ok ? "" : " (failed)");
}

void compareRecorded(const ResultsRun &Run, const std::vector<Quantity> &Now,
                     std::vector<std::string> &Notes) {
  size_t Different = 0;
  std::string First;
  for (const Quantity &Old : Run.Recorded) {
    auto New = llvm::find_if(Now, [&Old](const Quantity &Q) {
      return Old.Benchmark == Q.Benchmark && Old.Name == Q.Name;
    });
    bool Gone = New == Now.end();
    if ((Gone || differs(Old, *New)) && Different++ == 0)
      First = fmt::format("{}: {}, now {}", Old.Name, withVerdict(Old),
                          Gone ? "none" : withVerdict(*New));
  }
  if (Different > 0)
    Notes.push_back(fmt::format(
        "{}: {} recorded quantities are not what the curves give ({}): "
        "recorded by another version of gpuperf; the curves count",
        Run.File, Different, First));
}

std::string sourceOf(const Figure &F, llvm::ArrayRef<ResultsRun> Runs) {
  const ResultsRun &First = Runs[F.PerRun.front().first];
  std::string Many;
  if (F.PerRun.size() > 1) {
    llvm::StringSet<> Gpus;
    for (const auto &[Run, Value] : F.PerRun)
      Gpus.insert(identityOf(Runs[Run]));
    Many = fmt::format("median of {} runs on {} GPU{}; ", F.PerRun.size(),
                       Gpus.size(), Gpus.size() == 1 ? "" : "s");
  }
  std::string Who = "gpuperf-calibrate " + First.Date.substr(0, 10);
  if (F.Status == FactStatus::Published)
    Who = "published curves";
  else if (F.Status == FactStatus::Estimated)
    Who = "emulated GPU";
  return fmt::format("{} ({}{}{}{:.4g} to {:.4g})", Who,
                     First.Quick ? "quick; " : "", Many,
                     F.Q.How.empty() ? "" : F.Q.How + "; ", F.Q.Low, F.Q.High);
}

/// Of the runs in which a quantity passed, those that count: full ones if there
/// are any.
void mergePassed(Figure &F, const std::vector<const Quantity *> &OfRun,
                 llvm::ArrayRef<ResultsRun> Runs) {
  bool AnyFull = false;
  for (size_t I = 0; I < Runs.size(); ++I)
    AnyFull |= OfRun[I] && OfRun[I]->Ok && !Runs[I].Quick;
  std::vector<double> Values;
  bool First = true;
  for (size_t I = 0; I < Runs.size(); ++I) {
    const Quantity *Q = OfRun[I];
    if (!Q || !Q->Ok || (AnyFull && Runs[I].Quick))
      continue;
    double Low = std::min(Q->Low, Q->Value), High = std::max(Q->High, Q->Value);
    if (First) {
      F.Q = *Q;
      F.Q.Low = Low;
      F.Q.High = High;
      F.Status = statusOf(Runs[I], Q->Benchmark);
    }
    First = false;
    F.Q.Low = std::min(F.Q.Low, Low);
    F.Q.High = std::max(F.Q.High, High);
    // A figure that was not measured must not enter the median.
    F.Status = std::max(F.Status, statusOf(Runs[I], Q->Benchmark));
    Values.push_back(Q->Value);
    F.PerRun.emplace_back(I, Q->Value);
  }
  if (!Values.empty())
    F.Q.Value = quantile(Values, 0.5);
}

} // namespace

static FactStatus statusOf(const ResultsRun &Run, bool IsPublished) {
  if (Run.Device.Backend == "emulated")
    return FactStatus::Estimated;
  return IsPublished ? FactStatus::Published : FactStatus::Measured;
}

FactStatus statusOf(const ResultsRun &Run) {
  return statusOf(Run, Run.isPublished());
}

FactStatus statusOf(const ResultsRun &Run, llvm::StringRef Benchmark) {
  return statusOf(Run, Run.isPublished(Benchmark));
}

std::string identityOf(const ResultsRun &Run) {
  return Run.Device.Identity.empty() ? Run.File : Run.Device.Identity;
}

std::string gpuText(const ResultsRun &Run) {
  return fmt::format("rank {} ({})", Run.Rank, identityOf(Run));
}

size_t gpuCount(llvm::ArrayRef<ResultsRun> Runs) {
  llvm::StringSet<> Seen;
  for (const ResultsRun &Run : Runs)
    Seen.insert(identityOf(Run));
  return Seen.size();
}

/// Whether two sizes may be of one kind of GPU although drivers report a little
/// less than the memory that is there.
static bool areAlike(double A, double B) {
  constexpr double Part = 0.02;
  return A <= 0 || B <= 0 || std::abs(A - B) <= Part * std::max(A, B);
}

llvm::Error checkSameKind(llvm::ArrayRef<ResultsRun> Runs) {
  for (const ResultsRun &Run : Runs) {
    const DeviceFacts &A = Runs.front().Device, &B = Run.Device;
    auto Kind = [](const DeviceFacts &D) {
      return fmt::format("{} ({}, {} SMs, {})", D.Name, D.Arch, D.SmCount,
                         D.Backend);
    };
    auto Sizes = [](const DeviceFacts &D) {
      return fmt::format(", {:.1f} GB of memory, {:.1f} MB of L2",
                         D.MemoryBytes / 1e9, D.L2Bytes / 1e6);
    };
    bool SameKind = Kind(A) == Kind(B);
    if (!SameKind || !areAlike(A.MemoryBytes, B.MemoryBytes) ||
        !areAlike(A.L2Bytes, B.L2Bytes))
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "results of different GPUs: " + Kind(A) +
              (SameKind ? Sizes(A) : std::string()) + " in " +
              Runs.front().File + ", " + Kind(B) +
              (SameKind ? Sizes(B) : std::string()) + " in " + Run.File +
              "; import one kind at a time");
  }
  return llvm::Error::success();
}

std::vector<Figure> figuresOf(llvm::ArrayRef<ResultsRun> Runs,
                              std::vector<std::string> &Notes) {
  std::vector<std::vector<Quantity>> PerRun;
  const bool AnyFull =
      llvm::any_of(Runs, [](const ResultsRun &R) { return !R.Quick; });
  for (const ResultsRun &Run : Runs) {
    if (AnyFull && Run.Quick)
      Notes.push_back(Run.File + ": a quick run: it counts only for what no "
                                 "full run has");
    PerRun.push_back(deriveAll(Run.Device, Run.All));
    compareRecorded(Run, PerRun.back(), Notes);
    for (const auto &[Benchmark, Why] : Run.Skipped)
      Notes.push_back(gpuText(Run) + ": " + Benchmark + " was skipped: " + Why);
    if (!Run.Ended)
      Notes.push_back(Run.File +
                      ": the run was stopped before its end; what it holds "
                      "counts; gpuperf-calibrate with the same --out goes on "
                      "behind it");
    for (const std::string &Note : Run.Notes)
      Notes.push_back(Run.File + ": " + Note);
  }
  std::vector<Figure> Figures;
  llvm::StringSet<> Seen;
  for (const std::vector<Quantity> &Some : PerRun)
    for (const Quantity &Wanted : Some) {
      if (!Seen.insert(Wanted.Benchmark + "\n" + Wanted.Name).second)
        continue;
      std::vector<const Quantity *> OfRun(Runs.size());
      for (size_t I = 0; I < Runs.size(); ++I)
        for (const Quantity &Q : PerRun[I])
          if (Q.Benchmark == Wanted.Benchmark && Q.Name == Wanted.Name)
            OfRun[I] = &Q;
      Figure F;
      F.Q = Wanted;
      mergePassed(F, OfRun, Runs);
      if (!F.PerRun.empty()) {
        F.Source = sourceOf(F, Runs);
        for (size_t I = 0; I < Runs.size(); ++I)
          if (OfRun[I] && !OfRun[I]->Ok)
            Notes.push_back(gpuText(Runs[I]) + ": " + Wanted.Name +
                            " failed its self-check: " + OfRun[I]->Why);
      }
      Figures.push_back(std::move(F));
    }
  return Figures;
}

double roundingStep(double Value, double Low, double High, bool Whole) {
  double Size = std::abs(Value);
  double Step = Size > 0 ? std::pow(10, std::floor(std::log10(Size)) - 3) : 0;
  double Spread = High - Low;
  if (Spread > 0 && Size > 0) {
    double OfSpread = std::pow(10, std::floor(std::log10(Spread)) - 1);
    // Even with a spread as wide as the value two digits are kept.
    Step = std::clamp(OfSpread, Step, Step * 100);
  }
  return Whole ? 1 : Step;
}

double rounded(double Value, double Low, double High, bool Whole) {
  double Step = roundingStep(Value, Low, High, Whole);
  if (Step <= 0)
    return Value;
  // By way of text, because steps of 0.1 do not add up to the number in a file.
  return std::strtod(
      fmt::format("{:.10g}", std::round(Value / Step) * Step).c_str(), nullptr);
}

} // namespace gpuperf::calibration
