//===- FitsTest.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Fits.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace gpuperf::calibration;

namespace {

Point at(double X, double Y) { return {X, Y, Y, Y, 5}; }

std::vector<Point> line(double Slope, double Intercept, unsigned Count) {
  std::vector<Point> Points;
  for (unsigned I = 1; I <= Count; ++I)
    Points.push_back(at(I, Slope * I + Intercept));
  return Points;
}

TEST(Fits, QuantileIsLinearBetweenNeighbours) {
  EXPECT_EQ(quantile({}, 0.5), 0);
  EXPECT_EQ(quantile({7}, 0.9), 7);
  EXPECT_EQ(quantile({3, 1, 2}, 0.5), 2);
  EXPECT_EQ(quantile({4, 1, 2, 3}, 0.5), 2.5);
  EXPECT_EQ(quantile({0, 10}, 0.25), 2.5);
  EXPECT_EQ(quantile({1, 2}, -1), 1);
  EXPECT_EQ(quantile({1, 2}, 2), 2);
}

TEST(Fits, SummaryOfFewIsTheExtremes) {
  Point P = summarise(8, {5, 1, 3});
  EXPECT_EQ(P.X, 8);
  EXPECT_EQ(P.Median, 3);
  EXPECT_EQ(P.Low, 1);
  EXPECT_EQ(P.High, 5);
  EXPECT_EQ(P.Samples, 3u);
}

TEST(Fits, SummaryOfManyLeavesOutliersOut) {
  std::vector<double> Samples(20, 10.0);
  Samples.push_back(1e6);
  Point P = summarise(1, Samples);
  EXPECT_EQ(P.Median, 10);
  EXPECT_EQ(P.High, 10);
  EXPECT_EQ(P.Samples, 21u);
}

TEST(Fits, LineIsFoundExactly) {
  for (LineFit Fit :
       {fitLine(line(0.5, 3, 6)), fitLineRobust(line(0.5, 3, 6))}) {
    EXPECT_NEAR(Fit.Slope, 0.5, 1e-12);
    EXPECT_NEAR(Fit.Intercept, 3, 1e-12);
    EXPECT_NEAR(Fit.R2, 1, 1e-12);
    EXPECT_NEAR(Fit.WorstResidual, 0, 1e-12);
  }
}

TEST(Fits, OneDisturbedPointTurnsOnlyTheLeastSquares) {
  std::vector<Point> Points = line(1, 0, 9);
  Points[8].Median = 100;
  EXPECT_NEAR(fitLineRobust(Points).Slope, 1, 1e-9);
  EXPECT_NEAR(fitLineRobust(Points).WorstResidual, 91, 1e-9);
  EXPECT_GT(fitLine(Points).Slope, 3);
}

TEST(Fits, NoLineThroughOnePlace) {
  EXPECT_EQ(fitLine({}).R2, 0);
  EXPECT_EQ(fitLine({at(2, 5), at(2, 7)}).Slope, 0);
  EXPECT_EQ(fitLineRobust({at(2, 5)}).Intercept, 0);
}

TEST(Fits, LevelPointsAreALine) {
  LineFit Fit = fitLine(line(0, 4, 5));
  EXPECT_EQ(Fit.Slope, 0);
  EXPECT_EQ(Fit.R2, 1);
}

TEST(Fits, PlateausAreApartAndASlopeIsNone) {
  std::vector<Point> Points;
  double X = 1;
  for (double Y : {30., 30.5, 31., 60., 120., 240., 241., 243., 240.})
    Points.push_back(at(X++, Y));
  std::vector<Plateau> Found = findPlateaus(Points, 0.05, 3);
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].FirstX, 1);
  EXPECT_EQ(Found[0].LastX, 3);
  EXPECT_EQ(Found[0].Median, 30.5);
  EXPECT_EQ(Found[1].FirstX, 6);
  EXPECT_EQ(Found[1].Points, 4u);
  EXPECT_EQ(Found[1].Low, 240);
  EXPECT_EQ(Found[1].High, 243);
}

TEST(Fits, ARiseInSmallStepsIsNoPlateau) {
  // Each step is within the tolerance, the whole is not.
  std::vector<Point> Points;
  for (unsigned I = 0; I < 12; ++I)
    Points.push_back(at(I + 1, 100 * std::pow(1.04, I)));
  for (const Plateau &P : findPlateaus(Points, 0.05, 2))
    EXPECT_LE(P.High, 1.05 * P.Low);
  EXPECT_TRUE(findPlateaus(Points, 0.05, 3).empty());
}

TEST(Fits, PlateauWithinARange) {
  std::vector<Point> Points = line(1, 0, 10);
  Plateau P = plateauWithin(Points, 3, 5);
  EXPECT_EQ(P.Points, 3u);
  EXPECT_EQ(P.Median, 4);
  EXPECT_EQ(plateauWithin(Points, 11, 20).Points, 0u);
}

TEST(Fits, FirstStepNeedsTwoPointsBefore) {
  EXPECT_EQ(firstStep({at(1, 10), at(2, 10), at(4, 10), at(8, 25)}, 1.5), 8);
  EXPECT_EQ(firstStep({at(1, 10), at(2, 30)}, 1.5), 0);
  EXPECT_EQ(firstStep(line(0, 5, 9), 1.5), 0);
}

TEST(Fits, Highest) {
  EXPECT_EQ(highest({}).Median, 0);
  EXPECT_EQ(highest({at(1, 3), at(2, 9), at(3, 4)}).X, 2);
}

} // namespace
