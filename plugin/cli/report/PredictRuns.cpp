//===- PredictRuns.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/PredictRuns.h"
#include "plugin/cli/process/TemporaryFile.h"
#include "plugin/cli/process/TemporaryFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ThreadPool.h"

using namespace gpuperf;

/// Runs a program with its two outputs in \p Run; whether it could be started.
static bool execute(llvm::StringRef Program,
                    llvm::ArrayRef<std::string> Arguments, PredictRun &Run) {
  TemporaryFile Output, Errors;
  if (Output.path().empty() || Errors.path().empty()) {
    Run.Errors = "no temporary file can be made";
    return false;
  }
  llvm::SmallVector<llvm::StringRef, 32> Words = {Program};
  llvm::append_range(Words, Arguments);
  std::string Why;
  bool Failed = false;
  Run.Began = std::chrono::system_clock::now();
  Run.ExitCode = llvm::sys::ExecuteAndWait(
      Program, Words, std::nullopt,
      {llvm::StringRef(""), Output.path(), Errors.path()}, 0, 0, &Why, &Failed);
  Run.Output = Output.text();
  Run.Errors = Errors.text();
  // First of all, what ended a program that did not end by itself.
  if (Failed || Run.ExitCode < 0)
    Run.Errors = Why + "\n" + Run.Errors;
  return !Failed;
}

/// Puts the name of the project's folder in place of a temporary one.
static void rename(std::string &Text, llvm::StringRef From,
                   llvm::StringRef To) {
  for (size_t At = 0; (At = Text.find(From, At)) != std::string::npos;
       At += To.size())
    Text.replace(At, From.size(), To);
}

static PredictRun predict(llvm::StringRef Program, const PredictTask &Task,
                          ReportCache &Cache) {
  const std::string Key =
      llvm::join(Task.Arguments, "\n") + "\n\n" + Task.KeyOfRest;
  if (auto Known = Cache.find(Key))
    return std::move(*Known);
  PredictRun Run;
  TemporaryFile Reads;
  std::vector<std::string> Arguments = Task.Arguments;
  // Options end where clang's flags begin.
  Arguments.insert(Arguments.begin() + 1, "--read-files=" + Reads.path().str());
  std::optional<TemporaryFolder> Folder;
  if (!Task.Database.empty()) {
    Folder.emplace();
    if (!Folder->write("compile_commands.json", Task.Database)) {
      Run.ExitCode = -1;
      Run.Errors = "no temporary file can be made";
      return Run;
    }
    Arguments.insert(Arguments.begin() + 1, "-p=" + Folder->path().str());
  }
  if (!execute(Program, Arguments, Run)) {
    Run.ExitCode = -1;
    return Run;
  }
  if (Folder)
    rename(Run.Errors, Folder->path(), Task.DatabaseFolder);
  const std::string Names = Reads.text();
  for (llvm::StringRef Name : llvm::split(Names, '\n'))
    if (!Name.empty())
      Run.Reads.push_back(Name.str());
  // Without a list nobody knows what the answer rests on.
  if (!Run.Reads.empty())
    Cache.keep(Key, Run);
  return Run;
}

std::vector<PredictRun> gpuperf::runPredictions(
    llvm::StringRef Program, llvm::ArrayRef<PredictTask> Tasks, unsigned Jobs,
    ReportCache &Cache,
    const std::function<void(size_t, const PredictTask &)> &OnDone) {
  std::vector<PredictRun> Runs(Tasks.size());
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Jobs));
  std::mutex Lock;
  size_t Done = 0;
  for (size_t I = 0; I < Tasks.size(); ++I)
    Pool.async([&, I] {
      Runs[I] = predict(Program, Tasks[I], Cache);
      std::lock_guard<std::mutex> Guard(Lock);
      OnDone(++Done, Tasks[I]);
    });
  Pool.wait();
  return Runs;
}

llvm::Expected<std::string>
gpuperf::outputOf(llvm::StringRef Program,
                  llvm::ArrayRef<std::string> Arguments) {
  auto Path = llvm::sys::findProgramByName(Program);
  if (!Path)
    return llvm::createStringError(Program + " is not installed");
  PredictRun Run;
  if (!execute(*Path, Arguments, Run) || Run.ExitCode != 0)
    return llvm::createStringError(Program + " " + llvm::join(Arguments, " ") +
                                   ": " + llvm::StringRef(Run.Errors).trim());
  return Run.Output;
}
