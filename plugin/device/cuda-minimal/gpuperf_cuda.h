//===- gpuperf_cuda.h - CUDA declarations for a machine without a toolkit -===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included ahead of every CUDA file that is parsed without a CUDA toolkit, in
// the place of clang's __clang_cuda_runtime_wrapper.h. Device functions come
// from the headers that clang ships; only what those take from the toolkit is
// declared here. Nothing links: the code is analysed, not run.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_CUDA_H
#define GPUPERF_CUDA_H

#pragma GCC system_header // not the user's code to be warned about

#if defined(__CUDA__) && defined(__clang__)

#include <__clang_cuda_math_forward_declares.h>

// libstdc++ avoids __float128 under nvcc only.
#define __CUDACC__ 1
// nvcc's own headers include string.h, time.h, math.h, stdlib.h and utility, and
// in the half for the GPU stdio.h, assert.h and new, too: programs that do not
// include them are read here as well.
#include <assert.h>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if __has_include(<utility>)
#include <utility>
#endif

// By these programs ask whether a header of the toolkit is there. nvcc includes
// all of them into each file, but for cuda.h.
#define __BUILTIN_TYPES_H__
#define __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_TYPES_H__

#include "gpuperf_types.h"

#include <__clang_cuda_builtin_vars.h>

#include "gpuperf_runtime.h"

// A host parse sees the largest set of device functions.
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>

#include "gpuperf_device.h"
#include "runtime/gpuperf_math.h"

#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>
#include <__clang_cuda_complex_builtins.h>

#include "runtime/gpuperf_surfaces.h"
#include "runtime/gpuperf_textures.h"
#pragma pop_macro("__CUDA_ARCH__")

#endif // defined(__CUDA__) && defined(__clang__)
#endif // GPUPERF_CUDA_H
