//===- PtxVersion.h - Which PTX version a target takes ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REGISTERS_PTXVERSION_H
#define GPUPERF_ANALYSIS_REGISTERS_PTXVERSION_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gpuperf {

/// The target features \p Features ("+ptx42,+sm_90") without a PTX version that
/// is too old for \p SmArch. LLVM's back end ends the process over such a pair,
/// and clang makes it wherever it finds no toolkit: without a version, LLVM
/// takes the oldest that the architecture allows.
std::string usablePtxFeatures(llvm::StringRef Features, llvm::StringRef SmArch);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REGISTERS_PTXVERSION_H
