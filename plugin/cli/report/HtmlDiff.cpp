//===- HtmlDiff.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/HtmlDiff.h"
#include "analysis/report/Wording.h"
#include "plugin/cli/report/HtmlPictures.h"
#include "plugin/cli/report/ReportDiff.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
namespace json = llvm::json;
using llvm::formatv;
using llvm::StringRef;

static std::string timeOf(const json::Object *O) {
  const auto Time = O ? O->getNumber("time_us") : std::nullopt;
  return Time ? formatTimeUs(*Time) : "none";
}

static StringRef wordOf(ChangeKind Kind) {
  switch (Kind) {
  case ChangeKind::Slower:
    return "slower";
  case ChangeKind::Faster:
    return "faster";
  case ChangeKind::LostTime:
    return "lost its time";
  case ChangeKind::New:
    return "new";
  case ChangeKind::Gone:
    return "gone";
  case ChangeKind::GotTime:
    return "got a time";
  default:
    return "";
  }
}

std::string gpuperf::diffHtml(
    const Report &Base, const Report &Head,
    llvm::function_ref<std::string(const json::Object &)> AddressOf) {
  std::string Rows;
  size_t Slower = 0, Faster = 0, Quiet = 0;
  for (const LaunchChange &C : compareReports(Base, Head)) {
    Slower += C.Kind == ChangeKind::Slower;
    Faster += C.Kind == ChangeKind::Faster;
    const StringRef Word = wordOf(C.Kind);
    if (Word.empty()) {
      ++Quiet;
      continue;
    }
    const std::string Name = escapedHtml(nameOfLaunch(C.any(), false));
    std::string Change = Word.str();
    if (C.Kind == ChangeKind::Slower || C.Kind == ChangeKind::Faster)
      Change += formatv(" x {0} ({1} to {2})", formatNumber(C.Ratio.Value),
                        formatNumber(C.Ratio.Lo), formatNumber(C.Ratio.Hi))
                    .str();
    Rows += formatv("<tr><td>{0}</td><td>{1}</td><td>{2}</td>"
                    "<td class=\"number\">{3} -&gt; {4}</td><td>{5}</td>"
                    "<td>{6}</td></tr>\n",
                    C.Head ? formatv("<a href=\"{0}\">{1}</a>",
                                     AddressOf(*C.Head), Name)
                                 .str()
                           : Name,
                    escapedHtml(C.any().getString("file").value_or("")),
                    escapedHtml(C.any().getString("gpu").value_or("")),
                    timeOf(C.Base), timeOf(C.Head), Change,
                    escapedHtml(llvm::join(C.Causes, "; ")))
                .str();
  }
  std::string Out =
      formatv("<h2>What changed</h2>\n<p>{0} slower, {1} faster; {2} unchanged "
              "or within the band of the comparison.</p>\n",
              Slower, Faster, Quiet);
  if (!Rows.empty())
    Out += "<table>\n<tr><th>launch</th><th>file</th><th>GPU</th>"
           "<th class=\"number\">before -&gt; after</th><th>change (band)</th>"
           "<th>cause</th></tr>\n" +
           Rows + "</table>\n";
  return Out + "<h2>All launches</h2>\n";
}
