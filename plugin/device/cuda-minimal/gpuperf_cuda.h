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
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>
#include <__clang_cuda_complex_builtins.h>
#pragma pop_macro("__CUDA_ARCH__")

#endif // defined(__CUDA__) && defined(__clang__)
#endif // GPUPERF_CUDA_H
