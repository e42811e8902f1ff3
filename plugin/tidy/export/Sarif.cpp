//===- Sarif.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/CheckPages.h"
#include "plugin/tidy/export/Exports.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace gpuperf;
namespace json = llvm::json;
using llvm::StringRef;

/// A path as a part of a URI.
static std::string percentEncoded(StringRef Path) {
  std::string Out;
  for (char C : Path)
    if (llvm::isAlnum(C) || StringRef("/-._~+,=@").contains(C))
      Out += C;
    else
      Out += "%" + llvm::utohexstr(static_cast<unsigned char>(C),
                                   /*LowerCase=*/false, 2);
  return Out;
}

static json::Object artifact(StringRef File) {
  if (File.starts_with("/"))
    return json::Object{{"uri", "file://" + percentEncoded(File)}};
  return json::Object{{"uri", percentEncoded(File)}, {"uriBaseId", "SRCROOT"}};
}

static json::Object regionOf(const FileRegion &R) {
  return json::Object{{"startLine", R.Line},
                      {"startColumn", R.Column},
                      {"endLine", R.EndLine},
                      {"endColumn", R.EndColumn}};
}

static json::Object location(const FileRegion &R) {
  return json::Object{
      {"physicalLocation", json::Object{{"artifactLocation", artifact(R.File)},
                                        {"region", regionOf(R)}}}};
}

static json::Object message(StringRef Text) {
  return json::Object{{"text", json::fixUTF8(Text)}};
}

/// A sentence begins large and ends with a full stop.
static std::string sentence(StringRef Text) {
  std::string Out = Text.str();
  if (!Out.empty())
    Out[0] = llvm::toUpper(Out[0]);
  if (!Text.ends_with("."))
    Out += '.';
  return Out;
}

static StringRef levelName(FindingLevel L) {
  return L == FindingLevel::Error     ? "error"
         : L == FindingLevel::Warning ? "warning"
                                      : "note";
}

static json::Object ruleOf(const TidyFinding &F, StringRef PagesFolder) {
  const RuleText Text = textOfRule(F.Rule, PagesFolder);
  json::Object Help{{"text", json::fixUTF8(Text.Short)}};
  if (!Text.Markdown.empty())
    Help["markdown"] = json::fixUTF8(Text.Markdown);
  return json::Object{
      {"id", F.Rule},
      {"name", Text.Name},
      {"shortDescription", message(Text.Short)},
      {"fullDescription", message(Text.Short)},
      {"help", std::move(Help)},
      {"defaultConfiguration", json::Object{{"level", levelName(F.Level)}}},
      {"properties",
       json::Object{{"tags", json::Array{"performance", "cuda"}}}}};
}

/// One change of a file, with all parts of the fix that are in it.
static json::Array changesOf(const TidyFinding &F) {
  llvm::MapVector<StringRef, json::Array> ByFile;
  for (const auto &[Where, Text] : F.Fix)
    ByFile[Where.File].push_back(
        json::Object{{"deletedRegion", regionOf(Where)},
                     {"insertedContent", message(Text)}});
  json::Array Out;
  for (auto &[File, Replacements] : ByFile)
    Out.push_back(json::Object{{"artifactLocation", artifact(File)},
                               {"replacements", std::move(Replacements)}});
  return Out;
}

json::Value gpuperf::toSarif(llvm::ArrayRef<TidyFinding> Findings,
                             StringRef Root, StringRef PagesFolder) {
  json::Array Rules, Results;
  llvm::StringMap<size_t> Index;
  for (const TidyFinding &F : Findings.take_front(MostSarifResults)) {
    auto [Rule, New] = Index.try_emplace(F.Rule, Rules.size());
    if (New)
      Rules.push_back(ruleOf(F, PagesFolder));
    json::Object R{{"ruleId", F.Rule},
                   {"ruleIndex", static_cast<int64_t>(Rule->second)},
                   {"level", levelName(F.Level)},
                   {"message", message(sentence(F.Message))},
                   {"locations", json::Array{location(F.Where)}},
                   {"partialFingerprints",
                    json::Object{{"gpuperfFinding/v1", F.Fingerprint}}}};
    json::Array Related;
    for (const auto &[Text, Where] : F.Related) {
      json::Object L = location(Where);
      L["id"] = static_cast<int64_t>(Related.size() + 1);
      L["message"] = message(sentence(Text));
      Related.push_back(std::move(L));
    }
    if (!Related.empty())
      R["relatedLocations"] = std::move(Related);
    if (!F.Fix.empty())
      R["fixes"] = json::Array{
          json::Object{{"description", message("Apply the advice.")},
                       {"artifactChanges", changesOf(F)}}};
    Results.push_back(std::move(R));
  }
  json::Object Run{
      {"tool", json::Object{{"driver",
                             json::Object{{"name", "gpuperf"},
                                          {"version", GPUPERF_VERSION},
                                          {"semanticVersion", GPUPERF_VERSION},
                                          {"organization", "gpuperf"},
                                          {"rules", std::move(Rules)}}}}},
      {"columnKind", "utf16CodeUnits"},
      {"originalUriBaseIds",
       json::Object{
           {"SRCROOT",
            json::Object{
                {"uri", "file://" + percentEncoded(Root) + "/"},
                {"description", message("The root of the checkout.")}}}}},
      {"automationDetails", json::Object{{"id", "gpuperf/"}}},
      {"results", std::move(Results)}};
  json::Object Invocation{{"executionSuccessful", true}};
  if (Findings.size() > MostSarifResults)
    Invocation["toolExecutionNotifications"] = json::Array{json::Object{
        {"level", "warning"},
        {"message",
         message(std::to_string(Findings.size() - MostSarifResults) +
                 " results are left out: a run shows 5000, the worst "
                 "first.")}}};
  Run["invocations"] = json::Array{std::move(Invocation)};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(Run)}}};
}
