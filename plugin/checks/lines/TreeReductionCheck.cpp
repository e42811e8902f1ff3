//===- TreeReductionCheck.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/TreeReductionCheck.h"
#include "analysis/advice/loops/BlockScan.h"
#include "analysis/advice/loops/TreeReduction.h"

namespace gpuperf {

std::vector<LineFinding> TreeReductionCheck::find(const LaunchAnswer &,
                                                  const GpuAnswer &On,
                                                  const GpuModel &Gpu) {
  std::vector<LineFinding> Out =
      findBlockScans(*On.Kernel, On.Asked, Gpu, *On.P);
  if (auto Found = findTreeReduction(*On.Kernel, On.Asked, Gpu, *On.P))
    Out.push_back(std::move(*Found));
  return Out;
}

} // namespace gpuperf
