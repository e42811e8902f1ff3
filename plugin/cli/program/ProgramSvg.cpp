//===- ProgramSvg.cpp - The run as a picture ------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws a panel per report: a row a kernel, in the order in which the program
// first launches them, and from left to right the GPU time. What a loop
// launches again and again is one bar, at the place of its first launch.
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Wording.h"
#include "plugin/cli/draw/Svg.h"
#include "plugin/cli/program/ProgramReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <fmt/format.h>
#include <numeric>

using namespace gpuperf;
using namespace gpuperf::svg;

namespace {
/// The number of rows that fit on a slide; the last one holds all that remain.
constexpr size_t MostRows = 20;
constexpr double Width = 1120, Left = 240, PlotWidth = 560, RowHeight = 22;
constexpr double Head = 84;
constexpr double TextAt = Left + PlotWidth + 24;
constexpr size_t NameLength = 34, NoteLength = 150;
/// Bars of a row that are nearer to each other are drawn as one.
constexpr double LeastGap = 0.5;
constexpr const char *BarColour = "#4878b0", *OtherColour = "#8fb0d6";

class Panel {
public:
  explicit Panel(const ProgramReport &R) : R(R) {
    const ProgramTotals &T = R.Totals;
    std::vector<size_t> ByOrder(T.Kernels.size());
    std::iota(ByOrder.begin(), ByOrder.end(), size_t(0));
    // Those with the most time get rows, in the order of the first launches.
    llvm::stable_sort(ByOrder, [&](size_t A, size_t B) {
      return T.Kernels[A].TimeUs.Value > T.Kernels[B].TimeUs.Value;
    });
    if (ByOrder.size() > MostRows)
      ByOrder.resize(MostRows - 1);
    llvm::stable_sort(ByOrder, [&](size_t A, size_t B) {
      return T.Kernels[A].Order < T.Kernels[B].Order;
    });
    RowOf.assign(T.Kernels.size(), ByOrder.size());
    for (size_t Row = 0; Row < ByOrder.size(); ++Row)
      RowOf[ByOrder[Row]] = Row;
    Rows = std::move(ByOrder);
    const double Longest = T.KernelsUs.Value;
    Unit = Longest >= 2e6 ? 1e6 : Longest >= 2e3 ? 1e3 : 1;
    Step = niceStep(Longest / Unit, 6);
    Most = std::ceil(Longest / Unit / Step - 1e-9) * Step;
    sums();
  }

  double height() const {
    return Head + RowHeight * rowCount() + 64 + 18 * Lines.size() + 12;
  }

  void draw(llvm::raw_ostream &OS, double Top) const {
    const double PlotTop = Top + Head;
    const double Bottom = PlotTop + RowHeight * rowCount();
    head(OS, Top);
    const int Digits =
        static_cast<int>(std::max(0.0, std::ceil(-std::log10(Step) - 1e-9)));
    for (double V = 0; V <= Most * (1 + 1e-9); V += Step) {
      OS << line(x(V * Unit), PlotTop - 4, x(V * Unit), Bottom, Rule);
      OS << text(x(V * Unit), Bottom + 16, fmt::format("{:.{}f}", V, Digits),
                 "text-anchor=\"middle\" font-size=\"11\"", Faint);
    }
    OS << line(x(0), PlotTop - 4, x(0), Bottom, Faint);
    OS << text(Left + PlotWidth / 2, Bottom + 34,
               fmt::format("time of the kernels one after the other, {}",
                           Unit == 1     ? "microseconds"
                           : Unit == 1e3 ? "milliseconds"
                                         : "seconds"),
               "text-anchor=\"middle\"", Faint);
    for (size_t Row = 0; Row < rowCount(); ++Row)
      row(OS, Row, PlotTop + RowHeight * Row);
    double Y = Bottom + 60;
    for (const std::string &Line : Lines) {
      OS << text(16, Y, Line, "font-size=\"13\"");
      Y += 18;
    }
  }

private:
  size_t rowCount() const {
    return Rows.size() + (Rows.size() < R.Totals.Kernels.size() ? 1 : 0);
  }
  double x(double Us) const { return Left + PlotWidth * Us / Unit / Most; }

  /// The lines below the plot.
  void sums() {
    const ProgramTotals &T = R.Totals;
    auto told = [&](const Estimate &Us) {
      return isOpen(R) ? formatTimeUs(Us.Value) : formatTimeBand(Us);
    };
    std::string Parts = fmt::format("Kernels {}", told(T.KernelsUs));
    if (T.GapsUs.Value > 0)
      Parts += fmt::format(", launch gaps {}", formatTimeUs(T.GapsUs.Value));
    for (const CopyTotal &C : T.Copies)
      Parts += fmt::format(", {} {} ({})", copyName(C.Where).str(),
                           formatTimeUs(C.TimeUs.Value),
                           formatBytes(static_cast<double>(C.Bytes)));
    Parts += fmt::format("; in all {}.", told(T.InAllUs));
    llvm::append_range(Lines, wrapped(Parts, NoteLength));
    for (const UntimedTotal &U : T.Untimed)
      llvm::append_range(Lines,
                         wrapped(fmt::format("Without a time: {} x {}: {}.",
                                             U.Calls, U.Kernel, U.WhyNot),
                                 NoteLength));
    for (const std::string &Warning : programWarnings(R))
      llvm::append_range(Lines, wrapped("Note: " + Warning + ".", NoteLength));
    for (const std::string &Clause : programAssumptions(R))
      llvm::append_range(Lines,
                         wrapped("Assumed: " + Clause + ".", NoteLength));
  }

  void head(llvm::raw_ostream &OS, double Top) const {
    const ProgramTotals &T = R.Totals;
    OS << text(16, Top + 28,
               runTitle(R, llvm::sys::path::filename(R.File)) +
                   ": GPU time by kernel",
               "font-size=\"18\" font-weight=\"bold\"");
    OS << text(16, Top + 48,
               fmt::format("{}, {} in all, model {}; rows and bars in the "
                           "order of the first launch",
                           launchesAndKernels(T),
                           formatTimeUs(T.KernelsUs.Value), R.Model),
               "", Faint);
    const llvm::StringRef Small = "font-size=\"11\"";
    OS << text(Left - 10, Top + 74, "kernel",
               "text-anchor=\"end\" font-size=\"11\"", Faint);
    OS << text(TextAt, Top + 74, "time", Small, Faint);
    OS << text(TextAt + 72, Top + 74, "share", Small, Faint);
    OS << text(TextAt + 124, Top + 74, "calls", Small, Faint);
    OS << text(TextAt + 196, Top + 74, "bound by", Small, Faint);
  }

  void bars(llvm::raw_ostream &OS, size_t Row, double Y,
            const std::string &Name) const {
    const bool IsRest = Row == Rows.size();
    auto flush = [&](double StartUs, double EndUs, uint64_t Count) {
      const double At = x(StartUs), W = std::max(x(EndUs) - At, LeastGap);
      OS << rect(At, Y + 3, W, RowHeight - 6, IsRest ? OtherColour : BarColour,
                 fmt::format("{}, {} times: {}", Name, Count,
                             formatTimeUs(EndUs - StartUs)));
      const std::string Times = fmt::format("{} times", Count);
      if (Count > 1 && W > 8 + 6.4 * Times.size())
        OS << text(At + W / 2, Y + RowHeight / 2 + 4, Times,
                   "text-anchor=\"middle\" font-size=\"11\"", "white");
    };
    uint64_t Count = 0;
    double StartUs = 0, EndUs = 0;
    for (const TimelineBar &B : R.Totals.Timeline) {
      if (RowOf[B.Kernel] != Row)
        continue;
      if (Count && x(B.StartUs) - x(EndUs) >= LeastGap) {
        flush(StartUs, EndUs, Count);
        Count = 0;
      }
      if (!Count)
        StartUs = B.StartUs;
      Count += B.Count;
      EndUs = B.StartUs + B.TimeUs;
    }
    if (Count)
      flush(StartUs, EndUs, Count);
  }

  void row(llvm::raw_ostream &OS, size_t Row, double Y) const {
    const ProgramTotals &T = R.Totals;
    const double Base = Y + RowHeight / 2 + 4;
    std::string Name, Bound;
    double Us = 0;
    uint64_t Calls = 0;
    size_t Kernels = 0;
    for (size_t K = 0; K < T.Kernels.size(); ++K) {
      if (RowOf[K] != Row)
        continue;
      ++Kernels;
      Us += T.Kernels[K].TimeUs.Value;
      Calls += T.Kernels[K].Calls;
      Name = T.Kernels[K].Name;
      Bound = boundName(T.Kernels[K].BoundBy).str();
    }
    if (Row == Rows.size()) {
      Name = fmt::format("{} other kernels", Kernels);
      Bound = "";
    }
    bars(OS, Row, Y, Name);
    if (Name.size() > NameLength)
      Name = Name.substr(0, NameLength - 3) + "...";
    OS << text(Left - 10, Base, Name, "text-anchor=\"end\"");
    OS << text(TextAt, Base, formatTimeUs(Us));
    OS << text(TextAt + 72, Base,
               fmt::format("{:.1f}%", 100 * Us / T.KernelsUs.Value));
    OS << text(TextAt + 124, Base, std::to_string(Calls));
    OS << text(TextAt + 196, Base, Bound);
  }

  const ProgramReport &R;
  std::vector<size_t> Rows;  ///< kernels
  std::vector<size_t> RowOf; ///< by kernel; Rows.size(): among the others
  std::vector<std::string> Lines;
  double Unit = 1, Step = 1, Most = 1;
};
} // namespace

void gpuperf::printProgramSvg(llvm::raw_ostream &OS,
                              llvm::ArrayRef<ProgramReport> Reports) {
  std::vector<Panel> Panels;
  for (const ProgramReport &R : Reports)
    Panels.emplace_back(R);
  svg::printPanels<Panel>(OS, Panels, Width);
}
