//===- PredictionMemo.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictionMemo.h"
#include "analysis/predict/PredictLaunch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace gpuperf;
using namespace llvm;

/// Analyses that an answer outlives its last use: an undone edit finds it.
static constexpr unsigned KeptAnalyses = 8;
/// Of one file: more predictions than a large file asks for, some tens of MB.
static constexpr size_t MostEntries = 6000;

namespace {
/// The bytes of some values, one after the other.
class KeyWriter {
public:
  template <class T> void add(T Value) {
    static_assert(std::is_trivially_copyable_v<T>);
    Bytes.append(reinterpret_cast<const char *>(&Value),
                 reinterpret_cast<const char *>(&Value) + sizeof(T));
  }
  void add(const Dim3 &D) { add(D.X), add(D.Y), add(D.Z); }
  void add(const ArgValue &A) {
    add(A.K), add(A.Integer), add(A.Floating), add(A.From);
    add(A.Fields.size());
    for (const auto &[Offset, Field] : A.Fields) {
      add(Offset);
      add(Field);
    }
  }
  /// Predictions tell what was assumed of the launch by its name.
  void add(const AssumptionSet &Why) {
    for (const Assumption &A : Why.all()) {
      add(A.Kind), add(A.SourceLine);
      add(A.Name.size());
      Bytes += A.Name;
      std::visit([this](auto V) { add(V); }, A.Value);
    }
  }
  SmallString<256> Bytes;
};
} // namespace

static SmallString<256> keyOf(const Launch &L, const GpuModel &Gpu,
                              const PredictOptions &Options) {
  KeyWriter Key;
  Key.add(Options.Model);
  Key.add(L.Grid);
  Key.add(L.Block);
  Key.add(L.DynamicSharedBytes);
  Key.add(L.L1), Key.add(L.L2), Key.add(L.How);
  Key.add(L.Args.size());
  for (const ArgValue &A : L.Args)
    Key.add(A);
  Key.add(L.Why);
  Key.Bytes += Gpu.Name;
  return Key.Bytes;
}

/// Whether the answer depends on nothing but what the key holds.
static bool isKept(const PredictOptions &Options) {
  const ModelArgs &A = Options.Args;
  const ProfileOptions &P = Options.Profile, Default;
  return !Options.Explain && !Options.KnownProfile && !A.L1Pct && !A.L2Pct &&
         !A.Spef && !A.WarpTimeNs && !A.Alpha && !A.Beta && !A.WithoutTerms &&
         P.StepBudget == Default.StepBudget &&
         P.SampledBlocks == Default.SampledBlocks &&
         P.SampledWarps == Default.SampledWarps &&
         P.SampledIterations == Default.SampledIterations &&
         P.DefaultTrip == Default.DefaultTrip &&
         P.Everything == Default.Everything;
}

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
  if (Known == ByKernel.end() || !isKept(Options))
    return nullptr;
  auto It = Known->second.find(keyOf(L, Gpu, Options));
  if (It == Known->second.end())
    return nullptr;
  It->second.LastUsed = Analysis;
  return It->second.P.get();
}

void PredictionMemo::add(const KernelSummary &Kernel, const Launch &L,
                         const GpuModel &Gpu, const PredictOptions &Options,
                         const Prediction &P) {
  auto Known = ByKernel.find(&Kernel);
  if (Known == ByKernel.end() || !isKept(Options) || size() >= MostEntries)
    return;
  Known->second[keyOf(L, Gpu, Options)] = {std::make_unique<Prediction>(P),
                                           Analysis};
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
