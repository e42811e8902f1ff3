//===- ModelTable.h - The models there are ----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_MODELTABLE_H
#define GPUPERF_ANALYSIS_PREDICT_MODELTABLE_H

#include "analysis/models/Model.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace gpuperf {

/// In the order in which they are listed to users.
llvm::ArrayRef<PerformanceModel> modelTable();
const PerformanceModel &modelOf(ModelKind Kind);

llvm::StringRef modelName(ModelKind Kind);
std::optional<ModelKind> modelFromName(llvm::StringRef Name);
/// The kinds of modelTable(), in its order.
llvm::ArrayRef<ModelKind> availableModels();
/// The model used when none is named.
constexpr ModelKind defaultModel() { return ModelKind::Gpuperf; }

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_MODELTABLE_H
