//===- FileOptions.h - How a file is to be analysed -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_FILEOPTIONS_H
#define GPUPERF_PLUGIN_ANALYZE_FILEOPTIONS_H

#include "analysis/predict/PredictLaunch.h"
#include "plugin/host/Expr.h"
#include <functional>
#include <string>
#include <vector>

namespace gpuperf {

class FileStore;
struct KernelCache;

struct FileOptions {
  std::vector<GpuModel>
      Gpus; ///< empty: the one that stands for the parse's arch
  HostBindings Assume;
  PredictOptions Predict;
  bool UsePtxas = true;
  /// The command line names an architecture (clang puts sm_52 where none is).
  bool ArchNamed = false;
  L1Mode L1 = L1Mode::On;
  L2State L2 = L2State::Warm;
  Timing How = Timing::Kernel;
  std::string CudaPath; ///< --cuda-path, if it was given
  unsigned MaxRegCount = 0;
  bool FlushDenormals = false; ///< nvcc's -ftz, also without -ffast-math
  /// What every prediction of this file assumes.
  AssumptionSet Assumed;
  /// Kernels of more unoptimised IR instructions in all are compiled without
  /// unrolling: what a check may take of the time of a build. 0: no limit.
  unsigned MaxFullInstructions = 0;
  /// Above this much optimised IR no PTX is made, and above this much PTX ptxas
  /// is not run; registers are then not known, or estimated. 0: no limit.
  unsigned MaxPtxInstructions = 0, MaxPtxasBytes = 0;
  /// Kernels that an earlier analysis of the same AST has compiled with the
  /// same options but for the model; filled. Null: each compiles its own.
  KernelCache *Cache = nullptr;
  /// Kernels and predictions of earlier texts of this file, which is open in an
  /// editor; filled. Outlives the answers. Null: there are none.
  FileStore *Store = nullptr;
  /// Asked between launches: false stops the analysis. Empty: go on.
  std::function<bool()> Wanted;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_FILEOPTIONS_H
