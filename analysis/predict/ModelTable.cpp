//===- ModelTable.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/ModelTable.h"
#include "analysis/models/gpuperf/GpuperfModel.h"
#include "analysis/models/hong-kim/HongKimModel.h"
#include "analysis/models/kleimenov-popova/KleimenovPopovaModel.h"
#include "analysis/models/qu-nsmw/QuNsmwModel.h"
#include "analysis/models/stencil-traffic/StencilTrafficModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// A new model is a folder of analysis/models and a line here.
static constexpr PerformanceModel Table[] = {GpuperfModel, KleimenovPopovaModel,
                                             HongKimModel, QuNsmwModel,
                                             StencilTrafficModel};

llvm::ArrayRef<PerformanceModel> gpuperf::modelTable() { return Table; }

const PerformanceModel &gpuperf::modelOf(ModelKind Kind) {
  const PerformanceModel *Found = llvm::find_if(
      Table, [&](const PerformanceModel &M) { return M.Kind == Kind; });
  if (Found == std::end(Table))
    llvm_unreachable("a model that is not in the table");
  return *Found;
}

llvm::StringRef gpuperf::modelName(ModelKind Kind) {
  return modelOf(Kind).Name;
}

std::optional<ModelKind> gpuperf::modelFromName(llvm::StringRef Name) {
  for (const PerformanceModel &M : Table)
    if (M.Name == Name)
      return M.Kind;
  return std::nullopt;
}

llvm::ArrayRef<ModelKind> gpuperf::availableModels() {
  static constexpr auto Kinds = [] {
    std::array<ModelKind, std::size(Table)> Out{};
    for (size_t I = 0; I < Out.size(); ++I)
      Out[I] = Table[I].Kind;
    return Out;
  }();
  return Kinds;
}
