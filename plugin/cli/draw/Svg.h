//===- Svg.h - The parts that the pictures are made of ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_DRAW_SVG_H
#define GPUPERF_PLUGIN_CLI_DRAW_SVG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

/// Elements of a picture, each as a line of SVG. Lengths are in pixels.
namespace gpuperf::svg {

/// Colours of what is the same in every picture: text, text of less weight, the
/// lines of a grid.
inline constexpr const char *Ink = "#24292f", *Faint = "#6a737d",
                            *Rule = "#e3e6ea";

/// The start of a picture with a white ground; `</svg>` ends it.
std::string begin(double Width, double Height);
/// \p Style holds further attributes: "font-size=\"11\"".
std::string text(double X, double Y, llvm::StringRef Text,
                 llvm::StringRef Style = "", const char *Fill = Ink);
/// With \p Tip: what is told where the mouse stands on it.
std::string rect(double X, double Y, double W, double H, const char *Fill,
                 llvm::StringRef Tip = "");
std::string line(double X1, double Y1, double X2, double Y2, const char *Stroke,
                 double StrokeWidth = 1);

/// A picture of panels, one below the other, each with height() and
/// draw(stream, top).
template <class PanelT>
void printPanels(llvm::raw_ostream &OS, llvm::ArrayRef<PanelT> Panels,
                 double Width) {
  double Top = 4, Height = 2 * Top;
  for (const PanelT &P : Panels)
    Height += P.height();
  OS << begin(Width, Height);
  for (const PanelT &P : Panels) {
    P.draw(OS, Top);
    Top += P.height();
  }
  OS << "</svg>\n";
}

/// Lines of at most \p Most characters, broken between words.
std::vector<std::string> wrapped(llvm::StringRef Text, size_t Most);
/// 1, 2 or 5 times a power of ten: about \p Wanted steps up to \p Most.
double niceStep(double Most, double Wanted);

} // namespace gpuperf::svg

#endif // GPUPERF_PLUGIN_CLI_DRAW_SVG_H
