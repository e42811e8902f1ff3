//===- Sarif.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Sarif.h"
#include "plugin/paths/ProjectRoot.h"
#include "plugin/tidy/export/Fingerprints.h"
#include "plugin/tidy/export/JsonText.h"
#include "plugin/tidy/export/RuleTexts.h"
#include "plugin/tidy/export/Weight.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace gpuperf;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr StringRef RootName = "%SRCROOT%";

static json::Object text(StringRef Text) {
  return json::Object{{"text", jsonText(Text)}};
}

static json::Object artifact(StringRef File) {
  json::Object Location{{"uri", pathAsUri(File)}};
  if (!llvm::sys::path::is_absolute(File))
    Location["uriBaseId"] = RootName;
  return Location;
}

static json::Object region(const Region &R) {
  return json::Object{{"startLine", R.Line},
                      {"startColumn", R.Column},
                      {"endLine", R.EndLine},
                      {"endColumn", R.EndColumn}};
}

static json::Object location(const Place &P) {
  return json::Object{
      {"physicalLocation", json::Object{{"artifactLocation", artifact(P.File)},
                                        {"region", region(P.Where)}}}};
}

/// The text of a message, in which "[x](1)" would be a link.
static std::string escaped(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '[' || C == ']' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out;
}

/// The same as Markdown: the name of an instantiation is no tag and no
/// emphasis. What stands in backticks is code already.
static std::string asMarkdown(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    if (const size_t End = Text.find('`', 1);
        Text.front() == '`' && End != StringRef::npos) {
      Out += Text.take_front(End + 1);
      Text = Text.drop_front(End + 1);
      continue;
    }
    if (StringRef("\\`*_[]<>&~|").contains(Text.front()))
      Out += '\\';
    Out += Text.front();
    Text = Text.drop_front();
  }
  return Out;
}

static StringRef levelName(Severity S, bool Error) {
  if (Error)
    return "error";
  return S == Severity::Info ? "note" : "warning";
}

static StringRef levelOf(const Finding &F) {
  return levelName(severityOf(F), F.Level == FindingLevel::Error);
}

/// Several ways are separate fixes; of one way, the edits are grouped by file.
static json::Object fix(const Fix &F) {
  std::map<StringRef, json::Array> Files;
  for (const Edit &E : F.Edits) {
    json::Object Replacement{{"deletedRegion", region(E.Deleted.Where)}};
    if (!E.Inserted.empty())
      Replacement["insertedContent"] = text(E.Inserted);
    Files[E.Deleted.File].push_back(std::move(Replacement));
  }
  json::Array Changes;
  for (auto &[File, Replacements] : Files)
    Changes.push_back(json::Object{{"artifactLocation", artifact(File)},
                                   {"replacements", std::move(Replacements)}});
  return json::Object{{"description", text(F.Description)},
                      {"artifactChanges", std::move(Changes)}};
}

static bool isAt(const Place &A, const Place &B) {
  return A.File == B.File && A.Where.Line == B.Where.Line &&
         A.Where.Column == B.Where.Column;
}

static json::Object result(const Finding &F, size_t RuleIndex) {
  std::string Message = escaped(F.Message);
  // Readers that take the text as Markdown, as reviewdog does, would make links
  // to nowhere out of those to related locations.
  std::string Markdown = asMarkdown(F.Message);
  json::Array Related, Fixes;
  for (const FindingNote &N : F.Notes) {
    if (!N.At || isAt(*N.At, *F.At)) {
      Message += "\n" + escaped(N.Message);
      Markdown += "\n" + asMarkdown(N.Message);
      continue;
    }
    // GitHub shows a related location only if the message refers to it.
    const auto Id = int64_t(Related.size() + 1);
    Message += "\n[" + escaped(N.Message) + "](" + llvm::itostr(Id) + ")";
    Markdown += "\n" + asMarkdown(N.Message) + " (" + asMarkdown(N.At->File) +
                ":" + llvm::utostr(N.At->Where.Line) + ")";
    json::Object At = location(*N.At);
    At["id"] = Id;
    At["message"] = text(escaped(N.Message));
    Related.push_back(std::move(At));
  }
  for (const Fix &One : F.Fixes)
    Fixes.push_back(fix(One));
  const std::string Print = fingerprint(F);
  json::Object Result{
      {"ruleId", jsonText(F.Rule)},
      {"ruleIndex", int64_t(RuleIndex)},
      {"level", levelOf(F)},
      {"message", json::Object{{"text", jsonText(Message)},
                               {"markdown", jsonText(Markdown)}}},
      {"locations", json::Array{location(*F.At)}},
      // The first name is the one that GitHub reads.
      {"partialFingerprints", json::Object{{"primaryLocationLineHash", Print},
                                           {"gpuperfFinding/v1", Print}}}};
  if (!Related.empty())
    Result["relatedLocations"] = std::move(Related);
  if (!Fixes.empty())
    Result["fixes"] = std::move(Fixes);
  return Result;
}

static json::Object rule(StringRef Id, StringRef Homepage) {
  RuleTexts T = ruleTexts(Id, Homepage);
  json::Object Rule{
      {"id", jsonText(Id)},
      {"name", T.Name},
      {"shortDescription", text(T.Short)},
      {"fullDescription", text(T.Full)},
      {"help", json::Object{{"text", jsonText(T.Help)},
                            {"markdown", jsonText(T.Markdown)}}},
      {"defaultConfiguration",
       json::Object{{"level", levelName(severityOfRule(Id),
                                        Id == "clang-diagnostic-error")}}}};
  if (!T.HelpUri.empty())
    Rule["helpUri"] = T.HelpUri;
  if (Id.starts_with("gpuperf-"))
    Rule["properties"] =
        json::Object{{"tags", json::Array{"performance", "gpu"}}};
  return Rule;
}

static json::Object notification(StringRef Id, StringRef Level,
                                 StringRef Message) {
  return json::Object{{"descriptor", json::Object{{"id", jsonText(Id)}}},
                      {"level", Level},
                      {"message", text(Message)}};
}

json::Value gpuperf::sarifLog(std::vector<Finding> Findings,
                              const SarifTool &Tool, size_t Most) {
  json::Array Notifications;
  const bool Complete = llvm::none_of(Findings, [](const Finding &F) {
    return F.Level == FindingLevel::Error;
  });
  llvm::erase_if(Findings, [&](const Finding &F) {
    if (!F.At)
      Notifications.push_back(
          notification(F.Rule, levelOf(F), escaped(F.Message)));
    return !F.At;
  });
  sortWorstFirst(Findings);
  if (Findings.size() > Most) {
    Notifications.push_back(
        notification("gpuperf-results-cut", "warning",
                     ("These are the worst " + llvm::Twine(Most) + " of " +
                      llvm::Twine(Findings.size()) + " findings.")
                         .str()));
    Findings.resize(Most);
  }

  std::map<StringRef, size_t> Index;
  for (const Finding &F : Findings)
    Index[F.Rule];
  json::Array Rules;
  for (auto &[Id, At] : Index) {
    At = Rules.size();
    Rules.push_back(rule(Id, Tool.Homepage));
  }
  json::Array Results;
  for (const Finding &F : Findings)
    Results.push_back(result(F, Index[F.Rule]));

  json::Object Driver{{"name", "gpuperf-clang-tidy"},
                      {"version", Tool.Version},
                      {"semanticVersion", Tool.Version},
                      {"rules", std::move(Rules)}};
  if (!Tool.Homepage.empty())
    Driver["informationUri"] = Tool.Homepage;
  json::Object Invocation{{"executionSuccessful", Complete}};
  if (!Notifications.empty())
    Invocation["toolExecutionNotifications"] = std::move(Notifications);
  json::Object Root{
      {"description", text("The root of the repository that was checked.")}};
  json::Object Run{
      {"tool", json::Object{{"driver", std::move(Driver)}}},
      {"columnKind", "utf16CodeUnits"},
      {"originalUriBaseIds", json::Object{{RootName, std::move(Root)}}},
      {"invocations", json::Array{std::move(Invocation)}},
      {"results", std::move(Results)}};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(Run)}}};
}
