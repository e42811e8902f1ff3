//===- FileStore.h - What earlier texts of an open file told ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor asks for the analysis of a file after each edit. Kernels whose code
// is what it was are not compiled again, launches of them that are what they
// were not predicted again. By kernel IR, launch and GPU (DESIGN.md, 8).
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

/// Used by one analysis at a time: who cannot have Mu goes without.
class FileStore {
public:
  std::mutex Mu;
  PredictionMemo Predictions;
  /// Answers for ptxas' questions in this file; null: it is run and waited for.
  std::unique_ptr<FilePtxas> Ptxas;

  /// A new text is analysed under options \p Key; other options than before
  /// make all predictions void.
  void begin(llvm::StringRef Key);

  /// The kernel of that code, compiled for \p Target ("sm_90/..."), its lines
  /// moved to where they are now. Null: compile it.
  const CompiledKernel *find(llvm::StringRef Target,
                             const KernelFingerprint &Code);
  void add(llvm::StringRef Target, KernelFingerprint Code,
           const CompiledKernel &Kernel);
  /// Takes up what ptxas has answered since.
  void refine();

  /// An analysis crashed: nothing in here is to be read again.
  void poison() { Poisoned = true; }
  bool isPoisoned() const { return Poisoned; }

private:
  struct Entry {
    CompiledKernel Kernel;
    std::vector<CodePlace> Places;
    unsigned LastUsed = 0;
  };
  llvm::StringMap<Entry> Kernels;
  std::string OptionsKey;
  unsigned Analysis = 0;
  bool Poisoned = false;
};

/// Puts what ptxas says of a kernel into its summary.
void setRegisters(CompiledKernel &Kernel, const RegisterUse &Use);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_EDITOR_FILESTORE_H
