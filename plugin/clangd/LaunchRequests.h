//===- LaunchRequests.h - Requests whose answers we add to ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_LAUNCHREQUESTS_H
#define GPUPERF_PLUGIN_CLANGD_LAUNCHREQUESTS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <mutex>
#include <string>

namespace gpuperf {

class LaunchTimes;

/// Remembers the editor's requests for hints and hovers until clangd answers
/// them, and adds the times to the answers. Thread-safe.
class LaunchRequests {
public:
  explicit LaunchRequests(LaunchTimes &Times) : Times(Times) {}

  void asked(llvm::StringRef Method, const llvm::json::Value &Params,
             const llvm::json::Value &Id);
  void answered(const llvm::json::Value &Id,
                llvm::Expected<llvm::json::Value> &Result);

  /// What the editor said of itself: it asks again for hints when it is told
  /// to, and tells of changed files when it is asked to.
  bool refreshesHints() const;
  bool watchesFiles() const;
  /// It wants to be told what is being done for a file (clangdFileStatus,
  /// clangd's extension of the protocol).
  bool wantsFileStatus() const;

private:
  enum class Kind : uint8_t { Initialize, Hints, Hover };
  struct Request {
    Kind What;
    std::string Path;
    llvm::json::Value Where; ///< range or position
  };
  void readAbilities(const llvm::json::Value &Params);
  void readEncoding(const llvm::json::Value &Result);

  LaunchTimes &Times;
  mutable std::mutex Mu;
  std::map<std::string, Request> Open; ///< by identifier, as JSON
  bool RefreshesHints = false, WatchesFiles = false, Markdown = false,
       FileStatus = false;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_LAUNCHREQUESTS_H
