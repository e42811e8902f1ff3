//===- ConstantPowerCheck.h -------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LINES_CONSTANTPOWERCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LINES_CONSTANTPOWERCHECK_H

#include "plugin/checks/base/LineCheck.h"
#include "plugin/rewrite/SmallPower.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace gpuperf {

/// gpuperf-constant-power: pow with an exponent that a product or a root gives;
/// see ConstantPowerCheck.md.
class ConstantPowerCheck : public LineCheck {
public:
  using LineCheck::LineCheck;

protected:
  void reportFile(const FileAnalysis &File) override;
  std::vector<LineFinding> find(const LaunchAnswer &Answer, const GpuAnswer &On,
                                const GpuModel &Gpu) override;
  void addFix(CheckMessage &Diag, clang::SourceLocation Where,
              const LineFinding &Found, const GpuAnswer &On) override;

private:
  // Of the file that is being reported; empty between files.
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<SmallPower>> ByKernel;
  /// By the first token of the call that a finding is told at, those that it
  /// tells.
  llvm::DenseMap<clang::SourceLocation, std::vector<SmallPower>> ToldAt;
  llvm::DenseSet<clang::SourceLocation> Fixed; ///< calls that have a fix
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LINES_CONSTANTPOWERCHECK_H
