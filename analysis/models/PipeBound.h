//===- PipeBound.h - Which pipe issues most of the time ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_PIPEBOUND_H
#define GPUPERF_ANALYSIS_MODELS_PIPEBOUND_H

#include "analysis/models/Bound.h"
#include "gpumodel/OpClass.h"

namespace gpuperf {

/// The pipe that takes more than half of \p Total issue cycles, which
/// \p CyclesByClass split up; Bound::Issue if none does by itself.
Bound pipeBound(const OpCounts &CyclesByClass, double Total);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_PIPEBOUND_H
