//===- RoundGpu.h - A GPU of round numbers ----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_WARP_ROUNDGPU_H
#define GPUPERF_TEST_UNIT_ANALYSIS_WARP_ROUNDGPU_H

#include "gpumodel/GpuModel.h"

namespace gpuperf::test {

inline Fact fact(double V) {
  Fact F;
  F.Value = V;
  return F;
}

/// 100 SMs, 128 KiB of L1 and shared memory, 40 MB of L2.
inline GpuModel gpu() {
  GpuModel G;
  G.Arch.WarpSize = fact(32);
  G.SmCount = fact(100);
  G.UnifiedL1SharedBytes = fact(128 * 1024);
  G.L2Bytes = fact(40e6);
  return G;
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_WARP_ROUNDGPU_H
