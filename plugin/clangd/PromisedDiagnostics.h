//===- PromisedDiagnostics.h - No file waits for ever -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Diagnostics of an analysis that stopped are held back: those of the newer
// text follow. Unless that text is what the stopped analysis had, because an
// edit was undone at once: clangd knows it as built and stays silent. Then
// somebody has to ask.
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
  void edited(llvm::StringRef Path);  ///< the wait begins anew, if there is one
  void keep(llvm::StringRef Path); ///< diagnostics went out, or it was closed
  /// Nobody is asked any more. Not to be called by Ask.
  void stop();

private:
  using Clock = std::chrono::steady_clock;
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
