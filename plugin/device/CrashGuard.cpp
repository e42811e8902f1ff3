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
#include <mutex>

using namespace llvm;

/// Some of LLVM's fatal errors end in exit(), which no signal handler sees.
static void onFatalError(void *, const char *Reason, bool) {
  if (CrashRecoveryContext *Guard = CrashRecoveryContext::GetCurrent())
    Guard->HandleExit(1);
  // Outside of a guard LLVM goes on to end the process, as it would have.
  errs() << "LLVM ERROR: " << Reason << '\n';
}

static void enableOnce() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    CrashRecoveryContext::Enable();
    install_fatal_error_handler(onFatalError);
  });
}

bool gpuperf::runGuarded(function_ref<void()> Work) {
  enableOnce();
  // The entries of frames that are jumped over are gone with them.
  const void *StackState = SavePrettyStackState();
  CrashRecoveryContext Guard;
  if (Guard.RunSafely(Work))
    return true;
  RestorePrettyStackState(StackState);
  return false;
}
