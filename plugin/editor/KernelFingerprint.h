//===- KernelFingerprint.h - Whether a kernel's code is what it was -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two texts of a file may hold the same kernel on other lines. What is compiled
// is told by its unoptimised IR without locations; the locations are kept
// beside it, so that an answer for the old lines can be moved to the new ones.
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

/// A place that an instruction names, the file by its path.
struct CodePlace {
  std::string File;
  uint32_t Line = 0, Column = 0;
  auto operator<=>(const CodePlace &) const = default;
};

struct KernelFingerprint {
  /// Hash of the kernel, of all that it calls and of the variables that they
  /// use, without locations. 128 bits: equal means the same code.
  std::string Code;
  /// Of the same instructions in order, neighbours that are alike once.
  std::vector<CodePlace> Places;
};

/// Of an unoptimised module.
KernelFingerprint fingerprint(const llvm::Function &Kernel);

/// Moves the lines of \p Kernel, which was made of code at \p From, to where
/// the same code stands now. False, and nothing changed, if one old place would
/// have two new ones, or if the kernel names a place that is not among them.
bool moveLines(KernelSummary &Kernel, const std::vector<CodePlace> &From,
               const std::vector<CodePlace> &To);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_EDITOR_KERNELFINGERPRINT_H
