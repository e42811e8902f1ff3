//===- gpuperf_nvcc.h - What nvcc has and clang's CUDA headers lack -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included first into a file that a build compiles with nvcc (plugin/nvcc),
// after clang's own CUDA wrapper and the toolkit's headers.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_NVCC_H
#define GPUPERF_NVCC_H
#pragma GCC system_header

// nvcc's own macro, but for the user's code only: with it the toolkit's runtime
// header takes in <functional> before clang has a device malloc.
#ifdef __GPUPERF_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif

#if defined(__CUDA__) &&                                                       \
    (defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) || defined(GPUPERF_CUDA_H))

#include "gpuperf_compiler.h"
#include "gpuperf_minmax.h"

#endif
#endif
