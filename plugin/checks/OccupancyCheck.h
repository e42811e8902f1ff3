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
#include "plugin/findings/recompiled/OtherBlock.h"

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
  std::optional<OnWorstGpu<IdleSmsLoss>>
  idleSms(const LaunchAnswer &Answer, const FileAnalysis &File,
          const HostBindings &Assume) const;
  /// \p Blocks: "256 and 128" where nobody knows the launch's block, and the
  /// loss is the least with these; empty: it is known.
  void reportIdleSms(const LaunchAnswer &Answer, const FileAnalysis &File,
                     const OnWorstGpu<IdleSmsLoss> &Loss,
                     const std::optional<OtherBlock> &Other,
                     llvm::StringRef Blocks = "");
  /// The block that gpuperf-launch-config names for the launch, if it does.
  std::optional<OtherBlock>
  otherBlock(const LaunchAnswer &Answer, const FileAnalysis &File,
             const OnWorstGpu<IdleSmsLoss> &Loss) const;
  void reportWithGuessedBlocks(bool OneIsTold);
  void reportPieces(const LaunchAnswer &Answer, const FileAnalysis &File);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_OCCUPANCYCHECK_H
