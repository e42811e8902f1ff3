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

/// Compiles \p Kernels for \p SmArch; what Options.Store holds is not compiled
/// again. \p RegisterGpu: whose registers ptxas is asked for, if newer.
/// An error concerns the whole file.
llvm::Expected<KernelTable>
summarizeKernels(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                 llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                 llvm::StringRef SmArch, const FileOptions &Options,
                 const GpuModel *RegisterGpu);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_COMPILEKERNELS_H
