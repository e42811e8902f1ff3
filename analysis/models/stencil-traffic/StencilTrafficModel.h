//===- StencilTrafficModel.h - Traffic of stencils --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCILTRAFFICMODEL_H
#define GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCILTRAFFICMODEL_H

#include "analysis/models/Model.h"

namespace gpuperf {

/// An error too where the launch computes no stencil.
llvm::Expected<ModelAnswer> predictStencilTraffic(const ModelInput &In);

inline constexpr PerformanceModel StencilTrafficModel{
    ModelKind::StencilTraffic, "stencil-traffic", /*CoversAmd=*/false,
    predictStencilTraffic};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_STENCIL_TRAFFIC_STENCILTRAFFICMODEL_H
