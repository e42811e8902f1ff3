//===- PlotLayout.h - Panels of a picture -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_PLOTS_PLOTLAYOUT_H
#define GPUPERF_GPUMODEL_CALIBRATION_PLOTS_PLOTLAYOUT_H

#include "gpumodel/calibration/derive/Series.h"
#include <map>
#include <string>
#include <vector>

namespace gpuperf::calibration {

struct PlotCurve {
  std::string Label;
  std::vector<Point> Points;
};

/// How the dots of one GPU look.
struct PlotMark {
  std::string Label;  ///< in the legend
  std::string Colour; ///< or a class
  size_t Shape = 0;
};

struct PlotDot {
  size_t Mark = 0; ///< of the panel's
  double Value = 0;
};

/// A value with its spread, or a dot per GPU.
struct PlotRow {
  std::string Label;
  double Value = 0, Low = 0, High = 0;
  std::vector<PlotDot> Dots; ///< instead of a bar; the last one is on top
  std::string Note{};        ///< written behind the row
};

struct PlotPanel {
  enum class Kind : uint8_t { Curves, Dots, Rows, Heat } What = Kind::Curves;
  std::string Title, XName, YName;
  std::vector<PlotCurve> Curves;
  std::vector<PlotRow> Rows;
  std::string NoteName;        ///< above the rows' notes
  std::vector<PlotMark> Marks; ///< of the dots
  /// Rows: what the axis covers, else all; dots beyond stand at its ends.
  std::vector<double> Shown;
  /// Heat: YName's value and XName's value to the colour.
  std::map<std::pair<double, double>, double> Cells;
  std::string CellName;
};

/// The panels one below the other. Curves of the same
/// quantities have the same axes.
std::string drawPanels(const std::string &Title, const std::string &Subtitle,
                       const std::vector<PlotPanel> &Panels);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_PLOTS_PLOTLAYOUT_H
