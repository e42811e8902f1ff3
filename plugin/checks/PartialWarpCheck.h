//===- PartialWarpCheck.h ---------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_PARTIALWARPCHECK_H
#define GPUPERF_PLUGIN_CHECKS_PARTIALWARPCHECK_H

#include "plugin/checks/base/AdviceCheck.h"
#include "plugin/findings/LoneThreadLoss.h"
#include "plugin/findings/WorstGpu.h"

namespace gpuperf {

/// gpuperf-partial-warp: a block that does not fill its last warp; see
/// PartialWarpCheck.md.
class PartialWarpCheck : public AdviceCheck {
public:
  PartialWarpCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context)
      : AdviceCheck(Name, Context),
        IsLaunchConfigOn(Context->isCheckEnabled("gpuperf-launch-config")) {}

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  const bool IsLaunchConfigOn;
  /// Whether gpuperf-launch-config names a faster block of whole warps: that it
  /// is faster for them is told once.
  bool isToldByLaunchConfig(const LaunchAnswer &Answer) const;
  /// Reports \p Answer for all launches \p Alike, whose block one change of a
  /// variable or a constant mends.
  void reportBlock(const LaunchAnswer &Answer,
                   llvm::ArrayRef<const LaunchAnswer *> Alike,
                   llvm::StringRef Act);
  void reportSingleThreads(const LaunchAnswer &Answer,
                           const FileAnalysis &File);
  using LoopOfThread = OnWorstGpu<LoneThreadLoss>;
  /// Of blocks whose place tells what they do: false where nothing is said, as
  /// where sharing \p Loop among threads is faster.
  bool reportThreadsForBlocks(const LaunchAnswer &Answer,
                              const FileAnalysis &File,
                              const std::optional<LoopOfThread> &Loop);
  bool reportThreadsForBlocksOfOpenGrid(const LaunchAnswer &Answer,
                                        const FileAnalysis &File);
  /// Of blocks whose thread runs a loop.
  std::optional<LoopOfThread> loopOfThread(const LaunchAnswer &Answer,
                                           const FileAnalysis &File) const;
  void reportLoopOfThread(const LaunchAnswer &Answer, const LoopOfThread &Loss);
  /// \p Share of the time, of the sizes that \p Where says (" where n is 1024
  /// or more"; empty: in this launch).
  void sayIdleLanes(const LaunchAnswer &Answer, const GpuAnswer &On,
                    const std::string &Share, const std::string &Where);
  /// \p Threads: of the blocks to have.
  void adviseThreadsForBlocks(const LaunchAnswer &Answer, uint64_t Threads);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_PARTIALWARPCHECK_H
