//===- FileAnalysis.h - Every launch of a parsed file, predicted ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Here the host code, its launches, the device code and the models meet:
// analyzeFile reads the launches of a parsed file, compiles their kernels and
// predicts them. The checks and the command both call it and differ only in how
// they show its answer.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_FILEANALYSIS_H
#define GPUPERF_PLUGIN_ANALYZE_FILEANALYSIS_H

#include "analysis/advice/idle/PartialWarp.h"
#include "analysis/predict/PredictLaunch.h"
#include "analysis/report/Counts.h"
#include "analysis/report/OpenSize.h"
#include "plugin/analyze/FileOptions.h"
#include "plugin/device/CompiledKernels.h"
#include "plugin/facts/LaunchFact.h"
#include "plugin/launch/BindLaunch.h"
#include "plugin/launch/LaunchSite.h"
#include "llvm/Support/Error.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Preprocessor;
} // namespace clang

namespace gpuperf {

/// What is said of one launch on one GPU.
struct GpuAnswer {
  std::string Gpu;
  Vendor Maker = Vendor::Nvidia; ///< of the GPU
  std::optional<Prediction> P;
  /// With P: sizes that nobody gives, the most influential first; at most two.
  std::vector<OpenSize> Open;
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

/// One of the ways in which the program makes a launch: with these values, so
/// often.
struct LaunchContext {
  const clang::FunctionDecl *Kernel = nullptr; ///< never null
  std::string KernelName;
  BoundLaunch Bound;
  std::vector<GpuAnswer> PerGpu;
  uint64_t Count = 1;      ///< launches of one run
  bool InLeftLoop = false; ///< as LaunchFact::InLeftLoop
  uint64_t Order = 0;      ///< of the first of them, as LaunchFact::Order
  /// What the launch depends on and the program does not fix.
  std::vector<FactValue> Values;
  /// The names of those on which grid and block depend.
  std::vector<std::string> ShapeDependsOn;
  /// Who says so: CommandLine (a walk), Facts, Recorded, or UserAssumed: the
  /// program says the count only, and the answers are those of the function.
  Provenance From = Provenance::CommandLine;
};

struct LaunchAnswer {
  LaunchSite Site;
  /// What the function around the launch says of it.
  BoundLaunch Bound;
  std::vector<GpuAnswer> PerGpu;
  /// What the program says of it, if it was walked and came to the launch: the
  /// one that costs most in all comes first. At most MostContexts.
  std::vector<LaunchContext> Contexts;
  size_t MoreContexts = 0; ///< left out
  /// Where Bound is one of the contexts (HeaviestContext.h): the values that it
  /// gives to names of the site.
  HostBindings Said;
  /// Likewise: all launches at this place together take less than a fiftieth
  /// of what the file's others take, so that no change of them is worth it; or
  /// it checks what the others compute.
  bool IsLight = false;
  /// The facts hold this launch as it was in an earlier text of its function.
  bool StaleFacts = false;
  /// Lanes that every block leaves idle, on the GPU with the smallest warp.
  std::optional<PartialWarp> IdleLanes;
};

/// A sentence for the user about a place of the file.
struct Remark {
  clang::SourceLocation Where;
  std::string Text;
};

struct FileAnalysis {
  std::vector<LaunchAnswer> Launches; ///< in source order
  std::vector<GpuModel> Gpus;         ///< in the order of PerGpu
  /// If no GPU was named: which one was taken and why, a clause for the user.
  std::string GpuChoiceNote;
  /// Why the whole file could not be analysed; empty if it could.
  std::string FileError;
  /// On numbers of assume comments in the code of kernels that are not used,
  /// and on comments of launches that cannot be read.
  std::vector<Remark> Remarks;
  /// What the walk through the program did: copies, its end and sentences. Of
  /// its launches only those that are none of this file's, or of a kernel that
  /// this file does not have.
  ProgramFacts Program;
  bool MinimalStd = false; ///< parsed with our own C and C++ headers
  bool Stopped = false;    ///< by FileOptions::Wanted: not complete
  /// The options with which launches of this file's kernels are to be predicted
  /// once more, as in a search for a better block.
  PredictOptions Predict;
  /// Owns the kernels that GpuAnswer::Kernel points to, unless
  /// FileOptions::Cache does.
  std::shared_ptr<KernelCache> Code;
};

/// So many contexts of one launch are predicted, unless the question says
/// otherwise: the most frequent ones.
inline constexpr size_t MostContexts = 64;

FileAnalysis analyzeFile(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                         const FileOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_FILEANALYSIS_H
