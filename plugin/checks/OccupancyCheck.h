//===- OccupancyCheck.h -----------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_OCCUPANCYCHECK_H
#define GPUPERF_PLUGIN_CHECKS_OCCUPANCYCHECK_H

#include "plugin/checks/base/AdviceCheck.h"
#include "plugin/findings/IdleSmsLoss.h"
#include "plugin/findings/WorstGpu.h"

namespace gpuperf {

/// gpuperf-occupancy: with slightly less of one resource, another block would
/// fit on an SM, or SMs are idle that more blocks could use; see
/// OccupancyCheck.md.
class OccupancyCheck : public AdviceCheck {
public:
  using AdviceCheck::AdviceCheck;

protected:
  void reportFile(const FileAnalysis &File) override;
  void report(const LaunchAnswer &Answer, const FileAnalysis &File) override;

private:
  void reportIdleSms(const LaunchAnswer &Answer,
                     const OnWorstGpu<IdleSmsLoss> &Loss);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_OCCUPANCYCHECK_H
