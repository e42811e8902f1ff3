//===- gpuperf_hip.h - HIP declarations where ROCm is not -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included ahead of every HIP file that is parsed without ROCm. Math comes from
// the headers that clang ships; only what ROCm's own headers add is declared
// here. Nothing links: the code is analysed, not run.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_H
#define GPUPERF_HIP_H

#pragma GCC system_header // not the user's code to be warned about

#if defined(__HIP__) && defined(__clang__)

// What ROCm's header brings with it, as far as it is there.
#include <assert.h>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <__clang_hip_runtime_wrapper.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<array>)
#include <array>
#endif
#if __has_include(<tuple>)
#include <tuple>
#endif

#include "gpuperf_hip_types.h"
#include "gpuperf_hip_runtime.h"
#include "gpuperf_hip_arrays.h"
#include "gpuperf_hip_device.h"
#include "gpuperf_hip_warp.h"
#include "gpuperf_hip_atomics.h"

#endif // defined(__HIP__) && defined(__clang__)
#endif // GPUPERF_HIP_H
