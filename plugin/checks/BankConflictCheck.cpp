//===- BankConflictCheck.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/BankConflictCheck.h"
#include "analysis/advice/BankConflict.h"

namespace gpuperf {

std::vector<LineFinding> BankConflictCheck::find(const LaunchAnswer &,
                                                 const GpuAnswer &On,
                                                 const GpuModel &Gpu) {
  return findBankConflicts(*On.Kernel, On.Asked, Gpu, *On.P);
}

} // namespace gpuperf
