//===- PredictionMemo.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictionMemo.h"
#include "analysis/predict/PredictionKey.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace llvm;

/// Predictions that are kept of one file. Even a large file asks for fewer;
/// they take some tens of MB.
static constexpr size_t MostEntries = 6000;

PredictionCache::~PredictionCache() = default;

void PredictionMemo::remember(const KernelSummary &Kernel) {
  ByKernel.try_emplace(&Kernel);
}
void PredictionMemo::forget(const KernelSummary &Kernel) {
  ByKernel.erase(&Kernel);
}
void PredictionMemo::clear() {
  for (auto &[Kernel, Known] : ByKernel)
    Known.clear();
}

void PredictionMemo::forgetLines(const KernelSummary &Kernel) {
  auto It = ByKernel.find(&Kernel);
  if (It == ByKernel.end())
    return;
  SmallVector<StringRef> Gone;
  for (auto &E : It->second)
    if (E.second.P->TimeUs.Why.namesLine())
      Gone.push_back(E.getKey());
  for (StringRef Key : Gone)
    It->second.erase(Key);
}

const Prediction *PredictionMemo::find(const KernelSummary &Kernel,
                                       const Launch &L, const GpuModel &Gpu,
                                       const PredictOptions &Options) {
  auto Known = ByKernel.find(&Kernel);
  if (Known == ByKernel.end())
    return nullptr;
  const std::optional<std::string> Key =
      predictionKey(Kernel.Given, L, Gpu, Options);
  if (!Key)
    return nullptr;
  auto It = Known->second.find(*Key);
  if (It == Known->second.end())
    return nullptr;
  It->second.LastUsed = Analysis;
  return It->second.P.get();
}

void PredictionMemo::add(const KernelSummary &Kernel, const Launch &L,
                         const GpuModel &Gpu, const PredictOptions &Options,
                         const Prediction &P) {
  auto Known = ByKernel.find(&Kernel);
  if (Known == ByKernel.end() || size() >= MostEntries)
    return;
  if (const std::optional<std::string> Key =
          predictionKey(Kernel.Given, L, Gpu, Options))
    Known->second[*Key] = {std::make_unique<Prediction>(P), Analysis};
}

void PredictionMemo::nextAnalysis() {
  ++Analysis;
  for (auto &[Kernel, Known] : ByKernel) {
    SmallVector<StringRef> Gone;
    for (auto &E : Known)
      if (E.second.LastUsed + KeptAnalyses < Analysis)
        Gone.push_back(E.getKey());
    for (StringRef Key : Gone)
      Known.erase(Key);
  }
}

size_t PredictionMemo::size() const {
  size_t Size = 0;
  for (const auto &[Kernel, Known] : ByKernel)
    Size += Known.size();
  return Size;
}
