//===- ThreadWork.h - What all threads of a launch do -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_RECOMPILED_THREADWORK_H
#define GPUPERF_PLUGIN_FINDINGS_RECOMPILED_THREADWORK_H

#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// Instructions of all threads of the launch together that compute in floating
/// point or on tensor cores. A launch that divides the same work in another way
/// has as many.
double computedBy(const GpuAnswer &On);

/// Loads from global memory of all threads together.
double loadsOf(const GpuAnswer &On);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_RECOMPILED_THREADWORK_H
