//===- IntegerDivisionCheck.h -----------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LINES_INTEGERDIVISIONCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LINES_INTEGERDIVISIONCHECK_H

#include "plugin/checks/base/LineCheck.h"

namespace gpuperf {

/// gpuperf-integer-division: / and % by numbers that only the launch knows; see
/// IntegerDivisionCheck.md.
class IntegerDivisionCheck : public LineCheck {
public:
  using LineCheck::LineCheck;

protected:
  std::vector<LineFinding> find(const LaunchAnswer &Answer, const GpuAnswer &On,
                                const GpuModel &Gpu) override;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LINES_INTEGERDIVISIONCHECK_H
