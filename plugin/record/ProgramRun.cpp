//===- ProgramRun.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/ProgramRun.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace gpuperf::record {

/// The number after \p Key in a file of /proc, in its unit; 0: there is none.
static uint64_t procNumber(StringRef Path, StringRef Key) {
  auto Text = MemoryBuffer::getFileAsStream(Path);
  if (!Text)
    return 0;
  StringRef Rest = (*Text)->getBuffer();
  const size_t At = Rest.find(Key);
  if (At == StringRef::npos)
    return 0;
  uint64_t Number = 0;
  Rest = Rest.drop_front(At + Key.size()).ltrim();
  return Rest.consumeInteger(10, Number) ? 0 : Number;
}

/// Three quarters of what the machine and the control group have left. Device
/// memory is the host's, and only what is touched counts.
static uint64_t mostResidentBytes() {
  uint64_t Bytes = procNumber("/proc/meminfo", "MemAvailable:") * 1024;
  if (uint64_t Group = procNumber("/sys/fs/cgroup/memory.max", "")) {
    const uint64_t Used = procNumber("/sys/fs/cgroup/memory.current", "");
    Bytes = std::min(Bytes, Group - std::min(Used, Group));
  }
  return Bytes / 4 * 3;
}

static uint64_t residentBytes(pid_t Process) {
  return 1024 *
         procNumber("/proc/" + std::to_string(Process) + "/status", "VmRSS:");
}

namespace {
/// What this process is told while it waits, taken without handlers.
class Signals {
public:
  Signals() {
    sigemptyset(&Watched);
    for (int S : {SIGCHLD, SIGINT, SIGTERM, SIGHUP})
      sigaddset(&Watched, S);
    sigprocmask(SIG_BLOCK, &Watched, &Before);
  }
  ~Signals() { sigprocmask(SIG_SETMASK, &Before, nullptr); }
  /// The next signal, or 0 after a fifth of a second.
  int wait() const {
    const timespec Time = {0, 200'000'000};
    const int S = sigtimedwait(&Watched, nullptr, &Time);
    return S > 0 ? S : 0;
  }
  const sigset_t &before() const { return Before; }

private:
  sigset_t Watched, Before;
};
} // namespace

/// Starts the program; with a terminal it stays in the group that may read it.
static Expected<pid_t> start(const RunRequest &Request, const Signals &S,
                             bool OwnGroup) {
  std::vector<char *> Arguments, Environment;
  for (const std::string &Word : Request.Command)
    Arguments.push_back(const_cast<char *>(Word.c_str()));
  Arguments.push_back(nullptr);
  for (char **E = environ; *E; ++E)
    if (none_of(Request.Environment, [&](StringRef New) {
          return StringRef(*E).starts_with(New.take_front(New.find('=') + 1));
        }))
      Environment.push_back(*E);
  for (const std::string &New : Request.Environment)
    Environment.push_back(const_cast<char *>(New.c_str()));
  Environment.push_back(nullptr);
  posix_spawnattr_t How;
  posix_spawnattr_init(&How);
  posix_spawnattr_setsigmask(&How, &S.before());
  posix_spawnattr_setpgroup(&How, 0);
  posix_spawnattr_setflags(
      &How, static_cast<short>(POSIX_SPAWN_SETSIGMASK |
                               (OwnGroup ? POSIX_SPAWN_SETPGROUP : 0)));
  pid_t Child = 0;
  const int Failed = posix_spawnp(&Child, Arguments[0], nullptr, &How,
                                  Arguments.data(), Environment.data());
  posix_spawnattr_destroy(&How);
  if (Failed)
    return createStringError("cannot run '" + Request.Command.front() +
                             "': " + std::strerror(Failed));
  return Child;
}

Expected<RunResult> runProgram(const RunRequest &Request) {
  using Clock = std::chrono::steady_clock;
  // A program that crashes would write all of the device's memory to disk.
  rlimit NoCore = {0, 0};
  setrlimit(RLIMIT_CORE, &NoCore);
  const Signals Told;
  const bool OwnGroup = !isatty(STDIN_FILENO);
  const uint64_t MostBytes = mostResidentBytes();
  Expected<pid_t> Child = start(Request, Told, OwnGroup);
  if (!Child)
    return Child.takeError();
  auto tell = [&](int Signal) { kill(OwnGroup ? -*Child : *Child, Signal); };
  const Clock::time_point End =
      Clock::now() + std::chrono::seconds(Request.MostSeconds);
  RunResult Result;
  auto endIt = [&](RunResult::End Why) {
    if (Result.How == RunResult::End::Exited)
      Result.How = Why;
    tell(SIGKILL);
  };
  for (;;) {
    const int Signal = Told.wait();
    int Status = 0;
    if (waitpid(*Child, &Status, WNOHANG) == *Child) {
      // What it started in the background is ended, too.
      if (OwnGroup)
        tell(SIGKILL);
      if (WIFSIGNALED(Status)) {
        Result.Code = WTERMSIG(Status);
        if (Result.How == RunResult::End::Exited)
          Result.How = RunResult::End::Signalled;
      } else {
        Result.Code = WEXITSTATUS(Status);
      }
      return Result;
    }
    if (Signal == SIGINT || Signal == SIGTERM || Signal == SIGHUP)
      endIt(RunResult::End::Interrupted);
    else if (Clock::now() >= End)
      endIt(RunResult::End::TimedOut);
    else if (MostBytes && residentBytes(*Child) > MostBytes)
      endIt(RunResult::End::OutOfMemory);
  }
}

} // namespace gpuperf::record
