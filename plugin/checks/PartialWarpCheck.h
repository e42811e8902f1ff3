//===- PartialWarpCheck.h ---------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_PARTIALWARPCHECK_H
#define GPUPERF_PLUGIN_CHECKS_PARTIALWARPCHECK_H

#include "plugin/checks/base/AdviceCheck.h"

namespace gpuperf {

/// gpuperf-partial-warp: a block that does not fill its last warp; see
/// PartialWarpCheck.md.
class PartialWarpCheck : public AdviceCheck {
public:
  PartialWarpCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context)
      : AdviceCheck(Name, Context) {}

protected:
  void reportFile(const FileAnalysis &File) override;

private:
  /// Reports \p Answer for all launches \p Alike, whose block one change of a
  /// variable or a constant mends.
  void reportBlock(const LaunchAnswer &Answer,
                   llvm::ArrayRef<const LaunchAnswer *> Alike,
                   llvm::StringRef Act);
  void reportSingleThreads(const LaunchAnswer &Answer,
                           const FileAnalysis &File);
  void reportSingleThreadsOfOpenGrid(const LaunchAnswer &Answer,
                                     const FileAnalysis &File);
  /// \p Share of the time, of the sizes that \p Where says (" where n is 1024
  /// or more"; empty: in this launch). \p Threads: of the blocks to have.
  void saySingleThreads(const LaunchAnswer &Answer, const GpuAnswer &On,
                        const std::string &Share, const std::string &Where,
                        uint64_t Threads);
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_PARTIALWARPCHECK_H
