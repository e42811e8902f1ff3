//===- LaunchBoundsCheck.h --------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LAUNCHBOUNDSCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LAUNCHBOUNDSCHECK_H

#include "analysis/advice/launches/LaunchBoundsAdvice.h"
#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

/// gpuperf-launch-bounds: __launch_bounds__ to add or to correct; see
/// LaunchBoundsCheck.md.
class LaunchBoundsCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  struct Candidate;
  void reportTooSmall(const FileAnalysis &File);
  std::vector<Candidate> candidates(const FileAnalysis &File) const;
  void report(const Candidate &C, const LaunchBoundsGain &Gain,
              const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LAUNCHBOUNDSCHECK_H
