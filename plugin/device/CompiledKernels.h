//===- CompiledKernels.h - A file's kernels, compiled and summed up -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_COMPILEDKERNELS_H
#define GPUPERF_PLUGIN_DEVICE_COMPILEDKERNELS_H

#include "analysis/kernel/GivenLines.h"
#include "analysis/registers/Registers.h"
#include "clang/Basic/SourceLocation.h"
#include <map>
#include <memory>
#include <optional>

namespace gpuperf {

/// The text that ptxas was asked about, for a second question.
struct PtxQuestion {
  std::string Ptx;
  RegisterOptions Options;
};

struct CompiledKernel {
  /// Never null; stays where it is for as long as somebody holds it.
  std::shared_ptr<KernelSummary> Summary;
  /// What ptxas said; nothing where it was not asked or has not answered.
  std::optional<RegisterUse> Ptxas;
  /// What the build's own code has; the Summary then goes by it. Nothing where
  /// no object was found. Its SpillBytes are not known, and 0.
  std::optional<RegisterUse> Object;
  /// With it: shared by the kernels that were compiled together.
  std::shared_ptr<const PtxQuestion> Asked;
};

/// A number in an assume comment in a kernel's code, and what became of it in
/// one kernel.
struct CommentUse {
  clang::SourceLocation Where; ///< of the comment
  std::string Said;            ///< "trips=12"
  unsigned Line = 0;           ///< of the code that it is about
  GivenUse Use = GivenUse::Used;
  /// Why the number was not even looked at, in one clause; empty if it was.
  std::string Error;
};

/// Kernels of a parsed file for one architecture, by mangled name.
struct KernelTable {
  std::map<std::string, CompiledKernel> ByMangled;
  std::map<std::string, std::string> Unusable; ///< mangled -> clause
  /// Written names of all kernels in the file -> mangled.
  std::vector<std::pair<std::string, std::string>> Names;
  std::vector<CommentUse> Comments; ///< of the kernels, one after the other
};

/// Compiled kernels, or why there are none, by architectures.
struct KernelCache {
  struct Entry {
    std::optional<KernelTable> Table;
    std::string Error; ///< without a table: one clause
  };
  std::map<std::string, Entry> ByArch;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_COMPILEDKERNELS_H
