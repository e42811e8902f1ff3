//===- RedundantAccessCheck.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/RedundantAccessCheck.h"
#include "analysis/advice/loops/KeptInMemory.h"
#include "analysis/advice/loops/RepeatedLoads.h"
#include "analysis/advice/loops/SharedOperands.h"
#include "plugin/findings/KernelLines.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace gpuperf {

std::vector<LineFinding> RedundantAccessCheck::find(const LaunchAnswer &,
                                                    const GpuAnswer &On,
                                                    const GpuModel &Gpu) {
  std::vector<LineFinding> Out =
      findKeptInMemory(*On.Kernel, On.Asked, Gpu, *On.P);
  // A loop that keeps its sum in memory loses more by that.
  if (Out.empty())
    Out = findSharedOperands(*On.Kernel, On.Asked, Gpu, *On.P);
  llvm::append_range(Out, findRepeatedLoads(*On.Kernel, On.Asked, Gpu, *On.P));
  // What a library does in its own code, nobody here changes.
  llvm::erase_if(Out, [&](const LineFinding &F) {
    const clang::SourceLocation At = locationOf(*SM, *On.Kernel, F.Inner);
    return At.isValid() && SM->isInSystemHeader(At);
  });
  return Out;
}

} // namespace gpuperf
