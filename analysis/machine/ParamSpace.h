//===- ParamSpace.h - The address space of kernel parameters ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_PARAMSPACE_H
#define GPUPERF_ANALYSIS_MACHINE_PARAMSPACE_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/NVPTXAddrSpace.h"

namespace gpuperf {

#if LLVM_VERSION_MAJOR >= 23
inline constexpr auto ParamSpace = llvm::NVPTXAS::ADDRESS_SPACE_ENTRY_PARAM;
#else
inline constexpr auto ParamSpace = llvm::NVPTXAS::ADDRESS_SPACE_PARAM;
#endif

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_PARAMSPACE_H
