//===- PtxasLater.h - ptxas where nobody may wait for it --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an editor, an answer at once that estimates the registers is better than
// an exact one half a second later. So questions to ptxas are queued, one
// thread runs them, and the answers are kept for the analysis that asks the
// same again.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_EDITOR_PTXASLATER_H
#define GPUPERF_PLUGIN_EDITOR_PTXASLATER_H

#include "analysis/registers/Registers.h"
#include "llvm/ADT/StringMap.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace gpuperf {

class PtxasLater {
public:
  PtxasLater() = default;
  ~PtxasLater() { stop(); }
  PtxasLater(const PtxasLater &) = delete;
  PtxasLater &operator=(const PtxasLater &) = delete;

  /// Returns the answer if it is there within \p Patience. Where too many
  /// questions wait, the oldest one of the same file is dropped. Thread-safe.
  std::optional<RegisterReport> ask(const std::string &File,
                                    llvm::StringRef Ptx,
                                    const RegisterOptions &Options,
                                    std::chrono::milliseconds Patience);
  /// Ends a running ptxas and waits for its thread. No question is answered
  /// after that.
  void stop();
  /// Waits until all questions are answered; for tests.
  void drain();

private:
  struct Question {
    std::string Key, File, Ptx;
    RegisterOptions Options;
  };
  void enqueue(const std::string &Key, const std::string &File,
               llvm::StringRef Ptx, const RegisterOptions &Options);
  void work();

  std::mutex Mu;
  std::condition_variable Changed;
  std::deque<Question> Waiting;
  llvm::StringMap<RegisterReport> Answers;
  std::deque<std::string> Order; ///< of Answers, oldest first
  std::string Running;           ///< key; empty: none
  bool Stop = false;
  std::thread Worker;
};

/// Asks the questions of one open file. \p Later has to outlive it.
class FilePtxas : public PtxasRunner {
public:
  FilePtxas(PtxasLater &Later, std::string File)
      : Later(Later), File(std::move(File)) {}
  std::optional<RegisterReport> ask(llvm::StringRef Ptx,
                                    const RegisterOptions &Options) override;
  /// How long an answer is waited for. It is a moment while a file is being
  /// opened, as nobody types yet, and zero after that.
  std::atomic<std::chrono::milliseconds> Patience{std::chrono::milliseconds(0)};

private:
  PtxasLater &Later;
  const std::string File;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_EDITOR_PTXASLATER_H
