//===- IdleBlocksLoss.h - Too large a grid, whatever the size ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_IDLEBLOCKSLOSS_H
#define GPUPERF_PLUGIN_FINDINGS_IDLEBLOCKSLOSS_H

#include "analysis/advice/idle/IdleBlocks.h"
#include "plugin/analyze/FileAnalysis.h"
#include <optional>
#include <string>

namespace gpuperf {

/// Blocks of a launch that a guard of the kernel sends away.
struct IdleBlocksLoss {
  IdleBlocks Found; ///< in the launch itself, or where the least is lost
  /// The name that the source leaves open, where the loss is there at every
  /// value that was tried. Empty: grid and work are known.
  std::string Open;
  /// With an open name: how many times too many blocks there are, at least,
  /// and the value from which on they cost time.
  uint64_t Times = 0, From = 0;

  Estimate TimeUs, WithoutUs; ///< as worstGpu reads them
};

/// Where a size is open, only a grid that depends on this size alone is judged:
/// two sizes are assumed each by itself, and a guard on one of them may send
/// blocks away at the assumed values only.
std::optional<IdleBlocksLoss> findIdleBlocksLoss(const LaunchAnswer &Answer,
                                                 const GpuAnswer &On,
                                                 const GpuModel &Gpu,
                                                 const HostBindings &Assume);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_IDLEBLOCKSLOSS_H
