//===- Fits.h - Samples to numbers ------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain C++17, as it is also compiled into the program that runs on a GPU.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_DERIVE_FITS_H
#define GPUPERF_GPUMODEL_CALIBRATION_DERIVE_FITS_H

#include "gpumodel/calibration/derive/Series.h"

namespace gpuperf::calibration {

/// The \p Fraction quantile (0 to 1) of \p Values, with linear interpolation
/// between neighbours. 0 if there are none.
double quantile(std::vector<double> Values, double Fraction);

/// Median, 10th and 90th percentile (extremes, of fewer than five samples).
Point summarise(double X, const std::vector<double> &Samples);

/// y = Slope * x + Intercept by least squares over the medians.
struct LineFit {
  double Slope = 0, Intercept = 0;
  double R2 = 0;                    ///< 1: exact; 0 for fewer than two x
  double WorstResidual = 0;         ///< largest |y - line|
  double WorstRelativeResidual = 0; ///< largest |y - line| / |y|
};
LineFit fitLine(const std::vector<Point> &Points);

/// The line whose slope is the median over all pairs of points (Theil-Sen),
/// which a few disturbed points do not change.
LineFit fitLineRobust(const std::vector<Point> &Points);

/// A stretch of a curve on which it stays the same.
struct Plateau {
  double FirstX = 0, LastX = 0;
  double Median = 0, Low = 0, High = 0; ///< of the medians on it
  unsigned Points = 0;
};

/// The maximal stretches, by rising x, on which the medians lie within
/// \p Tolerance (0.05: 5 %) of one another and which are at least
/// \p MinPoints long. They do not overlap; points on a slope are in none.
std::vector<Plateau> findPlateaus(const std::vector<Point> &Points,
                                  double Tolerance, unsigned MinPoints);

/// Larger than any x.
constexpr double Endless = 1e18;

/// The plateau of the points with x from \p FirstX to \p LastX; Points is 0 if
/// there are none.
Plateau plateauWithin(const std::vector<Point> &Points, double FirstX,
                      double LastX);

/// The first x at which y is beyond \p Factor times the median of what lies
/// before it, from the third point on; 0 if it never is.
double firstStep(const std::vector<Point> &Points, double Factor);

/// The largest median and its x; zeros if there are no points.
Point highest(const std::vector<Point> &Points);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_DERIVE_FITS_H
