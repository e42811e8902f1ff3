//===- RepeatedThreadsCheck.h -----------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_REPEATEDTHREADSCHECK_H
#define GPUPERF_PLUGIN_CHECKS_REPEATEDTHREADSCHECK_H

#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

/// gpuperf-repeated-threads: launches with a dimension that their kernel does
/// not ask for; see RepeatedThreadsCheck.md.
class RepeatedThreadsCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  void reportLaunch(const LaunchAnswer &Answer, const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_REPEATEDTHREADSCHECK_H
