//===- ReportCache.h - What was predicted before -------------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Predicting a file again gives the same answer while the command, this
// program, and the contents of the file and of all files that it included are
// the same. An entry names what was read, with size, time and hash; a file
// whose size and time are as they were is not read again.
//
// As with other caches of this kind, a header that is added in front of one
// that was found is not seen, since nobody had read it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_REPORTCACHE_H
#define GPUPERF_PLUGIN_CLI_REPORT_REPORTCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h"
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

/// What a run of `gpuperf predict` left.
struct PredictRun {
  int ExitCode = 0;               ///< negative: it crashed
  std::string Output;             ///< lines of JSON
  std::string Errors;             ///< what it wrote to standard error
  std::vector<std::string> Reads; ///< absolute paths, sorted
  /// When it began. What was written after that may not be what it has read.
  llvm::sys::TimePoint<> Began;
};

class ReportCache {
public:
  /// Entries are in \p Folder, which is made when the first is written; empty:
  /// nothing is kept.
  explicit ReportCache(std::string Folder) : Folder(std::move(Folder)) {}

  /// The run with \p Key, if all that it read is as it was.
  std::optional<PredictRun> find(llvm::StringRef Key);
  /// Keeps a run that ended by itself and whose files were not written since it
  /// began. A folder that cannot be written to is no
  /// error: the answer is there.
  void keep(llvm::StringRef Key, const PredictRun &Run);

private:
  /// Of a file as it is now; Size -1: it is not there.
  struct State {
    int64_t Size = -1, TimeNs = 0;
    bool operator==(const State &) const = default;
  };
  State stateOf(const std::string &Path);
  std::string hashOf(const std::string &Path);
  std::string pathOf(llvm::StringRef Key) const;

  std::string Folder;
  std::mutex Lock; ///< of the two maps: files share their headers
  std::map<std::string, State> States;
  std::map<std::string, std::string> Hashes;
};

/// A hash of \p Text in hexadecimal digits, the same on all machines.
std::string hashText(llvm::StringRef Text);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_REPORTCACHE_H
