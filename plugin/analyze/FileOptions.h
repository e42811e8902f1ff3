//===- FileOptions.h - How a file is to be analysed -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_FILEOPTIONS_H
#define GPUPERF_PLUGIN_ANALYZE_FILEOPTIONS_H

#include "analysis/predict/PredictLaunch.h"
#include "plugin/analyze/BuiltObjects.h"
#include "plugin/device/unrolling/DeviceCompiler.h"
#include "plugin/host/Expr.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

class FileStore;
struct FactsFile;
struct KernelCache;
struct KernelTable;
namespace program {
struct HostModule;
} // namespace program

/// How the program that a file belongs to is walked.
struct ProgramQuestion {
  /// The program's arguments, without its name; nothing: not given.
  std::optional<std::vector<std::string>> Arguments;
  /// Gives the host code of the program's other files, as far as \p First, the
  /// host code of this one, needs them. Empty: the file is the whole program.
  std::function<std::vector<const program::HostModule *>(
      const program::HostModule &First)>
      OtherFiles;
  /// Other files are asked for only where a launch of this one is open, for a
  /// check of each file of a build.
  bool OthersIfOpen = false;
  /// Compiles a kernel, by its device symbol, that is defined in another file
  /// of the program; nothing where no file has it. Empty: it is not looked for.
  std::function<std::optional<KernelTable>(const std::string &Mangled,
                                           const std::string &IrArch,
                                           const GpuModel &Gpu)>
      KernelElsewhere;
  uint64_t MaxSteps = 0;
  /// So many of the ways in which the program makes one launch are predicted,
  /// the most frequent ones; 0: MostContexts.
  size_t MaxContexts = 0;
};

struct FileOptions {
  std::vector<GpuModel>
      Gpus; ///< empty: the one that stands for the parse's arch
  HostBindings Assume;
  PredictOptions Predict;
  bool UsePtxas = true;
  /// What nvcc has written of the kernels: its registers count more than those
  /// of clang's code.
  BuiltObjects Objects;
  /// Is told why something that the user named is not used, a sentence each;
  /// the same may come again. Empty: nobody is told.
  std::function<void(const std::string &)> OnNote;
  /// Whether the command line names an architecture. Where it does not, clang
  /// compiles for sm_52.
  bool ArchNamed = false;
  LaunchConditions Conditions; ///< of every launch of the file
  std::string CudaPath;        ///< --cuda-path, if it was given
  unsigned MaxRegCount = 0;
  /// What builds the program: they unroll loops in different ways.
  DeviceCompiler Compiler = DeviceCompiler::Nvcc;
  bool FlushDenormals = false; ///< nvcc's -ftz, also without -ffast-math
  /// Kernels with an error are read once more, with the words that nvcc does
  /// not need and clang does: where the parse at hand was not mended so.
  bool MendText = false;
  /// Assumptions of every prediction of this file, a clause each.
  AssumptionSet Assumed;
  /// Limit of the time that a check may take of a build: where the kernels have
  /// more unoptimised IR instructions together, they are compiled without
  /// unrolling. 0: no limit.
  unsigned MaxFullInstructions = 0;
  /// Of the kernels that have more thousands of instructions together once all
  /// calls are inlined (large ones after they were simplified from the
  /// callees up), the last ones are left out, with that reason: the optimiser
  /// takes about 5 s for a million. 0: no limit.
  double MostInlinedThousands = 12'000;
  /// For more optimised IR instructions no PTX is made, and the registers are
  /// not known. For more bytes of PTX ptxas is not run, and they are estimated.
  /// 0: no limit.
  unsigned MaxPtxInstructions = 0, MaxPtxasBytes = 0;
  /// Walk the program for the values that reach the launches. Nothing: only
  /// the function around a launch is asked.
  std::optional<ProgramQuestion> Program;
  /// The project's facts, for launches that no walk comes to. Null: none.
  std::shared_ptr<const FactsFile> Facts;
  /// Kernels that an earlier analysis of the same AST has compiled under
  /// options that differed in the model only; new ones are added. Null: the
  /// analysis compiles all kernels itself.
  KernelCache *Cache = nullptr;
  /// For a file that is open in an editor: kernels and predictions of its
  /// earlier texts; new ones are added. It has to outlive the answers. Null:
  /// nothing is kept.
  FileStore *Store = nullptr;
  /// Asked before each launch is analysed: false stops the analysis. Empty: it
  /// is never stopped.
  std::function<bool()> Wanted;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_FILEOPTIONS_H
