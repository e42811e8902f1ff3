//===- WaitedLaunchCheck.h --------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_HOST_WAITEDLAUNCHCHECK_H
#define GPUPERF_PLUGIN_CHECKS_HOST_WAITEDLAUNCHCHECK_H

#include "plugin/checks/base/AdviceCheck.h"
#include <optional>

namespace gpuperf {

struct WaitedLoop;
struct WaitedPart;

/// gpuperf-waited-launch: loops that wait for the GPU behind short launches;
/// see WaitedLaunchCheck.md.
class WaitedLaunchCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  struct Worth;
  /// What is saved on the GPU where that is most; nothing: not enough.
  std::optional<Worth> worthOf(const WaitedPart &Part, const FileAnalysis &File,
                               const WithGuessedBlocks *Guessed) const;
  /// False: there is nothing to report.
  bool reportLoop(const WaitedLoop &Loop, const FileAnalysis &File);
  /// "in every iteration of the loop at main.cu:79".
  std::string whenever(const WaitedLoop &Loop) const;
  bool isAround(const WaitedLoop &Loop) const;
  clang::SourceLocation placeOf(const WaitedLoop &Loop) const;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_HOST_WAITEDLAUNCHCHECK_H
