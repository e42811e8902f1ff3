//===- UncoalescedAccessCheck.h - Wasted sectors ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LINES_UNCOALESCEDACCESSCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LINES_UNCOALESCEDACCESSCHECK_H

#include "plugin/checks/base/LineCheck.h"
#include "plugin/findings/host/LibraryArrays.h"

namespace gpuperf {

/// gpuperf-uncoalesced-access: global accesses that ask for more sectors than
/// they use; see UncoalescedAccessCheck.md.
class UncoalescedAccessCheck : public LineCheck {
public:
  using LineCheck::LineCheck;

protected:
  std::vector<LineFinding> find(const LaunchAnswer &Answer, const GpuAnswer &On,
                                const GpuModel &Gpu) override;
  void reportFile(const FileAnalysis &File) override;

private:
  /// Drops what another layout of a library's arrays would mend, and says
  /// whose they are where there is another act.
  void leaveLibrariesTheirs(const LaunchAnswer &Answer, const GpuAnswer &On,
                            std::vector<LineFinding> &Found);

  std::optional<LibraryArrays> OfLibraries; ///< once it was asked for
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LINES_UNCOALESCEDACCESSCHECK_H
