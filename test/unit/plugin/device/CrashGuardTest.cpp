//===- CrashGuardTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/CrashGuard.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "gtest/gtest.h"
#include <array>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace gpuperf;

TEST(CrashGuard, WorkThatEndsIsDone) {
  int Value = 0;
  EXPECT_TRUE(runGuarded([&] { Value = 7; }));
  EXPECT_EQ(Value, 7);
}

TEST(CrashGuard, FatalErrorsEndTheWorkAndNotTheProcess) {
  bool After = false;
  EXPECT_FALSE(runGuarded([&] {
    llvm::report_fatal_error("cannot select");
    After = true;
  }));
  EXPECT_FALSE(After);
  // Those that end in exit(1).
  EXPECT_FALSE(runGuarded(
      [] { llvm::report_fatal_error("bad input", /*GenCrashDiag=*/false); }));
}

TEST(CrashGuard, SignalsEndTheWorkAndNotTheProcess) {
  EXPECT_FALSE(runGuarded([] { std::abort(); }));
  EXPECT_FALSE(runGuarded([] { std::raise(SIGSEGV); }));
  EXPECT_FALSE(runGuarded([] { std::raise(SIGFPE); }));
  EXPECT_TRUE(runGuarded([] {}));
}

TEST(CrashGuard, AnInnerCrashIsTheInnersOwn) {
  bool Inner = true, Outer = false;
  EXPECT_TRUE(runGuarded([&] {
    Inner = runGuarded([] { std::abort(); });
    Outer = true;
  }));
  EXPECT_FALSE(Inner);
  EXPECT_TRUE(Outer);
  // An outer crash after an inner one is still caught.
  EXPECT_FALSE(runGuarded([] {
    runGuarded([] { std::abort(); });
    std::abort();
  }));
}

TEST(CrashGuard, EntriesOfTheCrashedStackAreForgotten) {
  const void *Before = llvm::SavePrettyStackState();
  EXPECT_FALSE(runGuarded([] {
    llvm::PrettyStackTraceString Entry("compiling");
    std::abort();
  }));
  EXPECT_EQ(llvm::SavePrettyStackState(), Before);
}

TEST(CrashGuard, ThreadsCrashByThemselves) {
  std::vector<std::thread> Threads;
  std::array<bool, 8> Done{};
  for (unsigned I = 0; I < Done.size(); ++I)
    Threads.emplace_back([&Done, I] {
      Done[I] = runGuarded([I] {
        if (I % 2)
          llvm::report_fatal_error("odd");
      });
    });
  for (std::thread &T : Threads)
    T.join();
  for (unsigned I = 0; I < Done.size(); ++I)
    EXPECT_EQ(Done[I], I % 2 == 0) << I;
}

namespace {
volatile std::sig_atomic_t HostSignals = 0;
void countSignal(int) { HostSignals = HostSignals + 1; }

/// A signal handler of the process around us, for as long as this lives.
class HostHandler {
public:
  explicit HostHandler(int Signal) : Signal(Signal) {
    struct sigaction Host = {};
    Host.sa_handler = countSignal;
    sigaction(Signal, &Host, &Old);
  }
  ~HostHandler() { sigaction(Signal, &Old, nullptr); }
  bool isThere() const {
    struct sigaction Now = {};
    sigaction(Signal, nullptr, &Now);
    return Now.sa_handler == countSignal;
  }

private:
  const int Signal;
  struct sigaction Old = {};
};
} // namespace

TEST(CrashGuard, HandlersOfTheHostAreThereAgainAfterwards) {
  const HostHandler Segv(SIGSEGV), Abort(SIGABRT);
  EXPECT_TRUE(runGuarded([&] { EXPECT_FALSE(Segv.isThere()); }));
  EXPECT_TRUE(Segv.isThere());
  EXPECT_TRUE(Abort.isThere());
  EXPECT_FALSE(runGuarded([] { std::raise(SIGSEGV); }));
  EXPECT_FALSE(runGuarded([] { llvm::report_fatal_error("cannot select"); }));
  EXPECT_TRUE(Segv.isThere());
  EXPECT_TRUE(Abort.isThere());
  HostSignals = 0;
  std::raise(SIGSEGV);
  EXPECT_EQ(HostSignals, 1);
}

TEST(CrashGuard, AnInnerGuardLeavesTheHandlersToTheOuter) {
  const HostHandler Segv(SIGSEGV);
  EXPECT_TRUE(runGuarded([&] {
    EXPECT_TRUE(runGuarded([] {}));
    EXPECT_FALSE(Segv.isThere());
  }));
  EXPECT_TRUE(Segv.isThere());
}

TEST(CrashGuard, GuardsOfSeveralThreadsLeaveNothingBehind) {
  const HostHandler Segv(SIGSEGV);
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 8; ++I)
    Threads.emplace_back([I] {
      for (unsigned Round = 0; Round < 50; ++Round)
        EXPECT_EQ(runGuarded([&] {
                    if ((I + Round) % 3 == 0)
                      std::raise(SIGSEGV);
                  }),
                  (I + Round) % 3 != 0);
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_TRUE(Segv.isThere());
}

TEST(CrashGuard, ARecoveryThatTheHostEnabledStaysEnabled) {
  llvm::CrashRecoveryContext::Enable();
  EXPECT_FALSE(runGuarded([] { std::abort(); }));
  llvm::CrashRecoveryContext OfHost;
  EXPECT_FALSE(OfHost.RunSafely([] { std::abort(); }));
  llvm::CrashRecoveryContext::Disable();
}

TEST(CrashGuardDeathTest, OutsideOfAGuardFatalErrorsStayFatal) {
  EXPECT_TRUE(runGuarded([] {}));
  EXPECT_DEATH(llvm::report_fatal_error("the end"), "LLVM ERROR: the end");
}
