//===- PlotLayout.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/plots/PlotLayout.h"
#include "gpumodel/calibration/plots/Svg.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace gpuperf::calibration {
namespace {

constexpr double Width = 960, Left = 84, PlotWidth = 600, PlotHeight = 280;
constexpr double Head = 64, PanelHead = 34, PanelFoot = 58;
constexpr double LegendAt = Left + PlotWidth + 20;
constexpr double RowHeight = 20, MarkHeight = 18;
constexpr double LegendRoom = Width - LegendAt - 24;
/// A long list of rows has an axis at both ends.
constexpr size_t ManyRows = 10;

/// Where rows of \p P begin: their labels stand before it.
double rowLeft(const PlotPanel &P) {
  double Widest = 0;
  for (const PlotRow &R : P.Rows)
    Widest = std::max(Widest, textWidth(R.Label, 11));
  return std::clamp(Widest + 24, 120.0, 400.0);
}

double markWidth(const PlotPanel &P) {
  double Widest = 0;
  for (const PlotMark &M : P.Marks)
    Widest = std::max(Widest, textWidth(M.Label, 11));
  return std::min(Widest + 30, Width - 32);
}

size_t marksPerLine(const PlotPanel &P) {
  return static_cast<size_t>((Width - 32) / markWidth(P));
}

bool hasTopAxis(const PlotPanel &P) {
  return P.Rows.size() > ManyRows || !P.Marks.empty();
}

double headOf(const PlotPanel &P) {
  double Height = PanelHead;
  if (!P.Marks.empty())
    Height += MarkHeight * llvm::divideCeil(P.Marks.size(), marksPerLine(P));
  if (hasTopAxis(P))
    Height += 20;
  return Height;
}

double heightOf(const PlotPanel &P) {
  size_t Lines = 0;
  switch (P.What) {
  case PlotPanel::Kind::Curves:
  case PlotPanel::Kind::Dots:
    return PanelHead + PlotHeight + PanelFoot;
  case PlotPanel::Kind::Rows:
    Lines = P.Rows.size();
    break;
  case PlotPanel::Kind::Heat: {
    std::set<double> Ys;
    for (const auto &[Place, Value] : P.Cells)
      Ys.insert(Place.first);
    Lines = Ys.size() + Ys.size() / 4; // cells are higher than rows
    break;
  }
  }
  return headOf(P) + RowHeight * Lines + PanelFoot;
}

/// The positions that all panels share.
class Painter {
public:
  Painter(Svg &To, const PlotPanel &P, double Top)
      : To(To), P(P), Top(Top + headOf(P)) {
    To.text({16, Top + 20}, clipped(P.Title, Width - 32, 14), Align::Start,
            "ink", 14);
    for (size_t I = 0; I < P.Marks.size(); ++I) {
      const PlotMark &M = P.Marks[I];
      const size_t Line = I / marksPerLine(P), Column = I % marksPerLine(P);
      const Pixel At{22 + markWidth(P) * Column,
                     Top + PanelHead + 6 + MarkHeight * Line};
      To.dot(At, 3.5, M.Colour, M.Shape);
      To.text({At.X + 8, At.Y + 4}, clipped(M.Label, markWidth(P) - 16, 11),
              Align::Start, "ink", 11);
    }
  }

  void curves(const Axis &X, const Axis &Y) const {
    double Bottom = Top + PlotHeight;
    for (const auto &[V, Text] : Y.ticks()) {
      double At = Bottom - PlotHeight * Y.place(V);
      To.line({Left, At}, {Left + PlotWidth, At}, "rule");
      To.text({Left - 8, At + 4}, Text, Align::End, "faint", 11);
    }
    for (const auto &[V, Text] : X.ticks()) {
      double At = Left + PlotWidth * X.place(V);
      To.line({At, Top}, {At, Bottom}, "rule");
      To.text({At, Bottom + 16}, Text, Align::Middle, "faint", 11);
    }
    To.line({Left, Bottom}, {Left + PlotWidth, Bottom}, "axis");
    To.line({Left, Top}, {Left, Bottom}, "axis");
    To.text({Left + PlotWidth / 2, Bottom + 36}, X.Label, Align::Middle,
            "faint");
    To.text({18, Top + PlotHeight / 2}, Y.Label, Align::Middle, "faint", 12,
            true);
    for (size_t I = 0; I < P.Curves.size(); ++I)
      curve(P.Curves[I], X, Y, curveColour(I), Top + 10 + 18.0 * I);
  }

  void rows() const {
    std::vector<double> Xs;
    bool OnlyDots = true;
    for (const PlotRow &R : P.Rows) {
      OnlyDots &= !R.Dots.empty();
      for (const PlotDot &D : R.Dots)
        Xs.push_back(D.Value);
      if (R.Dots.empty())
        llvm::append_range(Xs, std::vector<double>{R.Value, R.Low, R.High});
    }
    Axis X = axisFor(P.XName, P.Shown.empty() ? Xs : P.Shown, OnlyDots);
    if (OnlyDots) // not on the frame
      X.widen(0.05);
    const double NoteRoom = OnlyDots ? 150 : 90;
    double From = rowLeft(P), Long = Width - From - NoteRoom;
    double Bottom = Top + RowHeight * P.Rows.size();
    auto At = [&](double V) { return From + Long * X.place(V); };
    for (const auto &[V, Text] : X.ticks()) {
      To.line({At(V), Top - 4}, {At(V), Bottom}, "rule");
      To.text({At(V), Bottom + 16}, Text, Align::Middle, "faint", 11);
      if (hasTopAxis(P))
        To.text({At(V), Top - 8}, Text, Align::Middle, "faint", 11);
    }
    To.text({From + Long / 2, Bottom + 36}, X.Label, Align::Middle, "faint");
    if (llvm::any_of(P.Rows, [](const PlotRow &R) { return !R.Note.empty(); }))
      To.text({From + Long + 8, Top - 8}, P.NoteName, Align::Start, "faint",
              11);
    To.line({From, Top - 4}, {From, Bottom}, "axis");
    for (size_t I = 0; I < P.Rows.size(); ++I) {
      const PlotRow &R = P.Rows[I];
      double Y = Top + RowHeight * I, Middle = Y + RowHeight / 2;
      To.text({From - 8, Middle + 4}, clipped(R.Label, From - 24, 11),
              Align::End, "ink", 11);
      for (const PlotDot &D : R.Dots)
        To.dot({At(D.Value), Middle}, 3.5, P.Marks[D.Mark].Colour,
               P.Marks[D.Mark].Shape);
      if (!R.Note.empty())
        To.text({From + Long + 8, Middle + 4},
                clipped(R.Note, NoteRoom - 12, 11), Align::Start, "faint", 11);
      if (!R.Dots.empty())
        continue;
      const double Zero = At(0);
      To.rect({std::min(Zero, At(R.Value)), Y + 4},
              std::abs(At(R.Value) - Zero), RowHeight - 8, curveColour(0));
      To.line({At(R.Low), Middle}, {At(R.High), Middle}, "axis", 1.5);
      To.text({std::max(At(R.Value), At(R.High)) + 6, Middle + 4},
              shortNumber(R.Value), Align::Start, "faint", 11);
    }
  }

  void heat() const {
    std::set<double> Xs, Ys;
    double Low = P.Cells.begin()->second, High = Low;
    for (const auto &[Place, Value] : P.Cells) {
      Ys.insert(Place.first);
      Xs.insert(Place.second);
      Low = std::min(Low, Value);
      High = std::max(High, Value);
    }
    double CellWidth = PlotWidth / Xs.size(), CellHeight = RowHeight * 1.25;
    double Bottom = Top + CellHeight * Ys.size();
    // On a logarithmic scale, steps of the same factor look the same.
    Axis Colours;
    Colours.Min = Low;
    Colours.Max = High > Low ? High : Low + 1;
    Colours.Log = Low > 0 && High >= 30 * Low;
    auto Share = [&](double V) { return Colours.place(V); };
    size_t Row = 0;
    for (double Y : Ys) {
      double YTop = Bottom - CellHeight * ++Row;
      To.text({Left - 8, YTop + CellHeight / 2 + 4}, shortNumber(Y), Align::End,
              "faint", 11);
      size_t Column = 0;
      for (double X : Xs) {
        double XLeft = Left + CellWidth * Column++;
        if (Row == 1)
          To.text({XLeft + CellWidth / 2, Bottom + 16}, shortNumber(X),
                  Align::Middle, "faint", 11);
        auto Cell = P.Cells.find({Y, X});
        if (Cell == P.Cells.end())
          continue;
        double S = Share(Cell->second);
        To.rect({XLeft, YTop}, CellWidth, CellHeight, heatColour(S));
        if (CellWidth >= 40)
          To.text({XLeft + CellWidth / 2, YTop + CellHeight / 2 + 4},
                  shortNumber(Cell->second), Align::Middle, inkOn(S), 11);
      }
    }
    To.text({Left + PlotWidth / 2, Bottom + 36}, words(P.XName), Align::Middle,
            "faint");
    To.text({18, (Top + Bottom) / 2}, words(P.YName), Align::Middle, "faint",
            12, true);
    // Legend: the colours from lowest to highest.
    for (int I = 0; I <= 10; ++I)
      To.rect({LegendAt + 14.0 * I, Top}, 14, 14, heatColour(I / 10.0));
    To.text({LegendAt, Top + 30}, shortNumber(Low), Align::Start, "faint", 11);
    To.text({LegendAt + 14 * 11, Top + 30}, shortNumber(High), Align::End,
            "faint", 11);
    To.text({LegendAt, Top + 48},
            words(P.CellName) + (Colours.Log ? ", logarithmic" : ""),
            Align::Start, "faint");
  }

private:
  void curve(const PlotCurve &C, const Axis &X, const Axis &Y,
             llvm::StringRef Colour, double LegendY) const {
    auto At = [&](double Vx, double Vy) {
      return Pixel{Left + PlotWidth * X.place(Vx),
                   Top + PlotHeight * (1 - Y.place(Vy))};
    };
    std::vector<Pixel> Way, Band;
    bool Spread = false;
    for (const Point &Each : C.Points) {
      Way.push_back(At(Each.X, Each.Median));
      Band.push_back(At(Each.X, Each.High));
      Spread |= Each.High > Each.Low;
    }
    for (const Point &Each : llvm::reverse(C.Points))
      Band.push_back(At(Each.X, Each.Low));
    bool Joined = P.What == PlotPanel::Kind::Curves;
    if (Spread && Joined && C.Points.size() > 1)
      To.area(Band, Colour);
    if (Joined)
      To.way(Way, Colour);
    if (!Joined || Way.size() <= 40)
      for (const Pixel &Each : Way)
        To.dot(Each, 2.5, Colour);
    To.rect({LegendAt, LegendY - 8}, 14, 8, Colour);
    To.text({LegendAt + 20, LegendY}, clipped(C.Label, LegendRoom, 11),
            Align::Start, "ink", 11);
  }

  Svg &To;
  const PlotPanel &P;
  double Top;
};

bool hasCurves(const PlotPanel &P) {
  return P.What == PlotPanel::Kind::Curves || P.What == PlotPanel::Kind::Dots;
}

/// All panels with the same axis names have the same axes, so that they can be
/// compared.
std::pair<Axis, Axis> axesOf(const PlotPanel &P,
                             const std::vector<PlotPanel> &Panels) {
  std::vector<double> Xs, Ys;
  for (const PlotPanel &Other : Panels)
    if (hasCurves(Other) && Other.XName == P.XName && Other.YName == P.YName)
      for (const PlotCurve &C : Other.Curves)
        for (const Point &Each : C.Points) {
          Xs.push_back(Each.X);
          for (double Y : {Each.Median, Each.Low, Each.High})
            Ys.push_back(Y);
        }
  return {axisFor(P.XName, Xs, true), axisFor(P.YName, Ys, false)};
}

} // namespace

std::string drawPanels(const std::string &Title, const std::string &Subtitle,
                       const std::vector<PlotPanel> &Panels) {
  Svg Out;
  Out.text({16, 28}, clipped(Title, Width - 32, 18), Align::Start, "ink", 18);
  Out.text({16, 48}, clipped(Subtitle, Width - 32, 12), Align::Start, "faint");
  double Top = Head;
  for (const PlotPanel &P : Panels) {
    Painter Paint(Out, P, Top);
    if (P.What == PlotPanel::Kind::Rows)
      Paint.rows();
    else if (P.What == PlotPanel::Kind::Heat)
      Paint.heat();
    else {
      const auto [X, Y] = axesOf(P, Panels);
      Paint.curves(X, Y);
    }
    Top += heightOf(P);
  }
  return Out.finish(Width, Top, Title);
}

} // namespace gpuperf::calibration
