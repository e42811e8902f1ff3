//===- Html.cpp -----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/Html.h"
#include "analysis/report/VendorWords.h"
#include "analysis/report/Wording.h"
#include "plugin/cli/report/HtmlDiff.h"
#include "plugin/cli/report/HtmlPictures.h"
#include "plugin/cli/report/ReportDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace gpuperf;
namespace json = llvm::json;
using llvm::formatv;
using llvm::StringRef;

static constexpr StringRef Style = R"(:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #1c2024; background: #fff; }
a { color: #0b5cad; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #d8dde3; vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .6rem .8rem; background: #f3f5f7; border-radius: 4px; }
pre b { background: #ffe9a8; color: #1c2024; }
svg { overflow: visible; }
svg text { font: 12px system-ui, sans-serif; fill: #1c2024; }
svg .bar { fill: #3b82c4; } svg .band { stroke: #4a545e; }
svg .asked { fill: #d9822b; } svg .advised { fill: #2a8f57; } svg .pale { fill: #b9cbe0; }
svg .axis { stroke: #8a949e; } svg .law { stroke: #3b82c4; stroke-width: 2; } svg .here { fill: #d9822b; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
.faint { color: #66707a; }
@media (prefers-color-scheme: dark) {
  body { color: #e4e7ea; background: #15181b; }
  a { color: #7ab8f5; }
  th, td { border-color: #343a40; }
  pre { background: #1e2327; } pre b { background: #5a4a12; color: #f4f1e6; }
  svg text { fill: #e4e7ea; } svg .bar { fill: #5b9bd5; } svg .band { stroke: #cdd3d9; }
  svg .advised { fill: #3fb574; } svg .pale { fill: #3d5066; } svg .law { stroke: #5b9bd5; }
  .faint { color: #99a3ad; }
}
)";

static std::string textOf(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

static std::string escaped(StringRef Text) { return escapedHtml(Text); }

/// Six digits that stand for \p Text.
static std::string shortHash(StringRef Text) {
  return llvm::utohexstr(llvm::xxh3_64bits(Text), /*LowerCase=*/true, 16)
      .substr(0, 6);
}

/// Where a launch stands on its page. Instances of a template are launched on
/// one line.
static std::string anchor(const json::Object &O) {
  return formatv(
      "l{0}-{1}", O.getInteger("line").value_or(0),
      shortHash(nameOfLaunch(O, /*WithGpu=*/true) + textOf(O, "model")));
}

std::string gpuperf::pageName(StringRef File) {
  std::string Name;
  for (char C : File)
    Name += llvm::isAlnum(C) || C == '.' || C == '-' ? C : '_';
  // Two files may differ in characters that a page's name cannot have.
  return formatv("{0}-{1}.html", Name, shortHash(File));
}

static std::string head(StringRef Title, StringRef UpToStyle) {
  return formatv("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                 "<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width\">\n"
                 "<title>{0}</title>\n"
                 "<link rel=\"stylesheet\" href=\"{1}style.css\">\n"
                 "</head>\n<body>\n<h1>{0}</h1>\n",
                 escaped(Title), UpToStyle);
}

static std::string timeText(const json::Object &O) {
  const auto Time = O.getNumber("time_us");
  if (!Time)
    return "no time";
  const auto Low = O.getNumber("time_us_low"),
             High = O.getNumber("time_us_high");
  if (Low && High)
    return formatTimeBand(Estimate{*Low, *Time, *High, {}});
  if (const json::Object *Law = O.getObject("law"))
    return formatv("{0}, growing with {1}", formatTimeUs(*Time),
                   textOf(*Law, "name"));
  return formatTimeUs(*Time) + ", at an assumed size";
}

static std::string shapeText(const json::Object &O) {
  auto Dim = [&](StringRef Name) -> std::string {
    const json::Array *A = O.getArray(Name);
    if (!A || A->size() != 3)
      return "?";
    auto At = [&](size_t I) {
      return static_cast<uint32_t>((*A)[I].getAsInteger().value_or(1));
    };
    return formatDim({At(0), At(1), At(2)});
  };
  return "<<<" + Dim("grid") + ", " + Dim("block") + ">>>";
}

/// A horizontal bar of \p Share, 0 to 1, of the width.
static std::string bar(double Share) {
  return formatv("<svg width=\"160\" height=\"12\" role=\"img\">"
                 "<rect class=\"bar\" width=\"{0}\" height=\"12\"/></svg>",
                 std::max(1, static_cast<int>(160 * Share)));
}

/// What the time consists of, the longest first.
static std::string terms(const json::Object &O) {
  const json::Object *Parts = O.getObject("components_us");
  if (!Parts)
    return "";
  std::vector<std::pair<double, std::string>> Sorted;
  for (const auto &[Name, V] : *Parts)
    if (double T = V.getAsNumber().value_or(0); T > 0)
      Sorted.emplace_back(T, Name.str());
  llvm::sort(Sorted, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first > B.first : A.second < B.second;
  });
  // What takes less than a hundredth of the longest says nothing.
  std::string Rows;
  int Y = 0;
  for (const auto &[Time, Name] : Sorted) {
    if (Time < 0.01 * Sorted.front().first)
      break;
    Rows += formatv("<text x=\"0\" y=\"{0}\">{1}</text>"
                    "<rect class=\"bar\" x=\"80\" y=\"{2}\" width=\"{3}\" "
                    "height=\"12\"/><text x=\"{4}\" y=\"{0}\">{5}</text>\n",
                    Y + 13, escaped(Name), Y + 3,
                    std::max(
                        1, static_cast<int>(360 * Time / Sorted.front().first)),
                    448, formatTimeUs(Time))
                .str();
    Y += 20;
  }
  return formatv("<svg width=\"540\" height=\"{0}\" role=\"img\">\n{1}</svg>\n",
                 Y + 4, Rows);
}

/// The lines of the source around a launch.
static std::string excerpt(StringRef Source, int64_t Line) {
  if (Source.empty() || Line <= 0)
    return "";
  constexpr int64_t Around = 3;
  std::string Out = "<pre>";
  int64_t At = 0;
  for (StringRef Text : llvm::split(Source, '\n')) {
    ++At;
    if (At < Line - Around || At > Line + Around)
      continue;
    const std::string Shown =
        formatv("{0,5}  {1}", At, escaped(Text.rtrim('\r')));
    Out += (At == Line ? "<b>" + Shown + "</b>" : Shown) + "\n";
  }
  return Out + "</pre>\n";
}

static std::string launchHtml(const json::Object &O, StringRef Source) {
  std::string Out = formatv(
      "<h2 id=\"{0}\">{1} {2}</h2>\n<p class=\"faint\">line {3}, on {4}</p>\n",
      anchor(O), escaped(nameOfLaunch(O, false)), escaped(shapeText(O)),
      O.getInteger("line").value_or(0), escaped(textOf(O, "gpu")));
  Out += excerpt(Source, O.getInteger("line").value_or(0));
  if (!O.getNumber("time_us"))
    return Out +
           formatv("<p>No time: {0}</p>\n", escaped(textOf(O, "error"))).str();
  Out += inWordsOf(
      makerOf(O),
      formatv("<p><strong>{0}</strong>, bound by {1}; occupancy {2}, "
              "{3} registers, {4} waves",
              escaped(timeText(O)), escaped(textOf(O, "bound")),
              formatPercent(O.getNumber("occupancy").value_or(0)),
              formatNumber(O.getNumber("registers_per_thread").value_or(0)),
              formatNumber(O.getNumber("waves").value_or(0)))
          .str());
  if (const auto Count = O.getInteger("count"))
    Out += *Count == 1 ? std::string("; a run makes it once")
                       : formatv("; a run makes it {0} times", *Count).str();
  Out += "</p>\n" + terms(O) + lawPicture(O) + sweepPicture(O);
  const json::Array *Clauses = O.getArray("assumptions");
  if (Clauses && !Clauses->empty()) {
    Out += "<p>Assumed:</p>\n<ul>\n";
    for (const json::Value &V : *Clauses)
      Out += "<li>" + escaped(V.getAsString().value_or("")) + "</li>\n";
    Out += "</ul>\n";
  }
  return Out;
}

static llvm::Error write(const llvm::Twine &Path, StringRef Text) {
  std::error_code Why;
  llvm::raw_fd_ostream OS(Path.str(), Why);
  if (!Why)
    OS << Text;
  OS.close();
  if (!Why)
    Why = OS.error();
  OS.clear_error();
  return Why ? llvm::createStringError("--html: " + Path +
                                       ": cannot be written: " + Why.message())
             : llvm::Error::success();
}

/// The table of all launches, the longest first.
static std::string summary(const Report &R, const Report *Base) {
  std::vector<const json::Object *> Sorted;
  double Most = 0;
  size_t Timed = 0;
  for (const json::Object &O : R.Launches) {
    Sorted.push_back(&O);
    Timed += O.getNumber("time_us").has_value();
    Most = std::max(Most, O.getNumber("time_us").value_or(0));
  }
  llvm::stable_sort(Sorted, [](const json::Object *A, const json::Object *B) {
    return A->getNumber("time_us").value_or(-1) >
           B->getNumber("time_us").value_or(-1);
  });
  std::string Out = formatv(
      "<p>{0} launches in {1} files, {2} of them with a time. {3}.</p>\n"
      "<table>\n<tr><th>launch</th><th>file</th><th>GPU</th>"
      "<th class=\"number\">time (band)</th><th>bound</th><th></th></tr>\n",
      R.Launches.size(), R.Files.size(), Timed, escaped(R.Tool));
  if (Base) {
    const size_t Table = Out.find("<table>");
    Out.insert(Table, diffHtml(*Base, R, [](const json::Object &O) {
                 return formatv("files/{0}#{1}", pageName(textOf(O, "file")),
                                anchor(O))
                     .str();
               }));
  }
  for (const json::Object *O : Sorted) {
    const std::string File = textOf(*O, "file");
    const auto Time = O->getNumber("time_us");
    Out += formatv("<tr><td><a href=\"files/{0}#{8}\">{2}</a></td>"
                   "<td>{3}:{1}</td><td>{4}</td><td class=\"number\">{5}</td>"
                   "<td>{6}</td><td>{7}</td></tr>\n",
                   pageName(File), O->getInteger("line").value_or(0),
                   escaped(nameOfLaunch(*O, false)), escaped(File),
                   escaped(textOf(*O, "gpu")), escaped(timeText(*O)),
                   escaped(textOf(*O, "bound")),
                   Time && Most > 0 ? bar(*Time / Most) : "", anchor(*O))
               .str();
  }
  Out += "</table>\n";
  std::string Broken;
  for (const ReportedFile &F : R.Files)
    if (F.Status != "ok")
      Broken += formatv("<li>{0} {1}: {2}</li>\n", escaped(F.File), F.Status,
                        escaped(F.Message))
                    .str();
  if (!Broken.empty())
    Out += "<h2>Files without an answer</h2>\n<ul>\n" + Broken + "</ul>\n";
  return Out;
}

llvm::Error gpuperf::writeHtml(StringRef Folder, const Report &R,
                               StringRef Root, const Report *Base) {
  if (std::error_code Why = llvm::sys::fs::create_directories(
          Folder + "/files", true, llvm::sys::fs::all_all))
    return llvm::createStringError("--html=" + Folder +
                                   ": cannot be made: " + Why.message());
  if (auto Why = write(Folder + "/style.css", Style))
    return Why;
  if (auto Why = write(Folder + "/index.html", head("Kernel launches", "") +
                                                   summary(R, Base) +
                                                   "</body>\n</html>\n"))
    return Why;
  std::map<std::string, std::vector<const json::Object *>> ByFile;
  for (const json::Object &O : R.Launches)
    ByFile[textOf(O, "file")].push_back(&O);
  for (const auto &[File, Launches] : ByFile) {
    llvm::SmallString<256> Path(File);
    llvm::sys::path::make_absolute(Root, Path);
    auto Text = llvm::MemoryBuffer::getFile(Path);
    std::string Page = head(File, "../") +
                       "<p><a href=\"../index.html\">All launches</a></p>\n";
    for (const json::Object *O : Launches)
      Page += launchHtml(*O, Text ? (*Text)->getBuffer() : StringRef());
    if (auto Why = write(Folder + "/files/" + pageName(File),
                         Page + "</body>\n</html>\n"))
      return Why;
  }
  return llvm::Error::success();
}
