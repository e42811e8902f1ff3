//===- LaunchAnswer.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/LaunchAnswer.h"
#include "analysis/report/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::mcp;
namespace json = llvm::json;
using llvm::StringRef;

json::Value mcp::bandOf(const json::Object &O, StringRef Name) {
  const auto Low = O.getNumber((Name + "_low").str());
  const auto High = O.getNumber((Name + "_high").str());
  if (!Low || !High)
    return nullptr;
  return json::Object{{"low_us", *Low}, {"high_us", *High}};
}

json::Object mcp::launchAnswer(const json::Object &O, bool WithDetails) {
  json::Object A;
  for (StringRef Key : {"file",
                        "line",
                        "column",
                        "function",
                        "kernel",
                        "gpu",
                        "model",
                        "grid",
                        "block",
                        "dynamic_smem_bytes",
                        "count",
                        "values",
                        "law",
                        "clock_mhz",
                        "occupancy",
                        "registers_per_thread",
                        "registers_from",
                        "shared_bytes",
                        "waves",
                        "assumed",
                        "rank",
                        "asked",
                        "recommended",
                        "same_result",
                        "speedup",
                        "speedup_low",
                        "speedup_high",
                        "reason"})
    if (const json::Value *V = O.get(Key))
      A[Key] = *V;
  if (WithDetails)
    for (StringRef Key : {"components_us", "counts", "explanation"})
      if (const json::Value *V = O.get(Key))
        A[Key] = *V;
  // One that is described has no place.
  if (A.getString("file") == "")
    for (StringRef Key : {"file", "line", "column", "function"})
      A.erase(Key);
  A.try_emplace("kernel", "?");
  A.try_emplace("gpu", "?");
  const json::Value *Time = O.get("time_us");
  A["time_us"] = Time ? *Time : json::Value(nullptr);
  A["band"] = bandOf(O, "time_us");
  const json::Value *Bound = O.get("bound");
  A["bound"] = Bound ? *Bound : json::Value(nullptr);
  const json::Value *Assumptions = O.get("assumptions");
  A["assumptions"] = Assumptions ? *Assumptions : json::Value(json::Array());
  A["refusal"] = nullptr;
  if (auto Error = O.getString("error")) {
    A["refusal"] = Error->str();
  } else if (const json::Array *Broken = O.getArray("violations");
             Broken && !Broken->empty()) {
    // It has a time of what would not even start.
    std::string Text = "the launch would fail:";
    for (const json::Value &V : *Broken)
      Text += " " + V.getAsString().value_or("").str() + ";";
    A["refusal"] = StringRef(Text).rtrim(';').str();
  }
  return A;
}

std::string mcp::timeText(double TimeUs, const json::Value &Band) {
  const json::Object *B = Band.getAsObject();
  if (!B)
    return formatTimeUs(TimeUs);
  Estimate E;
  E.Value = TimeUs;
  E.Lo = B->getNumber("low_us").value_or(TimeUs);
  E.Hi = B->getNumber("high_us").value_or(TimeUs);
  return formatTimeBand(E);
}

static std::string dims(const json::Array *A) {
  if (!A)
    return "?";
  std::vector<std::string> Words;
  for (const json::Value &V : *A)
    Words.push_back(llvm::formatv("{0}", V));
  while (Words.size() > 1 && Words.back() == "1")
    Words.pop_back();
  return llvm::join(Words, " x ");
}

std::string mcp::launchText(const json::Object &A) {
  std::string Text;
  if (auto File = A.getString("file"))
    Text = llvm::formatv("{0}:{1}: ", *File, A.getInteger("line").value_or(0));
  Text += llvm::formatv(
      "{0} <<<{1}, {2}>>> on {3}: ", A.getString("kernel").value_or("?"),
      dims(A.getArray("grid")), dims(A.getArray("block")),
      A.getString("gpu").value_or("?"));
  if (auto Time = A.getNumber("time_us")) {
    Text += timeText(*Time, *A.get("band"));
    if (auto Bound = A.getString("bound"))
      Text += ", bound by " + Bound->str();
    if (!A.get("band")->getAsObject())
      Text += "; no band, because this holds only for the sizes that were "
              "assumed";
    if (const json::Object *Law = A.getObject("law"))
      Text +=
          llvm::formatv("; it grows as {0} + {1} per {2}",
                        formatTimeUs(Law->getNumber("fixed_us").value_or(0)),
                        formatRate(Law->getNumber("per_unit_us").value_or(0)),
                        Law->getString("name").value_or("?"));
  } else {
    Text += "no time";
  }
  if (auto Why = A.getString("refusal"))
    Text += ": " + Why->str();
  if (const json::Array *All = A.getArray("assumptions");
      All && !All->empty()) {
    std::vector<std::string> Words;
    for (const json::Value &V : *All)
      Words.push_back(V.getAsString().value_or("").str());
    Text += "\n  assumed: " + llvm::join(Words, "; ");
  }
  return Text;
}
