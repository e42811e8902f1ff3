//===- LaunchConfigCheck.h --------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LAUNCHCONFIGCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LAUNCHCONFIGCHECK_H

#include "analysis/advice/launches/LaunchAdvice.h"
#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

/// gpuperf-launch-config: a better block size, with a fix-it where the program
/// is proven to compute the same; see LaunchConfigCheck.md.
class LaunchConfigCheck : public AdviceCheck {
public:
  LaunchConfigCheck(llvm::StringRef Name,
                    clang::tidy::ClangTidyContext *Context)
      : AdviceCheck(Name, Context) {}

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  void reportTunedConstants(const FileAnalysis &File);
  void reportIdleBlocks(const LaunchAnswer &Answer, const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LAUNCHCONFIGCHECK_H
