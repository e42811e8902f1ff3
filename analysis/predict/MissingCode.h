//===- MissingCode.h - Functions whose bodies are elsewhere -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of a program with relocatable device code may do most of its work in
// functions of other files. A time without them would be far too short, and
// nothing says by how much.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_MISSINGCODE_H
#define GPUPERF_ANALYSIS_PREDICT_MISSINGCODE_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// A function of the user's that \p Kernel calls and whose body is not there,
/// as it is written in the source; empty: none. What the CUDA runtime brings
/// (printf, assert, malloc, launches by the device) is none, and neither are
/// calls by a pointer.
std::string missingFunction(const KernelSummary &Kernel);

/// \p Kernel launches kernels itself: on the GPU a launch is a call of the
/// runtime's cudaLaunchDevice.
bool launchesKernels(const KernelSummary &Kernel);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_MISSINGCODE_H
