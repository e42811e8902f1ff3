//===- LoneThreadLoss.h - Lone threads at every size ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_LONETHREADLOSS_H
#define GPUPERF_PLUGIN_FINDINGS_LONETHREADLOSS_H

#include "analysis/advice/idle/LoneThread.h"
#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

struct LoneThreadLoss : LoneThread {
  bool IsOpen = false; ///< the times are those at the size that loses the least
  /// "n is 512 or more": the sizes for which it holds; empty: for all.
  std::string OnlyWhere;
};

/// What \p On loses by blocks of one thread that runs a loop. Where the source
/// leaves sizes open, it has to lose half of its time at every plausible size,
/// or at those from some number of iterations on.
std::optional<LoneThreadLoss> findLoneThreadLoss(const LaunchAnswer &Answer,
                                                 const GpuAnswer &On,
                                                 const GpuModel &Gpu,
                                                 const HostBindings &Assume);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LONETHREADLOSS_H
