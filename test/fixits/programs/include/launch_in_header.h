//===- launch_in_header.h - A launch that several files make ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_FIXITS_LAUNCH_IN_HEADER_H
#define GPUPERF_TEST_FIXITS_LAUNCH_IN_HEADER_H

template <typename T> __global__ void setAll(T *v, T value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = value;
}

inline void setInts(int *v, int value, int n) {
  const int block = 32;
  setAll<<<(n + block - 1) / block, block>>>(v, value, n);
}

#endif // GPUPERF_TEST_FIXITS_LAUNCH_IN_HEADER_H
