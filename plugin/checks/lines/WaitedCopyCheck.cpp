//===- WaitedCopyCheck.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/WaitedCopyCheck.h"
#include "analysis/advice/loops/WaitedCopies.h"

namespace gpuperf {

std::vector<LineFinding> WaitedCopyCheck::find(const LaunchAnswer &,
                                               const GpuAnswer &On,
                                               const GpuModel &Gpu) {
  return findWaitedCopies(*On.Kernel, On.Asked, Gpu, *On.P);
}

} // namespace gpuperf
