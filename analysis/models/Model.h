//===- Model.h - What every model is asked and answers ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model is a function from a ModelInput to a ModelAnswer. Each has a folder
// of its own beside this file, with a header that holds its entry for the table
// of models (analysis/predict/ModelTable.cpp). No model knows of another one.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_MODEL_H
#define GPUPERF_ANALYSIS_MODELS_MODEL_H

#include "analysis/Launch.h"
#include "analysis/models/Bound.h"
#include "analysis/models/WarpLoad.h"
#include "analysis/warp/WarpProfile.h"
#include "gpumodel/Occupancy.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

enum class ModelKind : uint8_t {
  KleimenovPopova, ///< Kleimenov and Popova 2021
  HongKim,         ///< Hong and Kim 2009
  QuNsmw,          ///< Qu et al. 2020
  StencilTraffic,  ///< after Su et al.
  Gpuperf,         ///< our own
};

/// What a user may supply where a paper's authors measured it on their GPU
/// (`--model-arg NAME=VALUE`).
struct ModelArgs {
  std::optional<double> L1Pct, L2Pct;     ///< Kleimenov and Popova, 0 to 1
  std::optional<double> Spef, WarpTimeNs; ///< Qu et al.
  std::optional<double> Alpha, Beta;      ///< stencils: warps that overlap
  /// Our own model: terms that are left out, a bit per Resource
  /// (gpuperf/Resource.h). For ablations: what does a term buy?
  uint32_t WithoutTerms = 0;
};

/// One launch of one kernel on one GPU, and what is known of it whichever model
/// is asked. The values that it refers to outlive the call.
struct ModelInput {
  const KernelSummary &Kernel;
  const Launch &L;
  const GpuModel &Gpu;
  const Occupancy &Occ;
  double Waves = 0; ///< grid / (blocks per SM * SMs)
  const WarpLoad &Load;
  /// Per thread, as the kernel's summary has it or the caller asks for it.
  Estimate Registers;
  /// Blocks per SM at the fewest and the most of these registers; 0 where the
  /// block would not fit.
  std::vector<unsigned> BlocksPerSmRange;
  const WarpProfile &Profile;
  const ModelArgs &Args;
  bool Explain = false; ///< whether the answer's Explanation is wanted

  /// What the inputs rest on.
  AssumptionSet why() const { return Kernel.Why | Registers.Why | Profile.Why; }
};

/// A part of the time, for people: "DRAM latency 2.1 us".
struct Component {
  std::string Name;
  double TimeUs = 0;
};

struct ModelAnswer {
  /// With all that was assumed of the launch, the kernel and the GPU.
  Estimate TimeUs;
  Bound BoundBy = Bound::Latency;
  /// What the model's own error puts on either side of TimeUs, at least 1; 0:
  /// it is not told apart from what is assumed.
  double OwnErrorFactor = 0;
  /// Part of TimeUs in which an SM that holds one block at a time waits for the
  /// first data of its next block.
  double LoneStartUs = 0;
  std::vector<Component> Components;
  /// Symbolic expressions for --explain, one per line.
  std::vector<std::string> Explanation;
};

/// A line of the table of models.
struct PerformanceModel {
  ModelKind Kind;
  llvm::StringLiteral Name; ///< as users write it: "hong-kim"
  bool CoversAmd = false;   ///< every model covers NVIDIA's GPUs
  /// An error is a sentence for the user: the GPU's file lacks a number that
  /// the model cannot do without, or the launch is not of the kind that the
  /// model is for.
  llvm::Expected<ModelAnswer> (*Predict)(const ModelInput &In);
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_MODEL_H
