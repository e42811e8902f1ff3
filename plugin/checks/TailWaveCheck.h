//===- TailWaveCheck.h ------------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_TAILWAVECHECK_H
#define GPUPERF_PLUGIN_CHECKS_TAILWAVECHECK_H

#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

/// gpuperf-tail-wave: a last wave that is mostly empty;
/// see TailWaveCheck.md.
class TailWaveCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void report(const LaunchAnswer &Answer, const FileAnalysis &File) override;

private:
  /// Notes which tiles were compiled, and the best one. Whether there were any.
  bool noteOtherTiles(const LaunchAnswer &Answer, const FileAnalysis &File,
                      size_t Gpu);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_TAILWAVECHECK_H
