//===- UncoalescedAccessCheck.cpp -----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/UncoalescedAccessCheck.h"
#include "analysis/advice/lines/ConstantReplays.h"
#include "analysis/advice/vectors/NarrowAccess.h"
#include "plugin/findings/LayoutUses.h"
#include "plugin/findings/LibraryLayout.h"
#include "llvm/ADT/STLExtras.h"

namespace gpuperf {

std::vector<LineFinding>
UncoalescedAccessCheck::find(const LaunchAnswer &Answer, const GpuAnswer &On,
                             const GpuModel &Gpu) {
  std::vector<LineFinding> Found =
      findCostlyRequests(*On.Kernel, On.Asked, Gpu, *On.P);
  llvm::append_range(Found,
                     findConstantReplays(*On.Kernel, On.Asked, Gpu, *On.P));
  llvm::erase_if(Found, [&](const LineFinding &F) {
    return isLibraryLayout(*Answer.Site.Kernel, *SM, *On.Kernel, F.Accesses);
  });
  leaveLibrariesTheirs(Answer, On, Found);
  return Found;
}

void UncoalescedAccessCheck::leaveLibrariesTheirs(
    const LaunchAnswer &Answer, const GpuAnswer &On,
    std::vector<LineFinding> &Found) {
  llvm::erase_if(Found, [&](LineFinding &F) {
    if (F.Layout == LayoutAct::None)
      return false;
    if (!OfLibraries)
      OfLibraries.emplace(*Ctx);
    const llvm::StringRef Whose =
        OfLibraries->whoseLayout(Answer, *On.Kernel, F.Accesses);
    if (Whose.empty())
      return false;
    F.Notes.push_back(("'" + Whose + "' prescribes how the array lies: " +
                       actWithin(F.MayShareRows))
                          .str());
    return F.Layout == LayoutAct::Structure;
  });
}

void UncoalescedAccessCheck::reportFile(const FileAnalysis &File) {
  OfLibraries.reset();
  LineCheck::reportFile(File);
}

} // namespace gpuperf
