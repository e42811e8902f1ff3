//===- StubProfile.cpp - Stands in until analysis/warp is there -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestGpu.h"

namespace gpuperf {
WarpProfile profileWarps(const KernelSummary &Kernel, const Launch &L,
                         const GpuModel &, unsigned, const ProfileOptions &) {
  return flatProfile(Kernel, L);
}
} // namespace gpuperf
