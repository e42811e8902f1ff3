//===- Portable.h - CUDA, HIP or the emulation ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The benchmarks are written with CUDA's names. AMD GPUs get them through HIP,
// tests through an emulation on the CPU; nothing else in this folder asks which
// one it is, but gpu/Device.h and gpu/Ops.h.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_PORTABLE_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_PORTABLE_H

#if defined(GPUPERF_EMULATED)
#include "test/micro/SyntheticGpu.h"
#elif defined(__HIP__) || defined(__HIP_PLATFORM_AMD__)
#define GPUPERF_ON_AMD
#include "benchmarks/micro/gpu/Hip.h"
#else
#include <cuda_runtime.h>
#endif

/// Dynamic shared memory of a launch, as an array of Type.
#if defined(GPUPERF_EMULATED)
#define GPUPERF_DYNAMIC_SHARED(Type, Name)                                     \
  Type *Name = static_cast<Type *>(emulation::dynamicShared())
#else
#define GPUPERF_DYNAMIC_SHARED(Type, Name)                                     \
  extern __shared__ __align__(16) unsigned char GpuperfDynamicShared[];        \
  Type *Name = reinterpret_cast<Type *>(GpuperfDynamicShared)
#endif

namespace gpuperf::micro {

/// The emulation has no noise, and work is dear there: a thousandth is enough.
#if defined(GPUPERF_EMULATED)
constexpr bool Emulated = true;
#else
constexpr bool Emulated = false;
#endif

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_PORTABLE_H
