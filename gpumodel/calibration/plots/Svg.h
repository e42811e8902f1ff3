//===- Svg.h - Shapes and axes of a picture ---------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pixels grow to the right and down. Paper, ink and rules follow the reader's
// light or dark scheme; the colours of curves can be read on both.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_CALIBRATION_PLOTS_SVG_H
#define GPUPERF_GPUMODEL_CALIBRATION_PLOTS_SVG_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>
#include <vector>

namespace gpuperf::calibration {

enum class Align : uint8_t { Start, Middle, End };

struct Pixel {
  double X = 0, Y = 0;
};

class Svg {
public:
  /// \p Class: ink, faint, or a colour. \p Turned: reads upwards.
  void text(Pixel At, llvm::StringRef Text, Align A = Align::Start,
            llvm::StringRef Class = "ink", double Size = 12,
            bool Turned = false);
  void line(Pixel From, Pixel To, llvm::StringRef Class, double Width = 1);
  void way(const std::vector<Pixel> &Points, llvm::StringRef Colour);
  void area(const std::vector<Pixel> &Points, llvm::StringRef Colour);
  void rect(Pixel At, double Width, double Height, llvm::StringRef Colour);
  /// \p Shape: a circle, a square, a triangle, a rhombus, then again.
  void dot(Pixel At, double Radius, llvm::StringRef Colour, size_t Shape = 0);

  /// The whole file.
  std::string finish(double Width, double Height, llvm::StringRef Title) const;

private:
  std::string Body;
};

/// The I-th of ten colours that can be told apart; the eleventh is the first.
llvm::StringRef curveColour(size_t I);
/// A colour for a share from 0 (dark) to 1 (bright), as "#rrggbb".
std::string heatColour(double Share);
/// Text on that colour.
llvm::StringRef inkOn(double Share);

/// Values to shares of a length.
struct Axis {
  double Min = 0, Max = 1;
  bool Log = false;
  bool Bytes = false; ///< ticks are powers of two, "32 KiB"
  std::string Label;

  /// A share from 0 to 1, also for values beyond the axis.
  double place(double Value) const;
  /// Adds room at both ends, \p Share of the length each.
  void widen(double Share);
  /// Where ticks stand, and what they say.
  std::vector<std::pair<double, std::string>> ticks() const;
};

/// An axis for \p Values named \p Name ("footprint_bytes"): in powers where
/// they span much, else from 0 on (from the smallest on if \p MayCut).
Axis axisFor(llvm::StringRef Name, const std::vector<double> &Values,
             bool MayCut);

/// "cycles per load" of "cycles_per_load".
std::string words(llvm::StringRef Name);
/// "1.5", "12,000" is "12000": up to four digits, or \p Digits.
std::string shortNumber(double Value, int Digits = 4);
/// An upper bound of a text's width in pixels, as the reader's font is not
/// known.
double textWidth(llvm::StringRef Text, double Size);
/// \p Text if it fits into \p Room pixels, else its beginning and its end,
/// because names that begin alike differ at their ends.
std::string clipped(llvm::StringRef Text, double Room, double Size);

} // namespace gpuperf::calibration

#endif // GPUPERF_GPUMODEL_CALIBRATION_PLOTS_SVG_H
