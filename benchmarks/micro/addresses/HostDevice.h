//===- HostDevice.h - Functions for the CPU and the GPU ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_HOSTDEVICE_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_HOSTDEVICE_H

#if defined(__CUDACC__) || defined(__HIPCC__)
#define GPUPERF_EVERYWHERE __host__ __device__
#else
#define GPUPERF_EVERYWHERE
#endif

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_HOSTDEVICE_H
