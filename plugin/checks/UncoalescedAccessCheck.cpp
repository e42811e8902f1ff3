//===- UncoalescedAccessCheck.cpp -----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/UncoalescedAccessCheck.h"
#include "analysis/advice/lines/Uncoalesced.h"

namespace gpuperf {

std::vector<LineFinding> UncoalescedAccessCheck::find(const LaunchAnswer &,
                                                      const GpuAnswer &On,
                                                      const GpuModel &Gpu) {
  return findUncoalesced(*On.Kernel, On.Asked, Gpu, *On.P);
}

} // namespace gpuperf
