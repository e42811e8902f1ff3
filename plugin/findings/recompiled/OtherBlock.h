//===- OtherBlock.h - Idle SMs with another block ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_RECOMPILED_OTHERBLOCK_H
#define GPUPERF_PLUGIN_FINDINGS_RECOMPILED_OTHERBLOCK_H

#include "analysis/advice/idle/IdleSms.h"
#include "plugin/findings/LaunchConfig.h"
#include "plugin/findings/recompiled/TunedConstant.h"

namespace gpuperf {

/// What a block that gpuperf-launch-config names for a launch does about idle
/// SMs on one GPU.
struct OtherBlock {
  Dim3 Block;
  double TimeUs = 0, WithUs = 0; ///< of the launch
  /// What is idle with it, and sharing a loop among blocks would still use.
  std::optional<IdleSms> Still;
};

/// The block of \p Blocks for \p Answer, on the GPU with this index; nothing
/// where there is none, or only one over open sizes.
std::optional<OtherBlock>
otherBlockOf(const LaunchAnswer &Answer, size_t Gpu, const FileAnalysis &File,
             llvm::ArrayRef<LaunchConfigFinding> Blocks);

/// The same of a block that the file was compiled with.
std::optional<OtherBlock> otherBlockOf(const LaunchAnswer &Answer, size_t Gpu,
                                       llvm::ArrayRef<TunedConstant> Tuned);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_RECOMPILED_OTHERBLOCK_H
