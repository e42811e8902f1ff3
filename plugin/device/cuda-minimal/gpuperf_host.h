//===- gpuperf_host.h - What the runtime's typed functions do -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included after gpuperf_cuda.h where host code is compiled to be run (`gpuperf
// record` without a toolkit): the templates on occupancy there have no bodies,
// since an analysis answers them by their names.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HOST_H
#define GPUPERF_HOST_H

#pragma GCC system_header // not the user's code to be warned about

#if defined(__CUDA__) && defined(__clang__)

template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F f,
                                                          int block,
                                                          size_t smem) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void *)f,
                                                       block, smem);
}
/// The largest block with which most threads are resident.
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F f,
                                               size_t smem, int limit) {
  int sms = 1, most = 0;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  for (int b = limit > 0 && limit < 1024 ? limit / 32 * 32 : 1024; b > 0;
       b -= 32) {
    int n = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)f, b, smem);
    if (n * b > most) {
      most = n * b;
      *block = b;
      *grid = n * sms;
    }
  }
  return cudaSuccess;
}

#endif // defined(__CUDA__) && defined(__clang__)
#endif // GPUPERF_HOST_H
