//===- InvalidLaunchCheck.h -------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_INVALIDLAUNCHCHECK_H
#define GPUPERF_PLUGIN_CHECKS_INVALIDLAUNCHCHECK_H

#include "plugin/checks/base/LaunchCheck.h"

namespace gpuperf {

/// gpuperf-invalid-launch: a launch over the GPU's limits, which fails at run
/// time; see InvalidLaunchCheck.md.
class InvalidLaunchCheck : public LaunchCheck {
public:
  InvalidLaunchCheck(llvm::StringRef Name,
                     clang::tidy::ClangTidyContext *Context)
      : LaunchCheck(Name, Context) {}

protected:
  void report(const LaunchAnswer &Answer, const FileAnalysis &File) override;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_INVALIDLAUNCHCHECK_H
