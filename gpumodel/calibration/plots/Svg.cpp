//===- Svg.cpp ------------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/plots/Svg.h"
#include "gpumodel/calibration/derive/Derive.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using llvm::StringRef;

namespace gpuperf::calibration {
namespace {

/// Control characters are not allowed in XML.
std::string escaped(StringRef Text) {
  std::string Plain = Text.str(), Out;
  for (char &C : Plain)
    if (static_cast<unsigned char>(C) < 32)
      C = ' ';
  llvm::raw_string_ostream OS(Out);
  llvm::printHTMLEscaped(Plain, OS);
  return Out;
}

/// A fill or a stroke: by class, or a colour of its own.
std::string paint(StringRef What, StringRef Class) {
  if (Class.starts_with("#"))
    return fmt::format("{}=\"{}\"", What.str(), Class.str());
  return fmt::format("class=\"{}\"", Class.str());
}

std::string pointList(const std::vector<Pixel> &Points) {
  std::string Out;
  for (const Pixel &P : Points)
    Out += fmt::format("{}{:.1f},{:.1f}", Out.empty() ? "" : " ", P.X, P.Y);
  return Out;
}

constexpr const char *Style =
    "<style>\n"
    ".paper{fill:#ffffff}.ink{fill:#24292f}.faint{fill:#57606a}\n"
    ".rule{stroke:#e3e6ea}.axis{stroke:#57606a}\n"
    "@media (prefers-color-scheme: dark){\n"
    ".paper{fill:#0d1117}.ink{fill:#e6edf3}.faint{fill:#9aa4ae}\n"
    ".rule{stroke:#2b323b}.axis{stroke:#9aa4ae}}\n"
    "</style>\n";

/// 1, 2 or 5 times a power of ten: about \p Wanted steps over \p Range.
double niceStep(double Range, double Wanted) {
  const double Raw = Range / Wanted;
  const double Power = std::pow(10, std::floor(std::log10(Raw)));
  for (double Factor : {1.0, 2.0, 5.0})
    if (Factor * Power >= Raw * (1 - 1e-9))
      return Factor * Power;
  return 10 * Power;
}

} // namespace

void Svg::text(Pixel At, StringRef Text, Align A, StringRef Class, double Size,
               bool Turned) {
  const char *Anchor = A == Align::Start    ? "start"
                       : A == Align::Middle ? "middle"
                                            : "end";
  Body += fmt::format(
      "<text x=\"{0:.1f}\" y=\"{1:.1f}\" {2} text-anchor=\"{3}\" "
      "font-size=\"{4:g}\"{5}>{6}</text>\n",
      At.X, At.Y, paint("fill", Class), Anchor, Size,
      Turned
          ? fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", At.X, At.Y)
          : "",
      escaped(Text));
}

void Svg::line(Pixel From, Pixel To, StringRef Class, double Width) {
  Body +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
                  "y2=\"{:.1f}\" {} stroke-width=\"{:g}\"/>\n",
                  From.X, From.Y, To.X, To.Y, paint("stroke", Class), Width);
}

void Svg::way(const std::vector<Pixel> &Points, StringRef Colour) {
  if (Points.size() > 1)
    Body += fmt::format("<polyline points=\"{}\" fill=\"none\" {} "
                        "stroke-width=\"1.8\" stroke-linejoin=\"round\"/>\n",
                        pointList(Points), paint("stroke", Colour));
}

void Svg::area(const std::vector<Pixel> &Points, StringRef Colour) {
  Body += fmt::format("<polygon points=\"{}\" {} fill-opacity=\"0.22\"/>\n",
                      pointList(Points), paint("fill", Colour));
}

void Svg::rect(Pixel At, double Width, double Height, StringRef Colour) {
  Body += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                      "height=\"{:.1f}\" {}/>\n",
                      At.X, At.Y, Width, Height, paint("fill", Colour));
}

void Svg::dot(Pixel At, double Radius, StringRef Colour, size_t Shape) {
  const double R = Radius;
  std::vector<Pixel> Corners;
  switch (Shape % 4) {
  case 0:
    Body += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" {}/>\n",
                        At.X, At.Y, R, paint("fill", Colour));
    return;
  case 1:
    Corners = {{-R, -R}, {R, -R}, {R, R}, {-R, R}};
    break;
  case 2:
    Corners = {{0, -1.3 * R}, {1.2 * R, R}, {-1.2 * R, R}};
    break;
  default:
    Corners = {{0, -1.5 * R}, {1.5 * R, 0}, {0, 1.5 * R}, {-1.5 * R, 0}};
  }
  for (Pixel &C : Corners)
    C = {At.X + C.X, At.Y + C.Y};
  Body += fmt::format("<polygon points=\"{}\" {}/>\n", pointList(Corners),
                      paint("fill", Colour));
}

std::string Svg::finish(double Width, double Height, StringRef Title) const {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                     "width=\"{0:.0f}\" height=\"{1:.0f}\" "
                     "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, "
                     "Arial, sans-serif\">\n<title>{2}</title>\n{3}"
                     "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" "
                     "class=\"paper\"/>\n{4}</svg>\n",
                     Width, Height, escaped(Title), Style, Body);
}

StringRef curveColour(size_t I) {
  static constexpr const char *Colours[] = {
      "#3b82c4", "#e8832a", "#35a05a", "#d6504c", "#9a6fd0",
      "#a9755a", "#db6fb5", "#8a9099", "#a8a02a", "#1fa7b8"};
  return Colours[I % std::size(Colours)];
}

std::string heatColour(double Share) {
  // Dark blue over green to yellow: lightness rises all the way.
  static constexpr double Stops[][3] = {{40, 30, 90},
                                        {48, 103, 141},
                                        {53, 160, 120},
                                        {150, 205, 85},
                                        {250, 230, 60}};
  constexpr int Last = static_cast<int>(std::size(Stops)) - 1;
  double At = std::clamp(Share, 0.0, 1.0) * Last;
  int Below = std::min(static_cast<int>(At), Last - 1);
  int Rgb[3];
  for (int I = 0; I < 3; ++I)
    Rgb[I] = static_cast<int>(
        std::lround(Stops[Below][I] +
                    (Stops[Below + 1][I] - Stops[Below][I]) * (At - Below)));
  return fmt::format("#{:02x}{:02x}{:02x}", Rgb[0], Rgb[1], Rgb[2]);
}

StringRef inkOn(double Share) { return Share > 0.55 ? "#16202a" : "#f4f7fa"; }

std::string words(StringRef Name) {
  std::string Text = Name.str();
  std::replace(Text.begin(), Text.end(), '_', ' ');
  if (size_t At = Text.find("gbps"); At != std::string::npos)
    Text.replace(At, 4, "GB/s");
  return Text;
}

std::string shortNumber(double Value, int Digits) {
  if (!std::isfinite(Value))
    return "-";
  if (std::abs(Value) >= 1e4 && std::abs(Value) < 1e7)
    Digits =
        std::max(Digits, static_cast<int>(std::log10(std::abs(Value))) + 1);
  return fmt::format("{:.{}g}", Value, Digits);
}

double textWidth(StringRef Text, double Size) {
  double Ems = 0;
  for (char C : Text) {
    if (static_cast<unsigned char>(C) >= 0x80)
      Ems += 0.34; // a byte of two to four
    else if (StringRef("il.,:;'|!fjtrI()[] -").contains(C))
      Ems += 0.4;
    else if (StringRef("mwMW@%").contains(C))
      Ems += 0.98;
    else
      Ems += llvm::isUpper(C) ? 0.76 : 0.63;
  }
  return Ems * Size;
}

std::string clipped(StringRef Text, double Room, double Size) {
  if (textWidth(Text, Size) <= Room)
    return Text.str();
  // The text is cut between letters, as half of a UTF-8 letter is invalid XML.
  std::vector<StringRef> Letters;
  for (size_t I = 0; I < Text.size();) {
    size_t End = I + 1;
    while (End < Text.size() &&
           (static_cast<unsigned char>(Text[End]) & 0xc0) == 0x80)
      ++End;
    Letters.push_back(Text.slice(I, End));
    I = End;
  }
  Room -= textWidth("...", Size);
  std::string Head, Tail;
  for (size_t Taken = 0; Taken < Letters.size(); ++Taken) {
    bool ToHead = Taken % 2 == 0;
    StringRef Next =
        ToHead ? Letters[Taken / 2] : Letters[Letters.size() - 1 - Taken / 2];
    Room -= textWidth(Next, Size);
    if (Room < 0)
      break;
    if (ToHead)
      Head += Next;
    else
      Tail = Next.str() + Tail;
  }
  return Head + "..." + Tail;
}

double Axis::place(double Value) const {
  // Halves and logarithms are subtracted, because differences of huge values
  // overflow.
  const double Share = !Log        ? (Value / 2 - Min / 2) / (Max / 2 - Min / 2)
                       : Value > 0 ? (std::log(Value) - std::log(Min)) /
                                         (std::log(Max) - std::log(Min))
                                   : 0;
  return std::isnan(Share) ? 0 : std::clamp(Share, 0.0, 1.0);
}

void Axis::widen(double Share) {
  if (Log) {
    const double Factor = std::exp(Share * (std::log(Max) - std::log(Min)));
    Min /= Factor;
    Max *= Factor;
    return;
  }
  const double Margin = Share * (Max - Min);
  Min -= Margin;
  Max += Margin;
}

std::vector<std::pair<double, std::string>> Axis::ticks() const {
  std::vector<std::pair<double, std::string>> Found;
  auto Add = [this, &Found](double V) {
    if (V >= Min * (1 - 1e-9) && V <= Max * (1 + 1e-9))
      Found.emplace_back(V, Bytes ? bytesText(V) : shortNumber(V));
  };
  if (!Log) {
    double Step = niceStep(Max - Min, 6);
    // As many digits as neighbouring ticks need to differ.
    const double Largest = std::max(std::abs(Min), std::abs(Max));
    const int Digits = std::max(
        4, 1 + static_cast<int>(std::ceil(std::log10(Largest / Step) - 1e-9)));
    for (int I = 0; I <= 20; ++I)
      if (double V = (std::floor(Min / Step) + I) * Step;
          V >= Min - 1e-9 * Step && V <= Max + 1e-9 * Step)
        Found.emplace_back(V, Bytes ? bytesText(V) : shortNumber(V, Digits));
    return Found;
  }
  double Base = Bytes || Max / Min < 2000 ? 2 : 10;
  double First = std::floor(std::log(Min) / std::log(Base));
  double Last = std::ceil(std::log(Max) / std::log(Base));
  int Every = std::max(1, static_cast<int>(std::ceil((Last - First) / 10)));
  for (double Power = First; Power <= Last; Power += Every)
    Add(std::pow(Base, Power));
  return Found;
}

Axis axisFor(StringRef Name, const std::vector<double> &Values, bool MayCut) {
  Axis A;
  A.Label = words(Name);
  A.Bytes = Name.ends_with("bytes");
  // Numbers to compute with: their range is finite, and its steps differ.
  constexpr double Largest = 1e300, Smallest = 1e-290;
  std::vector<double> Usable;
  for (double V : Values)
    if (std::isfinite(V))
      Usable.push_back(
          std::abs(V) < Smallest ? 0 : std::clamp(V, -Largest, Largest));
  if (Usable.empty())
    return A;
  double Low = *llvm::min_element(Usable), High = *llvm::max_element(Usable);
  A.Log = Low > 1e-30 && High / Low >= (A.Bytes || MayCut ? 16 : 100);
  if (A.Log) {
    A.Min = MayCut ? Low : Low / 1.2;
    A.Max = MayCut ? High : High * 1.2;
    return A;
  }
  A.Min = std::min(0.0, Low);
  A.Max = MayCut ? High : std::max(0.0, High);
  if (MayCut && Low > 0.5 * High)
    A.Min = Low;
  const double Size = std::max(std::abs(Low), std::abs(High));
  if (A.Max - A.Min <= 1e-9 * Size) { // one value: in the middle
    A.Min = Low < 0 ? 2 * Low : 0;
    A.Max = Low < 0 ? 0 : 2 * Low;
  }
  if (A.Max <= A.Min)
    A.Max = A.Min + 1;
  if (!MayCut)
    A.Max = A.Min + 1.06 * (A.Max - A.Min);
  return A;
}

} // namespace gpuperf::calibration
