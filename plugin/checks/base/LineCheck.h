//===- LineCheck.h - Checks at the line that costs --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line of a kernel may be run by many launches, instantiations and GPUs: it
// gets one diagnostic, for the launch that loses the most by it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_BASE_LINECHECK_H
#define GPUPERF_PLUGIN_CHECKS_BASE_LINECHECK_H

#include "analysis/advice/lines/LineFinding.h"
#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

class LineCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  /// Costs of one launch on one GPU (\p On.P and \p On.Kernel are there); those
  /// that gain less than MinGainPercent are dropped by the caller.
  virtual std::vector<LineFinding> find(const LaunchAnswer &Answer,
                                        const GpuAnswer &On,
                                        const GpuModel &Gpu) = 0;
  /// May add fix-its to the diagnostic of \p Found at \p Where.
  virtual void addFix(clang::DiagnosticBuilder &, clang::SourceLocation,
                      const LineFinding &, const GpuAnswer &) {}

  void reportFile(const FileAnalysis &File) override;

  /// The place of a line in the AST's files; invalid if the file is not one of
  /// them.
  clang::SourceLocation locationOf(const KernelSummary &Kernel,
                                   SourceLine Line) const;
  /// The reverse; Line 0 if none of the kernel's code is in that file.
  SourceLine lineIn(const KernelSummary &Kernel,
                    clang::SourceLocation Where) const;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_LINECHECK_H
