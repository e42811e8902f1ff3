//===- PromisedDiagnostics.h - No file waits for ever -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The diagnostics of an analysis that was stopped are held back, because those
// of the newer text follow. They do not follow where an edit was undone at
// once: the newest text is then the one that the stopped analysis had, which
// clangd has built already, so that it sends nothing. In that case the
// diagnostics have to be asked for.
//
// They are asked for as well where the first diagnostics of an opened file went
// out before our own analysis had begun, and where clangd would wait too long
// before it builds a text (EditWait.h).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_PROMISEDDIAGNOSTICS_H
#define GPUPERF_PLUGIN_CLANGD_PROMISEDDIAGNOSTICS_H

#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace gpuperf {

/// Thread-safe.
class PromisedDiagnostics {
public:
  /// \p Ask is called on a thread of its own with the path of a file that has
  /// waited for \p Patience.
  PromisedDiagnostics(std::function<void(const std::string &Path)> Ask,
                      std::chrono::milliseconds Patience)
      : Ask(std::move(Ask)), Patience(Patience) {}
  ~PromisedDiagnostics() { stop(); }
  PromisedDiagnostics(const PromisedDiagnostics &) = delete;
  PromisedDiagnostics &operator=(const PromisedDiagnostics &) = delete;

  void promise(llvm::StringRef Path); ///< diagnostics were held back
  void askNow(llvm::StringRef Path);  ///< ours are missing in what went out
  /// Asks after \p Wait, which another call begins anew.
  void askAfter(llvm::StringRef Path, std::chrono::milliseconds Wait);
  void edited(llvm::StringRef Path); ///< a wait begins anew
  void keep(llvm::StringRef Path);   ///< diagnostics went out, or it was closed
  /// Ask is not called any more from now on. Ask itself must not call this.
  void stop();

private:
  using Clock = std::chrono::steady_clock;
  void expect(llvm::StringRef Path, Clock::time_point When);
  void watch();

  const std::function<void(const std::string &)> Ask;
  const std::chrono::milliseconds Patience;
  std::mutex Mu;
  std::condition_variable Changed;
  llvm::StringMap<Clock::time_point> Due;
  bool Stopped = false;
  std::thread Watcher;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_PROMISEDDIAGNOSTICS_H
