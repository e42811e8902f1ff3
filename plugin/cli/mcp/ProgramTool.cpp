//===- ProgramTool.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/LaunchAnswer.h"
#include "plugin/cli/mcp/Tool.h"
#include "plugin/cli/mcp/ToolCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::mcp;
namespace json = llvm::json;
using llvm::StringRef;

static constexpr size_t MostLaunches = 200;

static json::Array arrayOf(const json::Object &O, StringRef Key) {
  const json::Array *A = O.getArray(Key);
  return A ? *A : json::Array();
}

/// \p O with its band in one place.
static json::Object withBand(json::Object O) {
  O["band"] = bandOf(O, "time_us");
  O.erase("time_us_low");
  O.erase("time_us_high");
  return O;
}

static json::Object runOf(const json::Object &O, std::string &Text) {
  json::Object Run;
  for (StringRef Key : {"file", "gpu", "model", "run", "clock", "copies",
                        "launch_gaps", "walk", "values", "warnings"})
    if (const json::Value *V = O.get(Key))
      Run[Key] = *V;
  Run.try_emplace("gpu", "?");
  json::Array Kernels, Launches, Refusals;
  for (const json::Value &V : arrayOf(O, "kernels"))
    if (const json::Object *K = V.getAsObject())
      Kernels.push_back(withBand(*K));
  const json::Array All = arrayOf(O, "launches");
  for (const json::Value &V : All)
    if (const json::Object *L = V.getAsObject();
        L && Launches.size() < MostLaunches)
      Launches.push_back(withBand(*L));
  for (const json::Value &V : arrayOf(O, "untimed"))
    if (const json::Object *U = V.getAsObject())
      Refusals.push_back(
          llvm::formatv("{0}, launches: {1}: {2}",
                        U->getString("kernel").value_or("?"),
                        U->getInteger("calls").value_or(1),
                        U->getString("error").value_or("no time"))
              .str());
  const json::Object *Total = O.getObject("total");
  const json::Value Band = Total ? bandOf(*Total, "time_us") : nullptr;
  const auto Time = Total ? Total->getNumber("time_us") : std::nullopt;
  Text = llvm::formatv("{0} launches on {1}: {2} in kernels",
                       Total ? Total->getInteger("calls").value_or(0) : 0,
                       *Run.getString("gpu"),
                       Time ? timeText(*Time, Band) : "no time");
  for (const json::Value &V : Kernels) {
    const json::Object &K = *V.getAsObject();
    Text += llvm::formatv(
        "\n  {0}: {1}, calls: {2}, bound by {3}",
        K.getString("kernel").value_or("?"),
        timeText(K.getNumber("time_us").value_or(0), *K.get("band")),
        K.getInteger("calls").value_or(0), K.getString("bound").value_or("?"));
  }
  for (const json::Value &V : Refusals)
    Text += "\n  no time: " + V.getAsString()->str();
  json::Array Assumptions = arrayOf(O, "assumptions");
  for (const json::Value &V : Assumptions)
    Text += "\n  assumed: " + V.getAsString().value_or("").str();
  Run["time_us"] = Time ? json::Value(*Time) : json::Value(nullptr);
  Run["band"] = Band;
  Run["kernels"] = std::move(Kernels);
  Run["launches_left_out"] = All.size() - Launches.size();
  Run["launches"] = std::move(Launches);
  Run["assumptions"] = std::move(Assumptions);
  Run["refusals"] = std::move(Refusals);
  return Run;
}

ToolAnswer mcp::predictProgram(const json::Object &Arguments,
                               const RunSelf &Run) {
  auto Command = ToolCommand::make("program", Arguments);
  if (!Command)
    return ToolAnswer::error(llvm::toString(Command.takeError()));
  json::Array Notes, Runs;
  auto Objects = runForObjects(*Command, Run, Notes);
  if (!Objects)
    return ToolAnswer::error(llvm::toString(Objects.takeError()));
  std::vector<std::string> Texts;
  for (const json::Object &O : *Objects)
    Runs.push_back(runOf(O, Texts.emplace_back()));
  for (const json::Value &Note : Notes)
    Texts.push_back("note: " + Note.getAsString().value_or("").str());
  ToolAnswer Answer;
  Answer.Structured = json::Object{
      {"runs", std::move(Runs)}, {"left_out", 0}, {"notes", std::move(Notes)}};
  Answer.Text = llvm::join(Texts, "\n");
  return Answer;
}
