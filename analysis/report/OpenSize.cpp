//===- OpenSize.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/OpenSize.h"
#include "analysis/report/Wording.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gpuperf {

std::optional<OpenSize>
findOpenSize(llvm::StringRef Name, double Value, double TimeUs,
             llvm::function_ref<std::optional<double>(double)> TimeAt) {
  constexpr double Step = 4; // from one looked-at size to the next
  constexpr double LeastInfluence = 1.1;
  constexpr double MostDeviation = 0.15; // of a time from the law
  auto at = [&](double Size) -> std::optional<double> {
    return Size >= 1 ? TimeAt(std::floor(Size)) : std::nullopt;
  };
  const std::optional<double> Less = at(Value / Step), More = at(Value * Step);
  if (!Less && !More)
    return std::nullopt;
  OpenSize Out;
  Out.Name = Name.str();
  Out.Value = Value;
  Out.Influence = More.value_or(TimeUs) / Less.value_or(TimeUs);
  if (std::max(Out.Influence, 1 / Out.Influence) < LeastInfluence)
    return std::nullopt;
  if (!Less || !More || *More <= TimeUs)
    return Out;
  SizeLaw Law;
  Law.PerUnitUs = (*More - TimeUs) / ((Step - 1) * Value);
  Law.FixedUs = std::max(0.0, TimeUs - Law.PerUnitUs * Value);
  auto holds = [&](double Size, double Time) {
    return std::fabs(Law.FixedUs + Law.PerUnitUs * Size - Time) <=
           MostDeviation * Time;
  };
  if (!holds(Value, TimeUs) || !holds(Value / Step, *Less))
    return Out;
  Law.From = std::floor(Value / Step);
  Law.To = Value * Step;
  const double Far = Value / (Step * Step);
  if (std::optional<double> Least = at(Far); Least && holds(Far, *Least))
    Law.From = std::floor(Far);
  Out.Law = Law;
  return Out;
}

/// "14.3 us at n = 1048576, m = 64".
static std::string atAssumed(const Estimate &TimeUs,
                             llvm::ArrayRef<OpenSize> Open) {
  std::string At;
  for (const OpenSize &Size : Open)
    At += fmt::format("{}{} = {:.0f}", At.empty() ? "" : ", ", Size.Name,
                      Size.Value);
  return fmt::format("{} at {}", formatTimeOf(TimeUs), At);
}

/// "3 us + 1.2 ns per n".
static std::string describeLaw(const Estimate &TimeUs, const SizeLaw &Law,
                               const std::string &Name) {
  // As many digits as the time has that the law was made from.
  auto digits = [&](double Us) { return isRough(TimeUs) ? oneDigit(Us) : Us; };
  const std::string Fixed = Law.FixedUs > 0.05 * TimeUs.Value
                                ? formatTimeUs(digits(Law.FixedUs)) + " + "
                                : std::string();
  return fmt::format("{}{}{} per {}", isRough(TimeUs) ? "about " : "", Fixed,
                     formatRate(digits(Law.PerUnitUs)), Name);
}

std::string describeTime(const Estimate &TimeUs,
                         llvm::ArrayRef<OpenSize> Open) {
  if (Open.empty())
    return formatTimeBand(TimeUs);
  std::string Names;
  for (const OpenSize &Size : Open)
    Names += (Names.empty() ? "" : " and ") + Size.Name;
  const std::string Time = atAssumed(TimeUs, Open);
  const std::optional<SizeLaw> &Law = Open.front().Law;
  if (!Law)
    return fmt::format("{} ({} unknown)", Time, Names);
  return fmt::format("{} ({} unknown; {})",
                     describeLaw(TimeUs, *Law, Open.front().Name), Names, Time);
}

std::string describeTimeShortly(const Estimate &TimeUs,
                                llvm::ArrayRef<OpenSize> Open) {
  if (Open.empty())
    return formatTimeOf(TimeUs);
  const OpenSize &First = Open.front();
  return First.Law ? describeLaw(TimeUs, *First.Law, First.Name)
                   : atAssumed(TimeUs, Open);
}

} // namespace gpuperf
