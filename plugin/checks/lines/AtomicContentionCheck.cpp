//===- AtomicContentionCheck.cpp ------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/AtomicContentionCheck.h"
#include "analysis/advice/lines/AtomicContention.h"
#include "analysis/advice/lines/DataCounters.h"
#include "llvm/ADT/STLExtras.h"

namespace gpuperf {

std::vector<LineFinding> AtomicContentionCheck::find(const LaunchAnswer &,
                                                     const GpuAnswer &On,
                                                     const GpuModel &Gpu) {
  auto Found = findAtomicContention(*On.Kernel, On.Asked, Gpu, *On.P);
  llvm::append_range(Found, findDataCounters(*On.Kernel, On.Asked, Gpu, *On.P));
  return Found;
}

} // namespace gpuperf
