//===- LaunchBoundsCheck.h --------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LAUNCHBOUNDSCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LAUNCHBOUNDSCHECK_H

#include "plugin/checks/base/AdviceCheck.h"
#include "plugin/findings/LaunchBoundsTrials.h"

namespace gpuperf {

/// gpuperf-launch-bounds: __launch_bounds__ to add or to correct; see
/// LaunchBoundsCheck.md.
class LaunchBoundsCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  void reportTooSmall(const FileAnalysis &File);
  std::string whyNotNow(const LaunchBoundsFinding &Found) const;
  void reportGain(const LaunchBoundsFinding &Found, const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LAUNCHBOUNDSCHECK_H
