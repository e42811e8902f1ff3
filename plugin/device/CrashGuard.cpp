//===- CrashGuard.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/CrashGuard.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <mutex>

using namespace llvm;

/// Some of LLVM's fatal errors end in exit(), which no signal handler sees.
static void onFatalError(void *, const char *Reason, bool) {
  if (CrashRecoveryContext *Guard = CrashRecoveryContext::GetCurrent())
    Guard->HandleExit(1);
  // A thread that is in no guard: LLVM goes on to end the process when this
  // returns, as it would have done without us.
  errs() << "LLVM ERROR: " << Reason << '\n';
}

/// The function that SIGSEGV calls, as a value to compare with.
static auto segvHandler() {
  struct sigaction Now = {};
  sigaction(SIGSEGV, nullptr, &Now);
  return Now.sa_handler;
}

namespace {
/// What is installed for the whole process while at least one guard is active.
class ProcessHandlers {
public:
  void guardBegins() {
    std::lock_guard<std::mutex> Lock(Mu);
    if (Guards++ > 0)
      return;
    // LLVM does not tell whether crash recovery is enabled, but it sets signal
    // handlers only if it was not.
    const auto Before = segvHandler();
    CrashRecoveryContext::Enable();
    EnabledHere = segvHandler() != Before;
    install_fatal_error_handler(onFatalError);
  }
  void guardEnds() {
    std::lock_guard<std::mutex> Lock(Mu);
    if (--Guards > 0)
      return;
    remove_fatal_error_handler();
    if (EnabledHere)
      CrashRecoveryContext::Disable(); // puts the old signal handlers back
  }

private:
  std::mutex Mu;
  unsigned Guards = 0; ///< of all threads
  bool EnabledHere = false;
};
} // namespace

/// One for the process, as handlers are.
static ProcessHandlers &processHandlers() {
  static ProcessHandlers Handlers;
  return Handlers;
}

bool gpuperf::runGuarded(function_ref<void()> Work) {
  processHandlers().guardBegins();
  // The entries of frames that are jumped over are gone with them.
  const void *StackState = SavePrettyStackState();
  bool Done;
  {
    CrashRecoveryContext Guard;
    Done = Guard.RunSafely(Work);
  }
  if (!Done)
    RestorePrettyStackState(StackState);
  processHandlers().guardEnds();
  return Done;
}
