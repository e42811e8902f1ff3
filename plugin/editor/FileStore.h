//===- FileStore.h - What earlier texts of an open file told ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor asks for the analysis of a file after each edit. A kernel whose
// code has not changed is not compiled again, and a launch of it that has not
// changed is not predicted again. A kernel is known by its unoptimised IR and
// by what it was compiled for, a prediction by its kernel, its launch and the
// GPU.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_EDITOR_FILESTORE_H
#define GPUPERF_PLUGIN_EDITOR_FILESTORE_H

#include "analysis/predict/PredictionMemo.h"
#include "plugin/device/CompiledKernels.h"
#include "plugin/editor/KernelFingerprint.h"
#include "plugin/editor/PtxasLater.h"
#include <mutex>

namespace gpuperf {

/// One analysis at a time uses a store, and holds Mu while it does. An analysis
/// that cannot have Mu at once goes without the store.
class FileStore {
public:
  std::mutex Mu;
  /// Who answers questions to ptxas about this file. Null: ptxas is run and
  /// waited for.
  std::unique_ptr<FilePtxas> Ptxas;

  /// The analysis of a new text begins. \p Key stands for its options: all
  /// predictions that were made under other options are dropped.
  void begin(llvm::StringRef Key);

  /// The kernel with that code, compiled for \p Target ("sm_90/..."), its lines
  /// moved to where they are now. Null: it has to be compiled.
  const CompiledKernel *find(llvm::StringRef Target,
                             const KernelFingerprint &Code);
  void add(llvm::StringRef Target, KernelFingerprint Code,
           const CompiledKernel &Kernel);
  /// Puts what ptxas has answered meanwhile into the kernels it is about.
  void refine();
  /// The predictions of this file's kernels.
  PredictionCache &predictions() { return Predictions; }

  /// An analysis crashed while it may have been changing the store: nothing in
  /// here is to be read again.
  void poison() { Poisoned = true; }
  bool isPoisoned() const { return Poisoned; }

private:
  struct Entry {
    CompiledKernel Kernel;
    std::vector<CodePlace> Places;
    unsigned LastUsed = 0;
  };
  PredictionMemo Predictions;
  llvm::StringMap<Entry> Kernels;
  std::string OptionsKey;
  unsigned Analysis = 0;
  bool Poisoned = false;
};

/// Puts what ptxas says of a kernel into its summary.
void setRegisters(CompiledKernel &Kernel, const RegisterUse &Use);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_EDITOR_FILESTORE_H
