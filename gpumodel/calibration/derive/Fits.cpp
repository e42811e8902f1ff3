//===- Fits.cpp - Samples to numbers --------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Fits.h"
#include <algorithm>
#include <cmath>

namespace gpuperf::calibration {

double quantile(std::vector<double> Values, double Fraction) {
  if (Values.empty())
    return 0;
  std::sort(Values.begin(), Values.end());
  double Place = std::clamp(Fraction, 0.0, 1.0) * (Values.size() - 1);
  size_t Below = static_cast<size_t>(Place);
  size_t Above = std::min(Below + 1, Values.size() - 1);
  return Values[Below] + (Values[Above] - Values[Below]) * (Place - Below);
}

Point summarise(double X, const std::vector<double> &Samples) {
  bool Few = Samples.size() < 5;
  Point P;
  P.X = X;
  P.Median = quantile(Samples, 0.5);
  P.Low = quantile(Samples, Few ? 0 : 0.1);
  P.High = quantile(Samples, Few ? 1 : 0.9);
  P.Samples = static_cast<unsigned>(Samples.size());
  return P;
}

namespace {

/// Computes R2 and the residuals of a line whose slope and intercept are known.
void judgeLine(LineFit &Fit, const std::vector<Point> &Points) {
  double Mean = 0;
  for (const Point &P : Points)
    Mean += P.Median / Points.size();
  double Left = 0, Total = 0;
  for (const Point &P : Points) {
    double Residual = std::abs(P.Median - Fit.Slope * P.X - Fit.Intercept);
    Left += Residual * Residual;
    Total += (P.Median - Mean) * (P.Median - Mean);
    Fit.WorstResidual = std::max(Fit.WorstResidual, Residual);
    if (P.Median != 0)
      Fit.WorstRelativeResidual =
          std::max(Fit.WorstRelativeResidual, Residual / std::abs(P.Median));
  }
  // A level line fits level points exactly, though they have no variance.
  Fit.R2 = Total > 0 ? 1 - Left / Total : Left == 0 ? 1 : 0;
}

} // namespace

LineFit fitLine(const std::vector<Point> &Points) {
  LineFit Fit;
  double MeanX = 0, MeanY = 0;
  for (const Point &P : Points) {
    MeanX += P.X / Points.size();
    MeanY += P.Median / Points.size();
  }
  double Xy = 0, Xx = 0;
  for (const Point &P : Points) {
    Xy += (P.X - MeanX) * (P.Median - MeanY);
    Xx += (P.X - MeanX) * (P.X - MeanX);
  }
  if (Xx == 0)
    return Fit;
  Fit.Slope = Xy / Xx;
  Fit.Intercept = MeanY - Fit.Slope * MeanX;
  judgeLine(Fit, Points);
  return Fit;
}

LineFit fitLineRobust(const std::vector<Point> &Points) {
  std::vector<double> Slopes, Intercepts;
  for (size_t I = 0; I < Points.size(); ++I)
    for (size_t J = I + 1; J < Points.size(); ++J)
      if (Points[I].X != Points[J].X)
        Slopes.push_back((Points[J].Median - Points[I].Median) /
                         (Points[J].X - Points[I].X));
  LineFit Fit;
  if (Slopes.empty())
    return Fit;
  Fit.Slope = quantile(Slopes, 0.5);
  for (const Point &P : Points)
    Intercepts.push_back(P.Median - Fit.Slope * P.X);
  Fit.Intercept = quantile(Intercepts, 0.5);
  judgeLine(Fit, Points);
  return Fit;
}

namespace {
Plateau plateauOf(const std::vector<Point> &Points, size_t First, size_t End) {
  std::vector<double> Levels;
  for (size_t I = First; I < End; ++I)
    Levels.push_back(Points[I].Median);
  Plateau P;
  P.FirstX = Points[First].X;
  P.LastX = Points[End - 1].X;
  P.Median = quantile(Levels, 0.5);
  P.Low = quantile(Levels, 0);
  P.High = quantile(Levels, 1);
  P.Points = static_cast<unsigned>(Levels.size());
  return P;
}
} // namespace

std::vector<Plateau> findPlateaus(const std::vector<Point> &Points,
                                  double Tolerance, unsigned MinPoints) {
  std::vector<Plateau> Found;
  for (size_t First = 0; First < Points.size();) {
    double Low = Points[First].Median, High = Low;
    size_t End = First + 1;
    for (; End < Points.size(); ++End) {
      double NewLow = std::min(Low, Points[End].Median);
      double NewHigh = std::max(High, Points[End].Median);
      if (NewHigh > NewLow * (1 + Tolerance))
        break;
      Low = NewLow;
      High = NewHigh;
    }
    if (End - First >= std::max(1u, MinPoints)) {
      Found.push_back(plateauOf(Points, First, End));
      First = End;
    } else {
      ++First;
    }
  }
  return Found;
}

Plateau plateauWithin(const std::vector<Point> &Points, double FirstX,
                      double LastX) {
  std::vector<Point> Within;
  for (const Point &P : Points)
    if (P.X >= FirstX && P.X <= LastX)
      Within.push_back(P);
  return Within.empty() ? Plateau() : plateauOf(Within, 0, Within.size());
}

double firstStep(const std::vector<Point> &Points, double Factor) {
  std::vector<double> Before;
  for (const Point &P : Points) {
    if (Before.size() >= 2 && P.Median > Factor * quantile(Before, 0.5))
      return P.X;
    Before.push_back(P.Median);
  }
  return 0;
}

Point highest(const std::vector<Point> &Points) {
  Point Best;
  for (const Point &P : Points)
    if (Best.Samples == 0 || P.Median > Best.Median)
      Best = P;
  return Best;
}

} // namespace gpuperf::calibration
