//===- LineCheck.h - Checks at the line that costs --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Such a check gives one diagnostic per line of a kernel, for the launch that
// loses the most by it (plugin/findings/LineLosses.h).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_BASE_LINECHECK_H
#define GPUPERF_PLUGIN_CHECKS_BASE_LINECHECK_H

#include "plugin/checks/base/AdviceCheck.h"
#include "plugin/findings/LineLosses.h"

namespace gpuperf {

class LineCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  /// The costs of one launch on one GPU, whose prediction and kernel are there.
  /// The caller drops those that gain less than MinGainPercent.
  virtual std::vector<LineFinding> find(const LaunchAnswer &Answer,
                                        const GpuAnswer &On,
                                        const GpuModel &Gpu) = 0;
  /// May add fix-its to the diagnostic of \p Found at \p Where.
  virtual void addFix(CheckMessage &, clang::SourceLocation,
                      const LineFinding &, const GpuAnswer &) {}

  void reportFile(const FileAnalysis &File) override;

private:
  /// What lines cost with each of the usual blocks, in launches of which no
  /// block is known: the least of it.
  std::vector<LineLoss> findWithGuessedBlocks(FindLineCosts Find);
  void reportLoss(const LineLoss &Loss);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_LINECHECK_H
