//===- Generated.h - Kernels of all shapes, by a fixed seed -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Do the checks at the line that costs find what is there, and nothing else?
// Kernels of random strides, offsets, block shapes, types, index forms, guards,
// shared arrays and paddings are run on the CPU lane by lane; what is wasteful
// in truth is held against what the findings say, whatever they would gain.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_GENERATED_H
#define GPUPERF_TEST_EXACT_GENERATED_H

#include "gpumodel/GpuModel.h"
#include "test/exact/Experiment.h"

namespace gpuperf::exact {

/// A text and the launches of its kernels.
struct GeneratedFile {
  std::string Text;
  std::vector<Case> Cases;
};
/// \p Kernels kernels by \p G (G.add(number, file)), \p PerFile in a file that
/// begins with \p Declarations.
template <class GeneratorT>
std::vector<GeneratedFile> generateFiles(GeneratorT &G, unsigned Kernels,
                                         unsigned PerFile,
                                         llvm::StringRef Declarations) {
  std::vector<GeneratedFile> Files;
  for (unsigned I = 0; I < Kernels; ++I) {
    if (I % PerFile == 0)
      Files.push_back({Declarations.str(), {}});
    G.add(I, Files.back());
  }
  return Files;
}

std::vector<GeneratedFile> generate(unsigned Kernels, uint64_t Seed);

/// Accesses of one kind, by what is true of them and what is said.
struct Verdicts {
  unsigned Accesses = 0; ///< executed at least once
  unsigned Affine = 0;   ///< of them
  unsigned Wasteful = 0; ///< in truth: uncoalesced, or with a conflict
  unsigned Found = 0;    ///< of the wasteful ones
  unsigned False = 0;    ///< said to be wasteful, and are not
  unsigned Exact = 0;    ///< sectors (at the best start) or ways are right
  unsigned AffineExact = 0;
  unsigned AffineWasteful = 0, AffineFound = 0;
  double recall() const {
    return Wasteful ? static_cast<double>(Found) / Wasteful : 1;
  }
  double falseRate() const {
    return Found + False ? static_cast<double>(False) / (Found + False) : 0;
  }
};

struct GeneratedVerdict {
  Verdicts Global, Shared;
  /// Global accesses whose address data decides: findings there are too many.
  unsigned Gathers = 0, GathersFound = 0;
  /// Requests that lie outside of the band of sectors, base alignment and all.
  unsigned OutsideBand = 0;
  std::vector<std::string> Wrong; ///< one line each
};

/// Runs and judges all kernels of \p Files on \p Gpu, compiled for \p Arch.
llvm::Expected<GeneratedVerdict>
judgeGenerated(llvm::ArrayRef<GeneratedFile> Files, const GpuModel &Gpu,
               llvm::StringRef Arch = "sm_80");

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_GENERATED_H
