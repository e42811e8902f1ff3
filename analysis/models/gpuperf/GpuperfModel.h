//===- GpuperfModel.h - Our own model ---------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_GPUPERF_GPUPERFMODEL_H
#define GPUPERF_ANALYSIS_MODELS_GPUPERF_GPUPERFMODEL_H

#include "analysis/models/Model.h"

namespace gpuperf {

llvm::Expected<ModelAnswer> predictGpuperf(const ModelInput &In);

inline constexpr PerformanceModel GpuperfModel{ModelKind::Gpuperf, "gpuperf",
                                               /*CoversAmd=*/true,
                                               predictGpuperf};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_GPUPERF_GPUPERFMODEL_H
