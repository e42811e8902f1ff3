//===- RegisterSpillCheck.h -------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LINES_REGISTERSPILLCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LINES_REGISTERSPILLCHECK_H

#include "plugin/checks/base/LineCheck.h"

namespace gpuperf {

/// gpuperf-register-spill: local arrays that are not in registers, and
/// registers that ptxas spilled; see RegisterSpillCheck.md.
class RegisterSpillCheck : public LineCheck {
public:
  using LineCheck::LineCheck;

protected:
  std::vector<LineFinding> find(const LaunchAnswer &Answer, const GpuAnswer &On,
                                const GpuModel &Gpu) override;

private:
  void findArrays(const LaunchAnswer &Answer, const GpuAnswer &On,
                  const GpuModel &Gpu, std::vector<LineFinding> &Out);
  void findSpills(const LaunchAnswer &Answer, const GpuAnswer &On,
                  const GpuModel &Gpu, std::vector<LineFinding> &Out);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LINES_REGISTERSPILLCHECK_H
