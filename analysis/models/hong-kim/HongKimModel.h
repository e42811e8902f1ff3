//===- HongKimModel.h - The model of Hong and Kim 2009 ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_HONG_KIM_HONGKIMMODEL_H
#define GPUPERF_ANALYSIS_MODELS_HONG_KIM_HONGKIMMODEL_H

#include "analysis/models/Model.h"

namespace gpuperf {

llvm::Expected<ModelAnswer> predictHongKim(const ModelInput &In);

inline constexpr PerformanceModel HongKimModel{ModelKind::HongKim, "hong-kim",
                                               /*CoversAmd=*/true,
                                               predictHongKim};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_HONG_KIM_HONGKIMMODEL_H
