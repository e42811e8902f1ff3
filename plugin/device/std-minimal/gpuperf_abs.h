//===- gpuperf_abs.h - Absolute values of every type ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_STD_ABS_H
#define GPUPERF_STD_ABS_H

#pragma GCC system_header // not the user's code to be warned about

#include <stdlib.h>

namespace std {
using ::abs;
inline long abs(long x) { return __builtin_labs(x); }
inline long long abs(long long x) { return __builtin_llabs(x); }
inline float abs(float x) { return __builtin_fabsf(x); }
inline double abs(double x) { return __builtin_fabs(x); }
inline long double abs(long double x) { return __builtin_fabsl(x); }
} // namespace std
using std::abs;

#endif // GPUPERF_STD_ABS_H
