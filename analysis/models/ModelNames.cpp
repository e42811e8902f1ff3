//===- ModelNames.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictLaunch.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gpuperf;

llvm::StringRef gpuperf::modelName(ModelKind M) {
  switch (M) {
  case ModelKind::KleimenovPopova:
    return "kleimenov-popova";
  case ModelKind::HongKim:
    return "hong-kim";
  case ModelKind::QuNsmw:
    return "qu-nsmw";
  case ModelKind::StencilTraffic:
    return "stencil-traffic";
  case ModelKind::Gpuperf:
    return "gpuperf";
  }
  llvm_unreachable("a model without a name");
}

std::optional<ModelKind> gpuperf::modelFromName(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<ModelKind>>(Name)
      .Case("kleimenov-popova", ModelKind::KleimenovPopova)
      .Case("hong-kim", ModelKind::HongKim)
      .Case("qu-nsmw", ModelKind::QuNsmw)
      .Case("stencil-traffic", ModelKind::StencilTraffic)
      .Case("gpuperf", ModelKind::Gpuperf)
      .Default(std::nullopt);
}

llvm::ArrayRef<ModelKind> gpuperf::availableModels() {
  static constexpr ModelKind Built[] = {
      ModelKind::Gpuperf, ModelKind::KleimenovPopova, ModelKind::HongKim,
      ModelKind::QuNsmw, ModelKind::StencilTraffic};
  return Built;
}

ModelKind gpuperf::defaultModel() { return ModelKind::Gpuperf; }

llvm::StringRef gpuperf::boundName(Bound B) {
  switch (B) {
  case Bound::Dram:
    return "dram";
  case Bound::L2:
    return "l2";
  case Bound::L1:
    return "l1";
  case Bound::Shared:
    return "shared";
  case Bound::Issue:
    return "issue";
  case Bound::Fp32:
    return "fp32";
  case Bound::Fp64:
    return "fp64";
  case Bound::Int:
    return "int";
  case Bound::Sfu:
    return "sfu";
  case Bound::Tensor:
    return "tensor";
  case Bound::Latency:
    return "latency";
  case Bound::Launch:
    return "launch";
  case Bound::Atomic:
    return "atomic";
  case Bound::Barrier:
    return "barrier";
  }
  llvm_unreachable("a bound without a name");
}
