//===- SweepText.cpp - A sweep as a table ---------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/VendorWords.h"
#include "analysis/report/Wording.h"
#include "plugin/cli/Sweep.h"
#include "plugin/cli/draw/ShareBar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fmt/format.h>

namespace gpuperf {

/// In CUDA's words.
static std::string adviceInCuda(const Sweep &S) {
  const std::string Asked = formatDim(S.Asked.Block);
  const RankedLaunch &Mine = S.OfAll.asked();
  auto Gain = [](const Estimate &X) {
    return fmt::format("{:.2f}x faster ({:.2f}x to {:.2f}x)", X.Value, X.Lo,
                       X.Hi);
  };
  if (S.Advice.Recommended) {
    const RankedLaunch &To = *llvm::find_if(
        S.ranked(), [&](const RankedLaunch &R) { return S.isRecommended(R); });
    const Change &By = S.Advice.PerGpu.front().ToRecommended;
    return fmt::format("{} saves {} of the time of {}: {} -> {}, {}{}.",
                       formatDim(To.L.Block),
                       formatPercent(By.savedPercent() / 100), Asked,
                       formatTimeUs(Mine.P.TimeUs.Value),
                       formatTimeUs(To.P.TimeUs.Value), Gain(By.Speedup),
                       S.Advice.Reason.empty() ? "" : "; " + S.Advice.Reason);
  }
  const RankedLaunch &Best = S.OfAll.best();
  const Estimate &X = S.OfAll.ToBest.Speedup;
  if (S.OfAll.Asked == 0)
    return fmt::format("{} is the best of {} blocks: keep it.", Asked,
                       S.ranked().size());
  if (X.Value < 1.02)
    return fmt::format("{} is as good as the best, {}: keep it.", Asked,
                       formatDim(Best.L.Block));
  if (X.Lo <= 1)
    return fmt::format("No change: the best, {}, is predicted {:.2f}x faster "
                       "than {}, and {:.2f}x to {:.2f}x is what can be told.",
                       formatDim(Best.L.Block), X.Value, Asked, X.Lo, X.Hi);
  if (!S.NotProven.empty())
    return fmt::format("No change: {} would be {}, but is not proven to "
                       "compute the same: {}.",
                       formatDim(Best.L.Block), Gain(X), S.NotProven);
  return fmt::format("No change: {} would be {}; of what is proven to compute "
                     "the same, nothing gains enough.",
                     formatDim(Best.L.Block), Gain(X));
}

std::string adviceSentence(const Sweep &S) {
  return inWordsOf(S.ranked().front().P.Maker, adviceInCuda(S));
}

void printSweepText(llvm::raw_ostream &OS, const Sweep &S) {
  const auto Ranked = S.ranked();
  auto In = [&](const std::string &Text) {
    return inWordsOf(Ranked.front().P.Maker, Text);
  };
  double Slowest = 0, Fastest = HUGE_VAL;
  for (const RankedLaunch &R : Ranked) {
    Slowest = std::max(Slowest, R.P.TimeUs.Value);
    Fastest = std::min(Fastest, R.P.TimeUs.Value);
  }
  if (S.Line)
    OS << fmt::format("{}:{}:{}: ", S.File, S.Line, S.Column);
  OS << fmt::format("{} on {}: {} {}, best first ({})\n", S.Kernel, S.Gpu,
                    Ranked.size(), In("blocks"),
                    modelName(Ranked.front().P.Model).str());
  OS << fmt::format(
      "  {:<14} {:<18} {:>9}  {:<21} {:>6}  {:>4}  {:>7}  {:<7} {}\n",
      In("block"), "grid", "time", "band", "x best", "occ.", "waves", "bound",
      "time");
  for (const RankedLaunch &R : Ranked) {
    const Estimate &T = R.P.TimeUs;
    OS << fmt::format(
        "{}{} {:<13} {:<18} {:>9}  {:<21} {:>6.2f}  {:>3.0f}%  {:>7.3g}  "
        "{:<7} {}\n",
        S.isAsked(R) ? '*' : ' ',
        S.isRecommended(R)                  ? '+'
        : S.SameResult[&R - Ranked.begin()] ? ' '
                                            : '?',
        formatDim(R.L.Block), formatDim(R.L.Grid), formatTimeUs(T.Value),
        fmt::format("{} to {}", formatTimeUs(T.Lo), formatTimeUs(T.Hi)),
        T.Value / Fastest, 100 * R.P.Occ.Fraction, R.P.Waves,
        boundName(R.P.BoundBy).str(), shareBar(T.Value / Slowest, 20));
  }
  OS << "  " << adviceSentence(S) << '\n';
  if (std::string Text = describeAssumptions(Ranked.front().P); !Text.empty())
    OS << fmt::format("  assumed: {}\n", In(Text));
  OS << In("  *: the block asked about")
     << (S.Advice.Recommended ? ", +: advised" : "")
     << ", ?: not proven to compute the same\n\n";
}

} // namespace gpuperf
