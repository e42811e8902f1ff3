//===- gpuperf_hip_host.h - What HIP's typed functions do -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included after gpuperf_hip.h where host code is compiled to be run (`gpuperf
// record` without ROCm): these templates have no bodies there, since an analysis
// answers them by their names.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_HOST_H
#define GPUPERF_HIP_HOST_H

#pragma GCC system_header // not the user's code to be warned about

#if defined(__HIP__) && defined(__clang__)

template <class F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F f, int block,
                                                        size_t smem) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void *)f, block,
                                                      smem);
}
/// The largest block with which most threads are resident.
template <class F>
hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, F f,
                                             size_t smem, int limit) {
  int units = 1, wave = 64, most = 0;
  hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0);
  hipDeviceGetAttribute(&wave, hipDeviceAttributeWarpSize, 0);
  for (int b = limit > 0 && limit < 1024 ? limit / wave * wave : 1024; b > 0;
       b -= wave) {
    int n = 0;
    hipOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)f, b, smem);
    if (n * b > most) {
      most = n * b;
      *block = b;
      *grid = n * units;
    }
  }
  return hipSuccess;
}

#endif // defined(__HIP__) && defined(__clang__)
#endif // GPUPERF_HIP_HOST_H
