//===- BankConflictCheck.h - Lanes in one bank ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LINES_BANKCONFLICTCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LINES_BANKCONFLICTCHECK_H

#include "plugin/checks/base/LineCheck.h"
#include <map>

namespace gpuperf {

/// gpuperf-bank-conflict: lanes of a warp that meet in a bank of shared memory;
/// see BankConflictCheck.md.
class BankConflictCheck : public LineCheck {
public:
  using LineCheck::LineCheck;

protected:
  std::vector<LineFinding> find(const LaunchAnswer &Answer, const GpuAnswer &On,
                                const GpuModel &Gpu) override;
  void addFix(CheckMessage &Diag, clang::SourceLocation,
              const LineFinding &Found, const GpuAnswer &On) override;
  void reportFile(const FileAnalysis &File) override;

private:
  /// The fix-its that pad an array, where padding is proven safe and gains
  /// enough, by launch and first access.
  std::map<std::pair<const GpuAnswer *, AccessId>,
           std::vector<clang::FixItHint>>
      Fixes;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LINES_BANKCONFLICTCHECK_H
