//===- FileStore.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/editor/FileStore.h"
#include "llvm/ADT/SmallVector.h"

using namespace gpuperf;

/// How long the first analysis of a file waits for ptxas. It is little beside
/// the time that the file's first parse takes, and in most files it is enough
/// for the first figures that a user sees not to be estimates.
static constexpr std::chrono::milliseconds PatienceOnOpening(150);

void gpuperf::setRegisters(CompiledKernel &Kernel, const RegisterUse &Use) {
  KernelSummary &K = *Kernel.Summary;
  K.RegistersPerThread = Use.PerThread;
  K.RegistersFrom = Use.From;
  K.ScalarRegisters = Use.ScalarRegisters;
  K.AccumulationRegisters = Use.AccumulationRegisters;
  K.SpillBytesPerThread = Use.SpillBytes;
  if (Use.From == RegisterSource::Ptxas) {
    if (Use.StaticSharedBytes)
      K.StaticSharedBytes = Use.StaticSharedBytes;
    Kernel.Ptxas = Use;
  } else if (Use.From == RegisterSource::Compiler) {
    K.StaticSharedBytes = Use.StaticSharedBytes;
    K.ScratchBytesPerThread = Use.StackBytes;
    K.MemoryDrains = Use.MemoryDrains;
  } else {
    K.RegistersPerThread.Why |= AssumptionKind::RegistersEstimated;
  }
}

void FileStore::begin(llvm::StringRef Key) {
  ++Analysis;
  if (Ptxas)
    Ptxas->Patience =
        Analysis == 1 ? PatienceOnOpening : std::chrono::milliseconds(0);
  if (OptionsKey != Key) {
    Predictions.clear();
    OptionsKey = Key.str();
  }
  llvm::SmallVector<llvm::StringRef> Gone;
  for (auto &E : Kernels)
    if (E.second.LastUsed + PredictionMemo::KeptAnalyses < Analysis) {
      Predictions.forget(*E.second.Kernel.Summary);
      Gone.push_back(E.getKey());
    }
  for (llvm::StringRef Name : Gone)
    Kernels.erase(Name);
  Predictions.nextAnalysis();
  refine();
}

static std::string keyOf(llvm::StringRef Target, llvm::StringRef Code) {
  return (Target + "/" + Code).str();
}

const CompiledKernel *FileStore::find(llvm::StringRef Target,
                                      const KernelFingerprint &Code) {
  auto It = Kernels.find(keyOf(Target, Code.Code));
  if (It == Kernels.end())
    return nullptr;
  Entry &E = It->second;
  if (E.Places != Code.Places) {
    if (!moveLines(*E.Kernel.Summary, E.Places, Code.Places))
      return nullptr;
    E.Places = Code.Places;
    Predictions.forgetLines(*E.Kernel.Summary);
  }
  E.LastUsed = Analysis;
  return &E.Kernel;
}

void FileStore::add(llvm::StringRef Target, KernelFingerprint Code,
                    const CompiledKernel &Kernel) {
  Entry &E = Kernels[keyOf(Target, Code.Code)];
  if (E.Kernel.Summary)
    Predictions.forget(*E.Kernel.Summary);
  E = {Kernel, std::move(Code.Places), Analysis};
  Predictions.remember(*Kernel.Summary);
}

void FileStore::refine() {
  if (!Ptxas)
    return;
  for (auto &Named : Kernels) {
    CompiledKernel &Kernel = Named.second.Kernel;
    if (Kernel.Ptxas || !Kernel.Asked)
      continue;
    auto Report = Ptxas->ask(Kernel.Asked->Ptx, Kernel.Asked->Options);
    if (!Report)
      continue;
    for (auto &[Mangled, Use] : *Report)
      if (Mangled == Kernel.Summary->Mangled) {
        setRegisters(Kernel, Use);
        Predictions.forget(*Kernel.Summary);
        Predictions.remember(*Kernel.Summary);
      }
  }
}
