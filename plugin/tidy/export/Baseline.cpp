//===- Baseline.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Baseline.h"
#include "plugin/tidy/export/JsonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace gpuperf;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr int64_t Schema = 1;

bool Baseline::Key::operator<(const Key &Other) const {
  return std::tie(File, Rule, Text) <
         std::tie(Other.File, Other.Rule, Other.Text);
}

std::optional<Baseline::Key> Baseline::keyOf(const Finding &F) {
  if (F.Level == FindingLevel::Error)
    return std::nullopt;
  return Key{jsonText(F.At ? F.At->File : ""), jsonText(F.Rule),
             jsonText(F.Text)};
}

Baseline Baseline::of(const std::vector<Finding> &Findings) {
  Baseline B;
  for (const Finding &F : Findings)
    if (std::optional<Key> K = keyOf(F))
      ++B.Counts[*K];
  return B;
}

static llvm::Error problem(const llvm::Twine &What) {
  return llvm::createStringError(What);
}

llvm::Expected<Baseline> Baseline::parse(StringRef Text) {
  llvm::Expected<json::Value> Parsed = json::parse(Text);
  if (!Parsed)
    return Parsed.takeError();
  const json::Object *Whole = Parsed->getAsObject();
  const auto Said = Whole ? Whole->getInteger("schema") : std::nullopt;
  if (!Said)
    return problem("it has no \"schema\"; it is not what --write-baseline "
                   "writes");
  if (*Said != Schema)
    return problem("it has schema " + llvm::Twine(*Said) + ", and " +
                   llvm::Twine(Schema) +
                   " is read; write it anew with --write-baseline");
  const json::Array *Findings = Whole->getArray("findings");
  if (!Findings)
    return problem("it has no list \"findings\"");
  Baseline B;
  for (const json::Value &V : *Findings) {
    const json::Object *One = V.getAsObject();
    auto string = [&](StringRef Name) {
      return One ? One->getString(Name) : std::nullopt;
    };
    auto File = string("file"), Rule = string("rule"), Content = string("text");
    auto Count = One ? One->getInteger("count") : std::nullopt;
    if (!File || !Rule || !Content || !Count || *Count < 1)
      return problem("a finding wants \"file\", \"rule\", \"text\" and a "
                     "\"count\" from 1");
    B.Counts[{File->str(), Rule->str(), Content->str()}] += *Count;
  }
  return B;
}

void Baseline::write(llvm::raw_ostream &OS) const {
  OS << "{\"schema\": " << Schema << ", \"findings\": [";
  StringRef Separator = "\n";
  for (const auto &[K, Count] : Counts) {
    OS << Separator
       << json::Value(json::Object{{"file", K.File},
                                   {"rule", K.Rule},
                                   {"text", K.Text},
                                   {"count", Count}});
    Separator = ",\n";
  }
  OS << "\n]}\n";
}

std::vector<size_t> Baseline::takeKnown(std::vector<Finding> &Findings) const {
  std::map<Key, int64_t> Left = Counts;
  std::vector<size_t> Diagnostics;
  llvm::erase_if(Findings, [&](const Finding &F) {
    std::optional<Key> K = keyOf(F);
    if (!K)
      return false;
    auto Known = Left.find(*K);
    if (Known == Left.end() || Known->second == 0)
      return false;
    --Known->second;
    llvm::append_range(Diagnostics, F.Diagnostics);
    return true;
  });
  return Diagnostics;
}
