//===- CodeQuality.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Exports.h"

using namespace gpuperf;
namespace json = llvm::json;

json::Value gpuperf::toCodeQuality(llvm::ArrayRef<TidyFinding> Findings) {
  json::Array Out;
  for (const TidyFinding &F : Findings)
    Out.push_back(json::Object{
        {"description", json::fixUTF8(F.Message)},
        {"check_name", F.Rule},
        {"fingerprint", F.Fingerprint},
        {"severity", F.Level == FindingLevel::Error     ? "critical"
                     : F.Level == FindingLevel::Warning ? "minor"
                                                        : "info"},
        {"location",
         json::Object{{"path", json::fixUTF8(F.Where.File)},
                      {"lines", json::Object{{"begin", F.Where.Line}}}}}});
  return Out;
}
