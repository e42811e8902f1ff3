//===- HtmlPictures.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/HtmlPictures.h"
#include "analysis/report/VendorWords.h"
#include "analysis/report/Wording.h"
#include "plugin/cli/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
namespace json = llvm::json;
using llvm::formatv;
using llvm::StringRef;

std::string gpuperf::escapedHtml(StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  llvm::printHTMLEscaped(json::fixUTF8(Text), OS);
  return Out;
}

static std::string text(double X, double Y, StringRef Text,
                        StringRef Attributes = "") {
  return formatv("<text x=\"{0:f1}\" y=\"{1:f1}\"{2}>{3}</text>\n", X, Y,
                 Attributes.empty() ? "" : (" " + Attributes).str(),
                 escapedHtml(Text));
}

static std::string line(double X1, double Y1, double X2, double Y2,
                        StringRef Class) {
  return formatv("<line class=\"{4}\" x1=\"{0:f1}\" y1=\"{1:f1}\" "
                 "x2=\"{2:f1}\" y2=\"{3:f1}\"/>\n",
                 X1, Y1, X2, Y2, Class);
}

static std::string picture(double Width, double Height, StringRef What,
                           StringRef Inside) {
  return formatv("<svg width=\"{0:f0}\" height=\"{1:f0}\" role=\"img\" "
                 "aria-label=\"{2}\">\n{3}</svg>\n",
                 Width, Height, escapedHtml(What), Inside);
}

static std::string blockText(const json::Object &O) {
  const json::Array *A = O.getArray("block");
  if (!A || A->size() != 3)
    return "?";
  auto At = [&](size_t I) {
    return static_cast<uint32_t>((*A)[I].getAsInteger().value_or(1));
  };
  return formatDim({At(0), At(1), At(2)});
}

std::string gpuperf::sweepPicture(const json::Object &Launch) {
  const json::Array *All = Launch.getArray("sweep");
  if (!All || All->size() < 2)
    return "";
  constexpr double Left = 84, Plot = 320, RowHeight = 20;
  // Where a size is assumed, a launch is told without a band.
  const bool WithBands = Launch.getNumber("time_us_low").has_value();
  double Longest = 0;
  for (const json::Value &V : *All)
    if (const json::Object *C = V.getAsObject())
      Longest = std::max(
          Longest,
          C->getNumber(WithBands ? "time_us_high" : "time_us").value_or(0));
  if (!(Longest > 0))
    return "";
  std::string Rows;
  double Y = 0;
  for (const json::Value &V : *All) {
    const json::Object *C = V.getAsObject();
    if (!C)
      continue;
    auto At = [&](StringRef Key) {
      return Left + Plot * C->getNumber(Key).value_or(0) / Longest;
    };
    const bool Asked = C->getBoolean("asked").value_or(false),
               Advised = C->getBoolean("recommended").value_or(false),
               Same = C->getBoolean("same_result").value_or(false);
    Rows += text(Left - 8, Y + 14, blockText(*C), "text-anchor=\"end\"");
    Rows += formatv("<rect class=\"{0}\" x=\"{1:f1}\" y=\"{2:f1}\" "
                    "width=\"{3:f1}\" height=\"13\"/>\n",
                    Asked     ? "asked"
                    : Advised ? "advised"
                    : Same    ? "bar"
                              : "pale",
                    Left, Y + 3, std::max(1.0, At("time_us") - Left))
                .str();
    if (WithBands)
      Rows +=
          line(At("time_us_low"), Y + 9.5, At("time_us_high"), Y + 9.5, "band");
    std::string Said = formatTimeUs(C->getNumber("time_us").value_or(0));
    if (Asked)
      Said += ", in the source";
    else if (Advised)
      Said += ", advised";
    else if (!Same)
      Said += ", not proven to compute the same";
    Rows += text(Left + Plot + 12, Y + 14, Said);
    Y += RowHeight;
  }
  const Vendor Maker = makerOf(Launch);
  return inWordsOf(Maker, "<h3>With other blocks</h3>\n") +
         picture(Left + Plot + 300, Y + 4,
                 inWordsOf(Maker, "predicted time by block"), Rows);
}

std::string gpuperf::lawPicture(const json::Object &Launch) {
  const json::Object *Law = Launch.getObject("law");
  if (!Law)
    return "";
  const double Fixed = Law->getNumber("fixed_us").value_or(0),
               PerUnit = Law->getNumber("per_unit_us").value_or(0),
               From = Law->getNumber("from").value_or(0),
               To = Law->getNumber("to").value_or(0);
  auto TimeAt = [&](double Size) { return Fixed + PerUnit * Size; };
  const double Most = std::max(TimeAt(From), TimeAt(To));
  if (!(To > From) || !(Most > 0))
    return "";
  const std::string Name = Law->getString("name").value_or("?").str();
  constexpr double Left = 84, Plot = 320, Top = 12, Height = 120;
  constexpr double Bottom = Top + Height;
  auto X = [&](double Size) {
    return Left + Plot * (Size - From) / (To - From);
  };
  auto Y = [&](double TimeUs) { return Bottom - Height * TimeUs / Most; };
  std::string In;
  In += line(Left, Bottom, Left + Plot, Bottom, "axis");
  In += line(Left, Top, Left, Bottom, "axis");
  In += line(X(From), Y(TimeAt(From)), X(To), Y(TimeAt(To)), "law");
  In += text(Left - 8, Y(Most) + 4, formatTimeUs(Most), "text-anchor=\"end\"");
  In += text(Left - 8, Bottom, "0", "text-anchor=\"end\"");
  In += text(Left, Bottom + 18, formatNumber(From));
  In += text(Left + Plot, Bottom + 18, formatNumber(To), "text-anchor=\"end\"");
  In += text(Left + Plot / 2, Bottom + 18, Name, "text-anchor=\"middle\"");
  // What the time that is told was predicted for.
  if (const json::Array *Assumed = Launch.getArray("assumed"))
    for (const json::Value &V : *Assumed) {
      const json::Object *A = V.getAsObject();
      const auto Value = A ? A->getNumber("value") : std::nullopt;
      if (!Value || A->getString("name") != Name || *Value < From ||
          *Value > To)
        continue;
      In += formatv("<circle class=\"here\" cx=\"{0:f1}\" cy=\"{1:f1}\" "
                    "r=\"4\"/>\n",
                    X(*Value), Y(TimeAt(*Value)))
                .str();
      In += text(X(*Value) + 8, Y(TimeAt(*Value)) + 14,
                 formatTimeUs(TimeAt(*Value)) + " at " + formatNumber(*Value));
      break;
    }
  return formatv("<h3>With another {0}</h3>\n"
                 "<p>{1} + {2} per {0}.</p>\n",
                 escapedHtml(Name), formatTimeUs(Fixed), formatRate(PerUnit))
             .str() +
         picture(Left + Plot + 160, Bottom + 24, "time over " + Name, In);
}
