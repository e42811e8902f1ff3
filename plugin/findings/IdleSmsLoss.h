//===- IdleSmsLoss.h - Idle SMs at every size -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_IDLESMSLOSS_H
#define GPUPERF_PLUGIN_FINDINGS_IDLESMSLOSS_H

#include "analysis/advice/idle/IdleSms.h"
#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

struct IdleSmsLoss : IdleSms {
  /// "n is 512 or more": the sizes for which it holds; empty: nothing is open.
  /// The times are then those at the size that loses the least.
  std::string OnlyWhere;
};

/// What \p On loses by idle SMs. Where the source leaves sizes open, the grid
/// not among them, it has to lose at every plausible size that is not small.
std::optional<IdleSmsLoss> findIdleSmsLoss(const LaunchAnswer &Answer,
                                           const GpuAnswer &On,
                                           const GpuModel &Gpu,
                                           const HostBindings &Assume);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_IDLESMSLOSS_H
