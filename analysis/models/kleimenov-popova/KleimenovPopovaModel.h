//===- KleimenovPopovaModel.h - Kleimenov and Popova ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_KLEIMENOVPOPOVAMODEL_H
#define GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_KLEIMENOVPOPOVAMODEL_H

#include "analysis/models/Model.h"

namespace gpuperf {

llvm::Expected<ModelAnswer> predictKleimenovPopova(const ModelInput &In);

inline constexpr PerformanceModel KleimenovPopovaModel{
    ModelKind::KleimenovPopova, "kleimenov-popova", /*CoversAmd=*/false,
    predictKleimenovPopova};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_KLEIMENOV_POPOVA_KLEIMENOVPOPOVAMODEL_H
