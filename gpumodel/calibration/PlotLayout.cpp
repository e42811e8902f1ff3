//===- PlotLayout.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/PlotLayout.h"
#include "gpumodel/calibration/Svg.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace gpuperf::calibration {
namespace {

constexpr double Width = 960, Left = 84, PlotWidth = 600, PlotHeight = 280;
constexpr double Head = 64, PanelHead = 34, PanelFoot = 58;
constexpr double LegendAt = Left + PlotWidth + 20;
constexpr double RowHeight = 20, RowLeft = 250;

/// What fits beside a plot.
std::string clipped(const std::string &Label) {
  constexpr size_t Most = 40;
  return Label.size() <= Most ? Label : Label.substr(0, Most - 3) + "...";
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
  return PanelHead + RowHeight * Lines + PanelFoot;
}

/// What all panels share: where they stand.
class Painter {
public:
  Painter(Svg &To, const PlotPanel &P, double Top)
      : To(To), P(P), Top(Top + PanelHead) {
    To.text({16, Top + 20}, P.Title, Align::Start, "ink", 14);
  }

  void curves() const {
    std::vector<double> Xs, Ys;
    for (const PlotCurve &C : P.Curves)
      for (const Point &Each : C.Points) {
        Xs.push_back(Each.X);
        for (double Y : {Each.Median, Each.Low, Each.High})
          Ys.push_back(Y);
      }
    Axis X = axisFor(P.XName, Xs, true), Y = axisFor(P.YName, Ys, false);
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
      llvm::append_range(Xs, R.Dots);
      if (R.Dots.empty())
        llvm::append_range(Xs, std::vector<double>{R.Value, R.Low, R.High});
    }
    Axis X = axisFor(P.XName, Xs, OnlyDots);
    if (OnlyDots) { // not on the frame
      double Margin = 0.05 * (X.Max - X.Min);
      X.Min -= Margin;
      X.Max += Margin;
    }
    double From = RowLeft, Long = Width - RowLeft - 90;
    double Bottom = Top + RowHeight * P.Rows.size();
    auto At = [&](double V) {
      return From + Long * std::clamp(X.place(V), 0.0, 1.0);
    };
    for (const auto &[V, Text] : X.ticks()) {
      To.line({At(V), Top - 4}, {At(V), Bottom}, "rule");
      To.text({At(V), Bottom + 16}, Text, Align::Middle, "faint", 11);
    }
    To.text({From + Long / 2, Bottom + 36}, X.Label, Align::Middle, "faint");
    To.line({From, Top - 4}, {From, Bottom}, "axis");
    for (size_t I = 0; I < P.Rows.size(); ++I) {
      const PlotRow &R = P.Rows[I];
      double Y = Top + RowHeight * I, Middle = Y + RowHeight / 2;
      To.text({From - 8, Middle + 4}, clipped(R.Label), Align::End, "ink", 11);
      for (size_t J = 0; J < R.Dots.size(); ++J)
        To.dot({At(R.Dots[J]), Middle}, 3.5, curveColour(J));
      if (!R.Note.empty())
        To.text({From + Long + 8, Middle + 4}, R.Note, Align::Start, "faint",
                11);
      if (!R.Dots.empty())
        continue;
      To.rect({From, Y + 4}, At(R.Value) - From, RowHeight - 8, curveColour(0));
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
    // Where figures span much, steps of the same factor look the same.
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
    To.text({LegendAt + 20, LegendY}, clipped(C.Label), Align::Start, "ink",
            11);
  }

  Svg &To;
  const PlotPanel &P;
  double Top;
};

} // namespace

std::string drawPanels(const std::string &Title, const std::string &Subtitle,
                       const std::vector<PlotPanel> &Panels) {
  Svg Out;
  Out.text({16, 28}, Title, Align::Start, "ink", 18);
  Out.text({16, 48}, Subtitle, Align::Start, "faint");
  double Top = Head;
  for (const PlotPanel &P : Panels) {
    Painter Paint(Out, P, Top);
    if (P.What == PlotPanel::Kind::Rows)
      Paint.rows();
    else if (P.What == PlotPanel::Kind::Heat)
      Paint.heat();
    else
      Paint.curves();
    Top += heightOf(P);
  }
  return Out.finish(Width, Top, Title);
}

} // namespace gpuperf::calibration
