//===- DiffFormats.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/DiffFormats.h"
#include "analysis/report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <cmath>

using namespace gpuperf;
namespace json = llvm::json;
using llvm::formatv;
using llvm::StringRef;

static std::string textOf(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

static StringRef kindName(ChangeKind K) {
  switch (K) {
  case ChangeKind::Slower:
    return "slower";
  case ChangeKind::Faster:
    return "faster";
  case ChangeKind::LostTime:
    return "lost_time";
  case ChangeKind::New:
    return "new";
  case ChangeKind::Gone:
    return "gone";
  case ChangeKind::GotTime:
    return "got_time";
  case ChangeKind::Unclear:
    return "unclear";
  case ChangeKind::Same:
    return "same";
  }
  llvm_unreachable("unknown ChangeKind");
}

/// How many there are of each kind.
using Numbers = std::array<size_t, static_cast<size_t>(ChangeKind::Same) + 1>;

static Numbers count(llvm::ArrayRef<LaunchChange> Changes) {
  Numbers N{};
  for (const LaunchChange &C : Changes)
    ++N[static_cast<size_t>(C.Kind)];
  return N;
}

static std::string timeOf(const json::Object *O) {
  const auto Time = O ? O->getNumber("time_us") : std::nullopt;
  return Time ? formatTimeUs(*Time) : "no time";
}

/// "1.38x slower (1.2x to 1.6x)", the factor by which the larger time is
/// larger.
static std::string ratioText(const Estimate &R) {
  const bool Slower = R.Value >= 1;
  auto Factor = [&](double V) {
    return formatv("{0}x", formatNumber(Slower ? V : 1 / V)).str();
  };
  return formatv("{0} {1} ({2} to {3})", Factor(R.Value),
                 Slower ? "slower" : "faster", Factor(Slower ? R.Lo : R.Hi),
                 Factor(Slower ? R.Hi : R.Lo));
}

static std::string boundText(const LaunchChange &C) {
  const std::string A = C.Base ? textOf(*C.Base, "bound") : "",
                    B = C.Head ? textOf(*C.Head, "bound") : "";
  return A.empty() || A == B ? B : B.empty() ? A : A + " -> " + B;
}

static std::string gpusOf(const Report &R) {
  std::vector<std::string> Names;
  for (const auto &[Name, Hash] : R.Gpus)
    Names.push_back(Name);
  return llvm::join(Names, ", ");
}

/// "2 of 47 launches slower, 1 faster (h200-sxm)".
static std::string headline(const Report &Head, const Numbers &N,
                            size_t Launches) {
  auto Of = [&](ChangeKind K) { return N[static_cast<size_t>(K)]; };
  const std::string Gpus = gpusOf(Head);
  return formatv("{0} of {1} {2} slower, {3} faster{4}", Of(ChangeKind::Slower),
                 Launches, Launches == 1 ? "launch" : "launches",
                 Of(ChangeKind::Faster), Gpus.empty() ? "" : " (" + Gpus + ")");
}

/// "1 new, 1 lost its time, 43 unchanged"; empty where all launches are slower
/// or faster, which the headline says.
static std::string rest(const Numbers &N) {
  const std::pair<ChangeKind, const char *> Words[] = {
      {ChangeKind::New, "new"},
      {ChangeKind::Gone, "gone"},
      {ChangeKind::LostTime, "lost their time"},
      {ChangeKind::GotTime, "got a time"},
      {ChangeKind::Unclear, "within the band of the comparison"},
      {ChangeKind::Same, "unchanged"}};
  std::vector<std::string> Out;
  for (const auto &[Kind, Word] : Words)
    if (const size_t K = N[static_cast<size_t>(Kind)])
      Out.push_back(formatv("{0} {1}", K, Word));
  if (llvm::all_of(N, [](size_t K) { return K == 0; }))
    return "no launch";
  return llvm::join(Out, ", ");
}

static bool severalGpus(llvm::ArrayRef<LaunchChange> Changes) {
  return llvm::any_of(Changes, [&](const LaunchChange &C) {
    return textOf(C.any(), "gpu") != textOf(Changes.front().any(), "gpu");
  });
}

/// Files that have no answer in \p Head and had one in \p Base.
static std::vector<std::string> brokenFiles(const Report &Base,
                                            const Report &Head) {
  std::vector<std::string> Out;
  for (const ReportedFile &F : Head.Files)
    if (F.Status != "ok" &&
        llvm::none_of(Base.Files, [&](const ReportedFile &Old) {
          return Old.File == F.File && Old.Status != "ok";
        }))
      Out.push_back(F.File + " " + F.Status +
                    (F.Message.empty() ? "" : ": " + F.Message));
  return Out;
}

static bool isTold(const LaunchChange &C) {
  return C.Kind != ChangeKind::Same && C.Kind != ChangeKind::Unclear;
}

static void printText(llvm::raw_ostream &OS, const Report &Base,
                      const Report &Head,
                      llvm::ArrayRef<LaunchChange> Changes) {
  const bool WithGpu = severalGpus(Changes);
  const Numbers N = count(Changes);
  OS << headline(Head, N, Changes.size()) << '\n';
  for (const LaunchChange &C : Changes) {
    if (!isTold(C))
      continue;
    OS << textOf(C.any(), "file") << ':'
       << C.any().getInteger("line").value_or(0) << ": "
       << nameOfLaunch(C.any(), WithGpu) << ": ";
    switch (C.Kind) {
    case ChangeKind::New:
      OS << "new, " << timeOf(C.Head);
      break;
    case ChangeKind::Gone:
      OS << "gone, was " << timeOf(C.Base);
      break;
    case ChangeKind::LostTime:
      OS << "lost its time, was " << timeOf(C.Base) << ": "
         << textOf(*C.Head, "error");
      break;
    case ChangeKind::GotTime:
      OS << "got a time, " << timeOf(C.Head);
      break;
    default:
      OS << timeOf(C.Base) << " -> " << timeOf(C.Head) << ", "
         << ratioText(C.Ratio) << ", bound by " << boundText(C);
      for (const std::string &Cause : C.Causes)
        OS << "; " << Cause;
    }
    OS << '\n';
  }
  for (const std::string &Text : brokenFiles(Base, Head))
    OS << Text << '\n';
  if (const std::string Rest = rest(N); !Rest.empty())
    OS << Rest << '\n';
}

/// Text in a cell of a table.
static std::string cell(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '|' || C == '<' || C == '*' || C == '_' || C == '`' || C == '\\')
      Out += '\\';
    Out += C == '\n' ? ' ' : C;
  }
  return Out;
}

static void printMarkdown(llvm::raw_ostream &OS, const Report &Base,
                          const Report &Head,
                          llvm::ArrayRef<LaunchChange> Changes) {
  const bool WithGpu = severalGpus(Changes);
  const Numbers N = count(Changes);
  std::string Text = "**" + headline(Head, N, Changes.size()) + "**\n\n";
  const std::string Rest = rest(N);
  std::string End = Rest.empty() ? "" : "\n" + Rest + "\n";
  for (const std::string &File : brokenFiles(Base, Head))
    End += "\n" + cell(File) + "\n";
  bool Begun = false;
  size_t LeftOut = 0;
  constexpr size_t Note = 100; // for the line that tells what is left out
  if (End.size() > MostMarkdownBytes / 2)
    End.resize(MostMarkdownBytes / 2);
  for (const LaunchChange &C : Changes) {
    if (!isTold(C))
      continue;
    const bool Both =
        C.Kind == ChangeKind::Slower || C.Kind == ChangeKind::Faster;
    const std::string Row = formatv(
        "| {0} | {1} | {2} | {3} | {4} | {5} |\n",
        cell(textOf(C.any(), "file")), cell(nameOfLaunch(C.any(), WithGpu)),
        C.Kind == ChangeKind::New    ? "new: " + timeOf(C.Head)
        : C.Kind == ChangeKind::Gone ? "gone: " + timeOf(C.Base)
                                     : timeOf(C.Base) + " -> " + timeOf(C.Head),
        Both ? ratioText(C.Ratio) : "", boundText(C),
        cell(C.Kind == ChangeKind::LostTime ? textOf(*C.Head, "error")
                                            : llvm::join(C.Causes, "; ")));
    const StringRef Top = "| file | launch | before -> after | x | bound | "
                          "cause |\n|---|---|---|---|---|---|\n";
    if (Text.size() + Row.size() + End.size() + Top.size() + Note >
        MostMarkdownBytes) {
      ++LeftOut;
      continue;
    }
    if (!Begun)
      Text += Top;
    Begun = true;
    Text += Row;
  }
  if (LeftOut)
    Text +=
        formatv("\n{0} more are left out; `--format=json` has all.\n", LeftOut)
            .str();
  OS << Text << End;
}

static json::Value numberOrNull(double V) {
  return std::isfinite(V) ? json::Value(V) : json::Value(nullptr);
}

static void printJson(llvm::raw_ostream &OS, const Report &Base,
                      const Report &Head,
                      llvm::ArrayRef<LaunchChange> Changes) {
  const Numbers N = count(Changes);
  json::Object Counts;
  for (size_t I = 0; I < N.size(); ++I)
    Counts[kindName(static_cast<ChangeKind>(I))] = static_cast<int64_t>(N[I]);
  json::Array All;
  for (const LaunchChange &C : Changes) {
    if (C.Kind == ChangeKind::Same)
      continue;
    const json::Object &A = C.any();
    json::Object O{{"change", kindName(C.Kind)},
                   {"file", textOf(A, "file")},
                   {"line", A.getInteger("line").value_or(0)},
                   {"function", textOf(A, "function")},
                   {"kernel", textOf(A, "kernel")},
                   {"ordinal", A.getInteger("ordinal").value_or(0)},
                   {"context", A.getInteger("context").value_or(0)},
                   {"gpu", textOf(A, "gpu")},
                   {"model", textOf(A, "model")},
                   {"causes", json::Array(C.Causes)}};
    for (const auto &[Side, Key] :
         {std::pair{C.Base, "base"}, std::pair{C.Head, "head"}}) {
      if (!Side)
        continue;
      json::Object Of;
      for (StringRef Name : {"time_us", "time_us_low", "time_us_high", "bound",
                             "registers_per_thread", "occupancy", "error"})
        if (const json::Value *V = Side->get(Name))
          Of[Name] = *V;
      O[Key] = std::move(Of);
    }
    if (C.Ratio.Value > 0) {
      O["ratio"] = numberOrNull(C.Ratio.Value);
      O["ratio_low"] = numberOrNull(C.Ratio.Lo);
      O["ratio_high"] = numberOrNull(C.Ratio.Hi);
    }
    All.push_back(std::move(O));
  }
  OS << formatv("{0:2}",
                json::Value(json::Object{
                    {"schema", Report::Schema},
                    {"counts", std::move(Counts)},
                    {"broken_files", json::Array(brokenFiles(Base, Head))},
                    {"changes", std::move(All)}}))
     << '\n';
}

/// A label's value, as OpenMetrics escapes it.
static std::string label(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C == '\n' ? ' ' : C;
  }
  return Out;
}

static void printOpenMetrics(llvm::raw_ostream &OS, const Report &Head) {
  OS << "# TYPE gpuperf_time_seconds gauge\n"
        "# UNIT gpuperf_time_seconds seconds\n"
        "# HELP gpuperf_time_seconds Predicted time of a kernel launch.\n";
  for (const json::Object &O : Head.Launches)
    if (const auto Time = O.getNumber("time_us"))
      OS << formatv("gpuperf_time_seconds{{file=\"{0}\",launch=\"{1}\","
                    "gpu=\"{2}\",model=\"{3}\"} {4}\n",
                    label(textOf(O, "file")), label(nameOfLaunch(O, false)),
                    label(textOf(O, "gpu")), label(textOf(O, "model")),
                    llvm::format("%.6g", *Time * 1e-6));
  OS << "# EOF\n";
}

/// https://bencher.dev/docs/reference/bencher-metric-format: nanoseconds.
static void printBencher(llvm::raw_ostream &OS, const Report &Head) {
  json::Object All;
  for (const json::Object &O : Head.Launches) {
    const auto Time = O.getNumber("time_us");
    if (!Time)
      continue;
    json::Object Latency{{"value", *Time * 1e3}};
    if (auto Low = O.getNumber("time_us_low"))
      Latency["lower_value"] = *Low * 1e3;
    if (auto High = O.getNumber("time_us_high"))
      Latency["upper_value"] = *High * 1e3;
    All[textOf(O, "file") + ": " + nameOfLaunch(O, true)] =
        json::Object{{"latency", std::move(Latency)}};
  }
  OS << formatv("{0:2}", json::Value(std::move(All))) << '\n';
}

void gpuperf::printDiff(llvm::raw_ostream &OS, DiffFormat Format,
                        const Report &Base, const Report &Head,
                        llvm::ArrayRef<LaunchChange> Changes) {
  switch (Format) {
  case DiffFormat::Text:
    return printText(OS, Base, Head, Changes);
  case DiffFormat::Markdown:
    return printMarkdown(OS, Base, Head, Changes);
  case DiffFormat::Json:
    return printJson(OS, Base, Head, Changes);
  case DiffFormat::OpenMetrics:
    return printOpenMetrics(OS, Head);
  case DiffFormat::Bencher:
    return printBencher(OS, Head);
  }
}
