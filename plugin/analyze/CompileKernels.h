//===- CompileKernels.h - From kernels of an AST to their summaries -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_COMPILEKERNELS_H
#define GPUPERF_PLUGIN_ANALYZE_COMPILEKERNELS_H

#include "plugin/analyze/FileOptions.h"
#include "plugin/device/CompiledKernels.h"

namespace gpuperf {

/// A file as clang has parsed it.
struct ParsedFile {
  clang::ASTContext &Ctx;
  clang::Preprocessor &PP;
};

/// What kernels are compiled for.
struct KernelTarget {
  std::string IrArch; ///< "sm_90": the architecture of their device IR
  /// The GPU whose registers ptxas is asked about: where it is newer than the
  /// IR, the PTX is assembled for it. Null: for IrArch.
  const GpuModel *Gpu = nullptr;
};

/// Compiles \p Kernels of \p File; what Options.Store holds is not compiled
/// again. Options.Objects say the registers of those that they hold. Kernels
/// whose IR is not for the GPU's own architecture say so among their
/// assumptions. An error concerns the whole file.
llvm::Expected<KernelTable>
summarizeKernels(ParsedFile File,
                 llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                 const KernelTarget &Target, const FileOptions &Options);

/// Blocks of the kernel \p Mangled that fit on an SM, for a program that asks
/// the occupancy API. Without a table, or where it does not have the kernel, no
/// registers limit them.
unsigned residentBlocks(const KernelTable *Table, const std::string &Mangled,
                        unsigned Threads, uint64_t SharedBytes,
                        const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_COMPILEKERNELS_H
