//===- KernelTimeCheck.h ----------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_KERNELTIMECHECK_H
#define GPUPERF_PLUGIN_CHECKS_KERNELTIMECHECK_H

#include "plugin/checks/base/LaunchCheck.h"

namespace gpuperf {

/// gpuperf-kernel-time: one line per launch with its predicted time, the
/// resource that limits it, its occupancy and the warps of the busiest SM; see
/// KernelTimeCheck.md.
class KernelTimeCheck : public LaunchCheck {
public:
  KernelTimeCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  void report(const LaunchAnswer &Answer, const FileAnalysis &File) override;
  void reportFile(const FileAnalysis &File) override;

private:
  const bool ReportUnknown, TensorCores;
  const std::string InlayHints, Hover; ///< "true" or "false"
  std::vector<ShownLaunch> Shown;      ///< in an editor: what was reported
  bool SaidMinimalStd = false;         ///< about the file that is reported
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_KERNELTIMECHECK_H
