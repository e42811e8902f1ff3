//===- ParamSpace.h - The address space of kernel parameters ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_PARAMSPACE_H
#define GPUPERF_ANALYSIS_MACHINE_PARAMSPACE_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Argument.h"
#include "llvm/Support/NVPTXAddrSpace.h"

namespace gpuperf {

#if LLVM_VERSION_MAJOR >= 23
inline constexpr auto ParamSpace = llvm::NVPTXAS::ADDRESS_SPACE_ENTRY_PARAM;
#else
inline constexpr auto ParamSpace = llvm::NVPTXAS::ADDRESS_SPACE_PARAM;
#endif

/// Whether \p A, of a kernel, is a struct that the launch hands over in the
/// memory of the parameters: byval on NVIDIA's GPUs, byref on AMD's.
inline bool isInParamSpace(const llvm::Argument &A) {
  return A.hasByValAttr() || A.hasByRefAttr();
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_PARAMSPACE_H
