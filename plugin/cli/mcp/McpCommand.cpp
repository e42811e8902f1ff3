//===- McpCommand.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/McpCommand.h"
#include "plugin/cli/mcp/LineReader.h"
#include "plugin/cli/mcp/Server.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <iostream>

namespace cl = llvm::cl;
using namespace gpuperf;
using namespace gpuperf::mcp;

static cl::OptionCategory Category("mcp options");
static cl::SubCommand
    Command("mcp", "Answer agents over the Model Context Protocol, on standard "
                   "input and output");
static cl::opt<unsigned>
    TimeLimit("time-limit", cl::value_desc("SECONDS"),
              cl::desc("A call that takes longer gets an error"), cl::init(120),
              cl::sub(Command), cl::cat(Category));
static cl::opt<unsigned> Jobs("j", cl::value_desc("N"),
                              cl::desc("Calls at a time; 0: one a core"),
                              cl::init(2), cl::Prefix, cl::sub(Command),
                              cl::cat(Category));

bool gpuperf::mcpIsAsked() { return static_cast<bool>(Command); }
void gpuperf::hideUnrelatedToMcp() {
  cl::HideUnrelatedOptions(Category, Command);
}

int gpuperf::runMcp() {
  constexpr size_t MostBytes = 4 << 20;
  static int Anchor;
  const std::string Program =
      llvm::sys::fs::getMainExecutable(nullptr, &Anchor);
  ServerOptions Options;
  Options.Version = GPUPERF_VERSION;
  Options.CallLimit = std::chrono::seconds(TimeLimit);
  Options.Jobs = Jobs;
  Options.Run = [&](llvm::ArrayRef<std::string> Arguments,
                    std::chrono::milliseconds Limit,
                    const std::atomic<bool> &Cancelled) {
    return runLimited(Program, Arguments, Limit, Cancelled);
  };
  Server S(std::move(Options), [](const llvm::json::Value &Message) {
    llvm::outs() << Message << '\n';
    llvm::outs().flush();
  });
  std::string Line;
  for (;;)
    switch (readLine(std::cin, MostBytes, Line)) {
    case LineKind::End:
      return 0;
    case LineKind::TooLong:
      S.refuse(llvm::formatv("a message may have {0} bytes", MostBytes).str());
      break;
    case LineKind::Line:
      S.receive(Line);
      break;
    }
}
