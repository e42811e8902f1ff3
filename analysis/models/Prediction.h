//===- Prediction.h - What a model says of one launch -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_PREDICTION_H
#define GPUPERF_ANALYSIS_MODELS_PREDICTION_H

#include "analysis/warp/WarpProfile.h"
#include "gpumodel/Occupancy.h"

namespace gpuperf {

enum class ModelKind : uint8_t {
  KleimenovPopova, ///< seed 000
  HongKim,         ///< seed 001
  QuNsmw,          ///< seed 002
  StencilTraffic,  ///< seed 004
  Gpuperf,         ///< ours
};
llvm::StringRef modelName(ModelKind M);
std::optional<ModelKind> modelFromName(llvm::StringRef Name);
/// The models that are built, in the order they are listed to users.
llvm::ArrayRef<ModelKind> availableModels();
/// The model used when none is named.
ModelKind defaultModel();

/// What holds a launch back.
enum class Bound : uint8_t {
  Dram,
  L2,
  L1,
  Shared,
  Issue,
  Fp32,
  Fp64,
  Int,
  Sfu,
  Tensor,
  Latency,
  Launch,
  Atomic,
  Barrier
};
llvm::StringRef boundName(Bound B);

/// Warp load of a launch as seed 002 defines it (eq. 1 to 5, 11).
struct WarpLoad {
  double Nbw = 0;   ///< warps per block, eq. 1
  double Dps = 0;   ///< warps the device can hold, eq. 2
  double Apb = 0;   ///< blocks that run wholly in parallel, eq. 3
  double Nsmw = 0;  ///< warps of the most loaded SM, eq. 4 and 11
  double Nsmb = 0;  ///< blocks of the most loaded SM
  double Dpsid = 0; ///< idle degree of the device, eq. 5, not clamped
};

/// What a user may supply, as the seeds let them (`--model-arg NAME=VALUE`).
struct ModelArgs {
  std::optional<double> L1Pct, L2Pct;     ///< seed 000, 0 to 1
  std::optional<double> Spef, WarpTimeNs; ///< seed 002
  std::optional<double> Alpha, Beta;      ///< seed 004
  /// Our model: terms that are left out, a bit per Resource (gpuperf/Terms.h).
  /// For ablations: what does a term buy?
  uint32_t WithoutTerms = 0;
};

/// A part of the time, for people: "DRAM latency 2.1 us".
struct Component {
  std::string Name;
  double TimeUs = 0;
};

struct Prediction {
  ModelKind Model = ModelKind::KleimenovPopova;
  std::string Gpu; ///< its name
  /// With all that was assumed of the launch, the kernel and the GPU.
  Estimate TimeUs;
  Bound BoundBy = Bound::Latency;
  Occupancy Occ;
  double Waves = 0; ///< grid / (blocks per SM * SMs)
  WarpLoad Load;
  double RegistersPerThread = 0;
  uint64_t SharedBytes = 0; ///< static + dynamic, per block
  WarpProfile Profile;
  std::vector<Component> Components;
  /// Symbolic expressions for --explain, one per line.
  std::vector<std::string> Explanation;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_PREDICTION_H
