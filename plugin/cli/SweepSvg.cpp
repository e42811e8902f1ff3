//===- SweepSvg.cpp - A sweep as a picture --------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws a panel per sweep with the best block on top. Bars show the predicted
// times and whiskers their bands; the colour tells which block is in the source
// and which one is advised.
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Wording.h"
#include "plugin/cli/Sweep.h"
#include "plugin/cli/draw/Svg.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <fmt/format.h>

namespace gpuperf {

using namespace svg;

namespace {
// The number of rows that fit on a slide. The block in the source gets one more
// row where it is not among them.
constexpr size_t MostRows = 20;
constexpr double Width = 960, Left = 112, PlotWidth = 560, RowHeight = 22;
constexpr double Head = 92, Foot = 96;
constexpr double TextAt = Left + PlotWidth + 24;

constexpr const char *AskedColour = "#d9822b", *AdvisedColour = "#2a8f57",
                     *OtherColour = "#8fb0d6", *PaleColour = "#dbe5f1";

class Panel {
public:
  explicit Panel(const Sweep &S) : S(S) {
    for (const RankedLaunch &R : S.ranked())
      if (Rows.size() < MostRows || S.isAsked(R))
        Rows.push_back(&R);
    double Longest = 0;
    for (const RankedLaunch *R : Rows)
      Longest = std::max(Longest, R->P.TimeUs.Hi);
    // One unit for the whole axis.
    Unit = Longest >= 2e6 ? 1e6 : Longest >= 2e3 ? 1e3 : 1;
    Step = niceStep(Longest / Unit, 6);
    Most = std::ceil(Longest / Unit / Step) * Step;
  }

  double height() const { return Head + RowHeight * Rows.size() + Foot; }

  void draw(llvm::raw_ostream &OS, double Top) const {
    head(OS, Top);
    const double PlotTop = Top + Head;
    const double Bottom = PlotTop + RowHeight * Rows.size();
    const int Digits =
        static_cast<int>(std::max(0.0, std::ceil(-std::log10(Step) - 1e-9)));
    for (double V = 0; V <= Most * (1 + 1e-9); V += Step) {
      OS << line(x(V * Unit), PlotTop - 4, x(V * Unit), Bottom, Rule);
      OS << text(x(V * Unit), Bottom + 16, fmt::format("{:.{}f}", V, Digits),
                 "text-anchor=\"middle\" font-size=\"11\"", Faint);
    }
    OS << line(x(0), PlotTop - 4, x(0), Bottom, Faint);
    OS << text(
        Left + PlotWidth / 2, Bottom + 34,
        fmt::format("predicted kernel time, {}", Unit == 1     ? "microseconds"
                                                 : Unit == 1e3 ? "milliseconds"
                                                               : "seconds"),
        "text-anchor=\"middle\"", Faint);
    for (size_t I = 0; I < Rows.size(); ++I)
      row(OS, *Rows[I], PlotTop + RowHeight * I);
    // The block in the source, which is not among the rows shown.
    if (Rows.size() > MostRows)
      OS << fmt::format("<line x1=\"16\" y1=\"{0:.1f}\" x2=\"{1:.1f}\" "
                        "y2=\"{0:.1f}\" stroke=\"{2}\" "
                        "stroke-dasharray=\"2 4\"/>\n",
                        PlotTop + RowHeight * MostRows, Width - 16, Faint);
    double Y = Bottom + 60;
    for (const std::string &Line : wrapped(adviceSentence(S), 112)) {
      OS << text(16, Y, Line, "font-size=\"13\"");
      Y += 18;
    }
  }

private:
  bool isProven(const RankedLaunch &R) const {
    return S.SameResult[&R - S.ranked().begin()];
  }
  double x(double Us) const { return Left + PlotWidth * Us / Unit / Most; }

  void head(llvm::raw_ostream &OS, double Top) const {
    OS << text(16, Top + 28,
               S.Kernel + " on " + S.Gpu + ": predicted time by block",
               "font-size=\"18\" font-weight=\"bold\"");
    const std::string Place =
        S.Line ? fmt::format(", {}:{}", llvm::sys::path::filename(S.File).str(),
                             S.Line)
               : std::string();
    OS << text(16, Top + 48,
               fmt::format("<<<{}, {}>>>{}; every block covers the same "
                           "threads; {} of {} blocks, model {}",
                           formatDim(S.Asked.Grid), formatDim(S.Asked.Block),
                           Place, Rows.size(), S.ranked().size(),
                           modelName(S.ranked().front().P.Model).str()),
               "", Faint);
    // Legend.
    double At = Left;
    auto Key = [&](const char *Fill, llvm::StringRef What) {
      OS << rect(At, Top + 62, 12, 12, Fill);
      OS << text(At + 18, Top + 72, What);
      At += 32 + 6.6 * What.size();
    };
    Key(AskedColour, "in the source");
    if (S.Advice.Recommended)
      Key(AdvisedColour, "advised");
    if (llvm::any_of(Rows, [&](const RankedLaunch *R) {
          return isProven(*R) && !S.isAsked(*R) && !S.isRecommended(*R);
        }))
      Key(OtherColour, "other blocks");
    if (!llvm::all_of(Rows,
                      [&](const RankedLaunch *R) { return isProven(*R); }))
      Key(PaleColour, "not proven to compute the same");
    OS << line(At, Top + 68, At + 22, Top + 68, Ink, 1.2)
       << line(At, Top + 64, At, Top + 72, Ink, 1.2)
       << line(At + 22, Top + 64, At + 22, Top + 72, Ink, 1.2);
    OS << text(At + 28, Top + 72, "band of the time");
    const llvm::StringRef Small = "font-size=\"11\"";
    OS << text(Left - 10, Top + 82, "block",
               "text-anchor=\"end\" "
               "font-size=\"11\"",
               Faint);
    OS << text(TextAt, Top + 82, "time", Small, Faint);
    OS << text(TextAt + 84, Top + 82, "occupancy", Small, Faint);
    OS << text(TextAt + 164, Top + 82, "bound by", Small, Faint);
  }

  void row(llvm::raw_ostream &OS, const RankedLaunch &R, double Y) const {
    const Estimate &T = R.P.TimeUs;
    const bool Marked = S.isAsked(R) || S.isRecommended(R);
    const llvm::StringRef Bold = Marked ? "font-weight=\"bold\"" : "";
    const double Middle = Y + RowHeight / 2, Base = Middle + 4;
    OS << text(Left - 10, Base, formatDim(R.L.Block),
               ("text-anchor=\"end\" " + Bold).str());
    OS << rect(Left, Y + 3, x(T.Value) - Left, RowHeight - 6,
               S.isAsked(R)         ? AskedColour
               : S.isRecommended(R) ? AdvisedColour
               : isProven(R)        ? OtherColour
                                    : PaleColour);
    OS << line(x(T.Lo), Middle, x(T.Hi), Middle, Ink, 1.2)
       << line(x(T.Lo), Middle - 3, x(T.Lo), Middle + 3, Ink, 1.2)
       << line(x(T.Hi), Middle - 3, x(T.Hi), Middle + 3, Ink, 1.2);
    OS << text(TextAt, Base, formatTimeUs(T.Value), Bold);
    OS << text(TextAt + 84, Base, formatPercent(R.P.Occ.Fraction), Bold);
    OS << text(TextAt + 164, Base, boundName(R.P.BoundBy), Bold);
  }

  const Sweep &S;
  std::vector<const RankedLaunch *> Rows;
  double Unit = 1, Step = 1, Most = 1;
};
} // namespace

void printSweepSvg(llvm::raw_ostream &OS, llvm::ArrayRef<Sweep> Sweeps) {
  std::vector<Panel> Panels;
  for (const Sweep &S : Sweeps)
    Panels.emplace_back(S);
  svg::printPanels<Panel>(OS, Panels, Width);
}

} // namespace gpuperf
