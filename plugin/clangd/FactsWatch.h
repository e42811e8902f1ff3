//===- FactsWatch.h - A changed facts file is read again --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each analysis reads the facts anew. But clangd analyses a file only when its
// text changes, so that somebody has to see that the facts did. Once a second
// the modification times are compared with those that the analyses saw; no
// notice of the editor is waited for, as the facts may lie outside of its
// folder.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_FACTSWATCH_H
#define GPUPERF_PLUGIN_CLANGD_FACTSWATCH_H

#include "llvm/ADT/StringMap.h"
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace gpuperf {

class EditorSession;

/// Thread-safe.
class FactsWatch {
public:
  /// \p Ask is called on a thread of its own with the path of an open file
  /// whose facts are not those of its last analysis.
  FactsWatch(EditorSession &Session,
             std::function<void(const std::string &Path)> Ask)
      : Session(Session), Ask(std::move(Ask)) {}
  ~FactsWatch() { stop(); }
  FactsWatch(const FactsWatch &) = delete;
  FactsWatch &operator=(const FactsWatch &) = delete;

  void start();   ///< a file was opened
  void lookNow(); ///< the editor says that a file was changed
  /// Ask is not called any more from now on. Ask itself must not call this.
  void stop();

private:
  void watch();
  void look();

  EditorSession &Session;
  const std::function<void(const std::string &)> Ask;
  std::mutex Mu;
  std::condition_variable Changed;
  bool Stopped = false, Now = false;
  llvm::StringMap<std::string> AskedAt; ///< state; only of the thread
  std::thread Watcher;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_FACTSWATCH_H
