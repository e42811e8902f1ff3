//===- KernelFingerprint.h - Whether a kernel's code is what it was -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two texts of a file may have the same kernel on different lines. Its
// unoptimised IR without source locations tells whether the kernel is the same.
// The locations are kept beside it, so that an answer for the old lines can be
// moved to the new ones.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_EDITOR_KERNELFINGERPRINT_H
#define GPUPERF_PLUGIN_EDITOR_KERNELFINGERPRINT_H

#include "analysis/kernel/KernelSummary.h"
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace gpuperf {

/// A place in the source that an instruction comes from.
struct CodePlace {
  std::string File;
  uint32_t Line = 0, Column = 0;
  auto operator<=>(const CodePlace &) const = default;
};

struct KernelFingerprint {
  /// A hash of 128 bits over the kernel, all functions that it calls and the
  /// variables that they use, without locations. Two kernels with the same hash
  /// are taken for the same.
  std::string Code;
  /// The places of the same instructions, in order; equal neighbours are listed
  /// once.
  std::vector<CodePlace> Places;
};

/// \p Kernel is a function of an unoptimised module.
KernelFingerprint fingerprint(const llvm::Function &Kernel);

/// Moves the source lines in \p Kernel, whose code stood at \p From, to where
/// the same code stands now. Returns false and changes nothing if one old place
/// has two new ones, or if the kernel names a place that is not among the old
/// ones.
bool moveLines(KernelSummary &Kernel, const std::vector<CodePlace> &From,
               const std::vector<CodePlace> &To);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_EDITOR_KERNELFINGERPRINT_H
