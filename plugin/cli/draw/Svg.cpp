//===- Svg.cpp ------------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/draw/Svg.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fmt/format.h>

using namespace gpuperf;

static std::string escaped(llvm::StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  llvm::printHTMLEscaped(Text, OS);
  return Out;
}

std::string svg::begin(double Width, double Height) {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                     "height=\"{1:.0f}\" viewBox=\"0 0 {0} {1:.0f}\" "
                     "font-family=\"Helvetica, Arial, sans-serif\" "
                     "font-size=\"12\">\n"
                     "<rect width=\"{0}\" height=\"{1:.0f}\" "
                     "fill=\"white\"/>\n",
                     Width, Height);
}

std::string svg::text(double X, double Y, llvm::StringRef Text,
                      llvm::StringRef Style, const char *Fill) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\"{}{}>{}"
                     "</text>\n",
                     X, Y, Fill, Style.empty() ? "" : " ", Style.str(),
                     escaped(Text));
}

std::string svg::rect(double X, double Y, double W, double H, const char *Fill,
                      llvm::StringRef Tip) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                     "height=\"{:.1f}\" rx=\"1.5\" fill=\"{}\"{}\n",
                     X, Y, W, H, Fill,
                     Tip.empty()
                         ? std::string("/>")
                         : "><title>" + escaped(Tip) + "</title></rect>");
}

std::string svg::line(double X1, double Y1, double X2, double Y2,
                      const char *Stroke, double StrokeWidth) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
                     "y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                     X1, Y1, X2, Y2, Stroke, StrokeWidth);
}

std::vector<std::string> svg::wrapped(llvm::StringRef Text, size_t Most) {
  std::vector<std::string> Lines(1);
  for (llvm::StringRef Word : llvm::split(Text, ' ')) {
    if (!Lines.back().empty() && Lines.back().size() + 1 + Word.size() > Most)
      Lines.emplace_back();
    if (!Lines.back().empty())
      Lines.back() += ' ';
    Lines.back() += Word;
  }
  return Lines;
}

double svg::niceStep(double Most, double Wanted) {
  const double Raw = Most / Wanted;
  const double Power = std::pow(10, std::floor(std::log10(Raw)));
  for (double Factor : {1.0, 2.0, 5.0})
    if (Factor * Power >= Raw)
      return Factor * Power;
  return 10 * Power;
}
