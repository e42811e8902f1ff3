//===- library_types.h - Types of elements, for libraries -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_LIBRARY_TYPES_H
#define GPUPERF_HIP_LIBRARY_TYPES_H
#pragma GCC system_header
#include "../gpuperf_hip.h"

// R: a number, C: a complex one. The numbers are those of ROCm.
enum hipDataType {
  HIP_R_32F,
  HIP_R_64F,
  HIP_R_16F,
  HIP_R_8I,
  HIP_C_32F,
  HIP_C_64F,
  HIP_C_16F,
  HIP_C_8I,
  HIP_R_8U,
  HIP_C_8U,
  HIP_R_32I,
  HIP_C_32I,
  HIP_R_32U,
  HIP_C_32U,
  HIP_R_16BF,
  HIP_C_16BF,
  HIP_R_8F_E4M3 = 28,
  HIP_R_8F_E5M2 = 29
};
#endif // GPUPERF_HIP_LIBRARY_TYPES_H
