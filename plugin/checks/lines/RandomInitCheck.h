//===- RandomInitCheck.h ----------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LINES_RANDOMINITCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LINES_RANDOMINITCHECK_H

#include "plugin/checks/base/LineCheck.h"

namespace gpuperf {

/// gpuperf-random-init: random states whose initialisation takes longer than
/// what is done with them; see RandomInitCheck.md.
class RandomInitCheck : public LineCheck {
public:
  using LineCheck::LineCheck;

protected:
  std::vector<LineFinding> find(const LaunchAnswer &Answer, const GpuAnswer &On,
                                const GpuModel &Gpu) override;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LINES_RANDOMINITCHECK_H
