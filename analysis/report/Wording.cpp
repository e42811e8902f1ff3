//===- Wording.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Wording.h"
#include "analysis/report/AssumptionText.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fmt/format.h>

namespace gpuperf {

std::string formatNumber(double Value) {
  if (!std::isfinite(Value))
    return "unknown";
  // Counts are written in full as long as they are short enough to be read at a
  // glance.
  if (std::fabs(Value) >= 100 && std::fabs(Value) < 1e6)
    return fmt::format("{:.0f}", Value);
  // No exponents: a person reads "1.5 million".
  static constexpr std::pair<double, const char *> Large[] = {
      {1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}};
  for (const auto &[Unit, Name] : Large)
    if (std::fabs(Value) >= Unit && std::fabs(Value) < 1000 * Unit)
      return fmt::format("{:.3g} {}", Value / Unit, Name);
  if (Value != 0 && std::fabs(Value) < 1e-4 && std::fabs(Value) >= 1e-9)
    return fmt::format(
        "{:.{}f}", Value,
        2 - static_cast<int>(std::floor(std::log10(std::fabs(Value)))));
  return fmt::format("{:.3g}", Value);
}

namespace {
struct TimeUnit {
  double PerUs;
  const char *Name;
};
} // namespace

static TimeUnit unitFor(double TimeUs) {
  if (TimeUs >= 1e6)
    return {1e-6, "s"};
  if (TimeUs >= 1e3)
    return {1e-3, "ms"};
  return {1, "us"};
}

std::string formatTimeUs(double TimeUs) {
  TimeUnit Unit = unitFor(TimeUs);
  return fmt::format("{} {}", formatNumber(TimeUs * Unit.PerUs), Unit.Name);
}

std::string formatRate(double PerUnitUs) {
  if (PerUnitUs >= 1)
    return formatTimeUs(PerUnitUs);
  return PerUnitUs >= 1e-3 ? formatNumber(PerUnitUs * 1e3) + " ns"
                           : formatNumber(PerUnitUs * 1e6) + " ps";
}

bool isRough(const Estimate &TimeUs) {
  constexpr double MostFactor = 4;
  return TimeUs.Hi > MostFactor * TimeUs.Value ||
         TimeUs.Value > MostFactor * TimeUs.Lo;
}

double oneDigit(double Value) {
  if (!(Value > 0) || !std::isfinite(Value))
    return Value;
  const double Unit = std::pow(10, std::floor(std::log10(Value)));
  return std::round(Value / Unit) * Unit;
}

std::string formatTimeOf(const Estimate &TimeUs) {
  return isRough(TimeUs) ? "about " + formatTimeUs(oneDigit(TimeUs.Value))
                         : formatTimeUs(TimeUs.Value);
}

std::string formatTimeBand(const Estimate &TimeUs) {
  const bool Rough = isRough(TimeUs);
  TimeUnit Unit = unitFor(Rough ? oneDigit(TimeUs.Value) : TimeUs.Value);
  auto Limit = [&](double Us) {
    return formatNumber((Rough ? oneDigit(Us) : Us) * Unit.PerUs);
  };
  return fmt::format("{} ({} to {})", formatTimeOf(TimeUs), Limit(TimeUs.Lo),
                     Limit(TimeUs.Hi));
}

std::string formatBytes(double Bytes) {
  static constexpr const char *Units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  unsigned U = 0;
  while (Bytes >= 1024 && U + 1 < std::size(Units)) {
    Bytes /= 1024;
    ++U;
  }
  return fmt::format("{} {}", formatNumber(Bytes), Units[U]);
}

std::string formatPercent(double Fraction) {
  return fmt::format("{:.0f}%", Fraction * 100);
}

std::string formatShareOfTime(double Percent, bool AtLeast) {
  const double Whole = AtLeast ? std::floor(Percent) : std::round(Percent);
  return (AtLeast ? "at least " : "") +
         formatPercent(std::min(Whole, 99.0) / 100);
}

std::string formatDim(const Dim3 &D) {
  if (D.Z != 1)
    return fmt::format("{} x {} x {}", D.X, D.Y, D.Z);
  if (D.Y != 1)
    return fmt::format("{} x {}", D.X, D.Y);
  return fmt::format("{}", D.X);
}

std::string explainLoad() {
  return "NSMW: the warps that the fullest SM is given; DPSID: how idle the "
         "GPU "
         "is, below 1 it has more warps than it can hold at once";
}

std::string describeLoad(const Prediction &P) {
  return fmt::format("occupancy {}, NSMW {}, DPSID {}, {} wave{}",
                     formatPercent(P.Occ.Fraction), formatNumber(P.Load.Nsmw),
                     formatNumber(P.Load.Dpsid), formatNumber(P.Waves),
                     P.Waves == 1 ? "" : "s");
}

std::string describeLimiter(const Prediction &P) {
  std::string Why = limiterName(P.Occ.Limiter).str();
  if (P.Occ.Limiter == OccupancyLimiter::Registers)
    Why += fmt::format(" ({} per thread)", formatNumber(P.RegistersPerThread));
  else if (P.Occ.Limiter == OccupancyLimiter::ScalarRegisters)
    Why += fmt::format(" ({} per warp)", P.ScalarRegisters);
  else if (P.Occ.Limiter == OccupancyLimiter::SharedMemory)
    Why += fmt::format(" ({} per block)", formatBytes(P.SharedBytes));
  return fmt::format("{} block{} of {} warp{} per SM, limited by {}",
                     P.Occ.BlocksPerSm, P.Occ.BlocksPerSm == 1 ? "" : "s",
                     P.Occ.WarpsPerBlock, P.Occ.WarpsPerBlock == 1 ? "" : "s",
                     Why);
}

std::string describeAssumptions(const Prediction &P) {
  std::vector<std::string> Clauses = assumptionClauses(P);
  if (std::string Hint = dataHint(P.TimeUs.Why); !Hint.empty())
    Clauses.push_back(std::move(Hint));
  return llvm::join(Clauses, "; ");
}

} // namespace gpuperf
