//===- LaunchTools.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Wording.h"
#include "plugin/cli/mcp/LaunchAnswer.h"
#include "plugin/cli/mcp/Tool.h"
#include "plugin/cli/mcp/ToolCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace gpuperf;
using namespace gpuperf::mcp;
namespace json = llvm::json;
using llvm::StringRef;

/// Answers are read by models, for whom a long one is no help.
static constexpr size_t MostLaunches = 200, MostExplained = 20,
                        MostCandidates = 20;

/// Whether "scale" means the kernel "ns::scale<float>".
static bool isCalled(StringRef Kernel, StringRef Wanted) {
  if (Kernel == Wanted)
    return true;
  Kernel = Kernel.take_until([](char C) { return C == '<'; });
  return Kernel == Wanted ||
         (Kernel.consume_back(Wanted) && Kernel.ends_with("::"));
}

/// What a call has to say of grid and block.
static std::string shapeProblem(const json::Object &Arguments) {
  const bool Grid = Arguments.get("grid"), Block = Arguments.get("block");
  if (Grid != Block)
    return "grid and block describe a launch together: give both or none";
  if (Grid && !Arguments.get("kernel"))
    return "grid and block describe the launch of a kernel: name it with "
           "kernel";
  return "";
}

/// The command `gpuperf predict` knows no --kernel without a grid: there it is
/// left out, and the answers are chosen afterwards.
static json::Object withoutKernel(const json::Object &Arguments) {
  json::Object Out = Arguments;
  if (!Arguments.get("grid"))
    Out.erase("kernel");
  return Out;
}

static ToolAnswer predict(const json::Object &Arguments, const RunSelf &Run,
                          bool Explain) {
  if (std::string Why = shapeProblem(Arguments); !Why.empty())
    return ToolAnswer::error(Why);
  auto Command = ToolCommand::make("predict", withoutKernel(Arguments));
  if (!Command)
    return ToolAnswer::error(llvm::toString(Command.takeError()));
  if (Explain)
    Command->Options.emplace_back("--explain");
  // A source that is given as text has no neighbours.
  if (Arguments.get("source"))
    Command->Options.emplace_back("--alone");
  json::Array Notes;
  auto Objects = runForObjects(*Command, Run, Notes);
  if (!Objects)
    return ToolAnswer::error(llvm::toString(Objects.takeError()));
  const StringRef Wanted = Arguments.getString("kernel").value_or("");
  if (!Wanted.empty() && !Arguments.get("grid"))
    llvm::erase_if(*Objects, [&](const json::Object &O) {
      return !isCalled(O.getString("kernel").value_or(""), Wanted);
    });
  ToolAnswer Answer;
  json::Array Launches;
  std::vector<std::string> Texts;
  const size_t Most = Explain ? MostExplained : MostLaunches;
  for (const json::Object &O : llvm::ArrayRef(*Objects).take_front(Most)) {
    json::Object Launch = launchAnswer(O, Explain);
    Texts.push_back(launchText(Launch));
    if (Explain) {
      if (const json::Object *Parts = Launch.getObject("components_us")) {
        std::vector<std::string> Words;
        for (const auto &[Name, V] : *Parts)
          Words.push_back(StringRef(Name).str() + " " +
                          formatTimeUs(V.getAsNumber().value_or(0)));
        llvm::sort(Words);
        Texts.back() +=
            "\n  if only this had to be waited for: " + llvm::join(Words, ", ");
      }
      if (const json::Array *Lines = Launch.getArray("explanation"))
        for (const json::Value &V : *Lines)
          Texts.back() += "\n  " + V.getAsString().value_or("").str();
    }
    Launches.push_back(std::move(Launch));
  }
  const size_t LeftOut = Objects->size() - Launches.size();
  if (Texts.empty())
    Texts.push_back(Wanted.empty() ? "There is no kernel launch in this file."
                                   : "This file launches no kernel '" +
                                         Wanted.str() + "'.");
  if (LeftOut)
    Texts.push_back(
        llvm::formatv("{0} more are not shown: ask for one kernel.", LeftOut));
  for (const json::Value &Note : Notes)
    Texts.push_back("note: " + Note.getAsString().value_or("").str());
  Answer.Structured = json::Object{{"launches", std::move(Launches)},
                                   {"left_out", LeftOut},
                                   {"notes", std::move(Notes)}};
  Answer.Text = llvm::join(Texts, "\n");
  return Answer;
}

ToolAnswer mcp::predictLaunch(const json::Object &Arguments,
                              const RunSelf &Run) {
  return predict(Arguments, Run, /*Explain=*/false);
}

ToolAnswer mcp::explainLaunch(const json::Object &Arguments,
                              const RunSelf &Run) {
  return predict(Arguments, Run, /*Explain=*/true);
}

/// The candidates of one launch on one GPU.
static json::Object sweepOf(llvm::ArrayRef<json::Object> Candidates,
                            std::string &Text) {
  const json::Object *Asked = nullptr, *Best = nullptr;
  for (const json::Object &C : Candidates) {
    if (C.getBoolean("asked") == true)
      Asked = &C;
    if (C.getBoolean("recommended") == true)
      Best = &C;
  }
  const json::Object &First = Candidates.front();
  json::Array Shown;
  for (const auto &[I, C] : llvm::enumerate(Candidates))
    if (I < MostCandidates || &C == Asked || &C == Best)
      Shown.push_back(launchAnswer(C, false));
  std::string Advice;
  auto BlockOf = [](const json::Object &O) {
    const json::Value *Block = O.get("block");
    return Block ? llvm::formatv("{0}", *Block).str() : std::string("?");
  };
  auto TimeOf = [](const json::Object &O) {
    return timeText(O.getNumber("time_us").value_or(0), bandOf(O, "time_us"));
  };
  if (Best && Asked)
    Advice = llvm::formatv("block {0} instead of {1}: {2} instead of {3}",
                           BlockOf(*Best), BlockOf(*Asked), TimeOf(*Best),
                           TimeOf(*Asked));
  else if (Best)
    Advice = llvm::formatv("block {0}: {1}", BlockOf(*Best), TimeOf(*Best));
  else
    Advice = "no other block is advised: none is faster by more than the error "
             "of the comparison and proven to compute the same";
  if (Best)
    if (const json::Value *S = Best->get("speedup"))
      Advice += llvm::formatv(", {0:f2} times faster ({1:f2} to {2:f2})",
                              S->getAsNumber().value_or(1),
                              Best->getNumber("speedup_low").value_or(1),
                              Best->getNumber("speedup_high").value_or(1));
  json::Object Sweep{{"kernel", First.getString("kernel").value_or("?").str()},
                     {"gpu", First.getString("gpu").value_or("?").str()},
                     {"advice", Advice}};
  for (StringRef Key : {"file", "line"})
    if (const json::Value *V = First.get(Key))
      Sweep[Key] = *V;
  Text = llvm::formatv("{0} on {1}: {2}", *Sweep.getString("kernel"),
                       *Sweep.getString("gpu"), Advice);
  constexpr size_t MostInText = 5;
  for (const json::Value &V : llvm::make_range(
           Shown.begin(), Shown.begin() + std::min(Shown.size(), MostInText)))
    Text += "\n  " + launchText(*V.getAsObject());
  Sweep["left_out"] = Candidates.size() - Shown.size();
  Sweep["candidates"] = std::move(Shown);
  return Sweep;
}

ToolAnswer mcp::sweepBlocks(const json::Object &Arguments, const RunSelf &Run) {
  if (std::string Why = shapeProblem(Arguments); !Why.empty())
    return ToolAnswer::error(Why);
  auto Command = ToolCommand::make("sweep", Arguments);
  if (!Command)
    return ToolAnswer::error(llvm::toString(Command.takeError()));
  json::Array Notes;
  auto Objects = runForObjects(*Command, Run, Notes);
  if (!Objects)
    return ToolAnswer::error(llvm::toString(Objects.takeError()));
  // The candidates of a launch follow each other; rank 1 begins the next.
  std::vector<std::vector<json::Object>> Launches;
  for (json::Object &O : *Objects) {
    if (Launches.empty() || O.getInteger("rank").value_or(1) <= 1)
      Launches.emplace_back();
    Launches.back().push_back(std::move(O));
  }
  json::Array Sweeps;
  std::vector<std::string> Texts;
  for (const auto &Launch : llvm::ArrayRef(Launches).take_front(MostExplained))
    Sweeps.push_back(sweepOf(Launch, Texts.emplace_back()));
  if (Texts.empty())
    Texts.emplace_back("There is no such launch in this file.");
  for (const json::Value &Note : Notes)
    Texts.push_back("note: " + Note.getAsString().value_or("").str());
  ToolAnswer Answer;
  Answer.Structured =
      json::Object{{"left_out", Launches.size() - Sweeps.size()},
                   {"sweeps", std::move(Sweeps)},
                   {"notes", std::move(Notes)}};
  Answer.Text = llvm::join(Texts, "\n");
  return Answer;
}
