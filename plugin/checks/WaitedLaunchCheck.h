//===- WaitedLaunchCheck.h --------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_WAITEDLAUNCHCHECK_H
#define GPUPERF_PLUGIN_CHECKS_WAITEDLAUNCHCHECK_H

#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

struct WaitedLoop;

/// gpuperf-waited-launch: loops that wait for the GPU behind short launches;
/// see WaitedLaunchCheck.md.
class WaitedLaunchCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  void reportLoop(const WaitedLoop &Loop, const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_WAITEDLAUNCHCHECK_H
