//===- CodeQuality.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/CodeQuality.h"
#include "plugin/tidy/export/Fingerprints.h"
#include "plugin/tidy/export/JsonText.h"
#include "plugin/tidy/export/Weight.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
namespace json = llvm::json;

static llvm::StringRef severityName(Severity S) {
  switch (S) {
  case Severity::Info:
    return "info";
  case Severity::Minor:
    return "minor";
  case Severity::Major:
    return "major";
  }
  llvm_unreachable("a severity");
}

json::Value gpuperf::codeQuality(std::vector<Finding> Findings) {
  llvm::erase_if(Findings, [](const Finding &F) { return !F.At; });
  sortWorstFirst(Findings);
  json::Array Report;
  for (const Finding &F : Findings)
    Report.push_back(json::Object{
        {"description", jsonText(F.Message)},
        {"check_name", jsonText(F.Rule)},
        {"fingerprint", fingerprint(F)},
        {"severity", severityName(severityOf(F))},
        {"location",
         json::Object{{"path", jsonText(F.At->File)},
                      {"lines", json::Object{{"begin", F.At->Where.Line}}}}}});
  return Report;
}
