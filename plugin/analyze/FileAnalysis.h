//===- FileAnalysis.h - Every launch of a parsed file, predicted ---*- C++
//-*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where frontend and analysis meet. The checks and the command
// both call analyzeFile and differ only in how they show its answer.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FRONTEND_FILEANALYSIS_H
#define GPUPERF_PLUGIN_FRONTEND_FILEANALYSIS_H

#include "analysis/advice/PartialWarp.h"
#include "analysis/models/Models.h"
#include "analysis/report/Counts.h"
#include "plugin/frontend/BindLaunch.h"
#include "plugin/frontend/CompiledKernels.h"
#include "plugin/frontend/LaunchSite.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace clang {
class ASTContext;
class FunctionDecl;
class Preprocessor;
} // namespace clang

namespace gpuperf {

class FileStore;

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
  std::vector<std::string> Notes;
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

/// What is said of one launch on one GPU.
struct GpuAnswer {
  std::string Gpu;
  std::optional<Prediction> P;
  /// With P: the kernel for this GPU and the launch as it was predicted. The
  /// kernel lives as long as FileAnalysis::Code or FileOptions::Cache.
  const KernelSummary *Kernel = nullptr;
  const CompiledKernel *Compiled = nullptr; ///< likewise
  Launch Asked;
  LaunchCounts Counts;                     ///< with P
  std::string WhyNot;                      ///< without P: one clause
  std::vector<std::string> Violations;     ///< limits that the launch breaks
  std::optional<std::string> RegisterRisk; ///< may fail for want of registers
  unsigned WarpSize = 32;
};

struct LaunchAnswer {
  LaunchSite Site;
  BoundLaunch Bound;
  std::vector<GpuAnswer> PerGpu;
  /// Lanes that every block leaves idle, on the GPU with the smallest warp.
  std::optional<PartialWarp> IdleLanes;
};

struct FileAnalysis {
  std::vector<LaunchAnswer> Launches; ///< in source order
  std::vector<GpuModel> Gpus;         ///< in the order of PerGpu
  /// Why the GPU was taken, if none was named: "no GpuperfGpu; sm_90 stands for
  /// h100-sxm".
  std::string GpuChoiceNote;
  /// Concerns the whole file; empty if nothing does.
  std::string FileError;
  bool BundledCuda = false; ///< parsed against the bundled declarations
  bool Stopped = false;     ///< FileOptions::Wanted said so: not complete
  /// How launches of this file's kernels are to be predicted once more.
  PredictOptions Predict;
  /// Keeps GpuAnswer::Kernel, unless FileOptions::Cache does.
  std::shared_ptr<KernelCache> Code;
};

FileAnalysis analyzeFile(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                         const FileOptions &Options);

/// "sm_90" if the AST is a CUDA device parse for it; empty otherwise.
std::string parsedSmArch(const clang::ASTContext &Ctx);
/// The architecture to compile for when \p Gpu is asked and \p ParsedArch is at
/// hand: the GPU's own, or the nearest that clang compiles for.
std::string irArchFor(const GpuModel &Gpu, llvm::StringRef ParsedArch);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FRONTEND_FILEANALYSIS_H
