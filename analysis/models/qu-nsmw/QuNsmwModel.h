//===- QuNsmwModel.h - The model of Qu et al. 2020 --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_QU_NSMW_QUNSMWMODEL_H
#define GPUPERF_ANALYSIS_MODELS_QU_NSMW_QUNSMWMODEL_H

#include "analysis/models/Model.h"

namespace gpuperf {

llvm::Expected<ModelAnswer> predictQuNsmw(const ModelInput &In);

inline constexpr PerformanceModel QuNsmwModel{ModelKind::QuNsmw, "qu-nsmw",
                                              /*CoversAmd=*/false,
                                              predictQuNsmw};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_QU_NSMW_QUNSMWMODEL_H
