//===- FastMathCheck.h ------------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_FASTMATHCHECK_H
#define GPUPERF_PLUGIN_CHECKS_FASTMATHCHECK_H

#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

/// gpuperf-fast-math: what precise math functions cost a kernel; see
/// FastMathCheck.md.
class FastMathCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_FASTMATHCHECK_H
