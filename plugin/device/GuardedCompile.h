//===- GuardedCompile.h - One bad kernel does not cost the others ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_GUARDEDCOMPILE_H
#define GPUPERF_PLUGIN_DEVICE_GUARDEDCOMPILE_H

#include "plugin/device/CompiledKernels.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

using KernelList = llvm::ArrayRef<const clang::FunctionDecl *>;

/// \p Compile over all \p Kernels, in a guard. If that crashes, over each of
/// the first \p MaxRetries by itself; those that crash then, and those that
/// come after, are unusable.
llvm::Expected<KernelTable> compileGuarded(
    KernelList Kernels, unsigned MaxRetries,
    llvm::function_ref<llvm::Expected<KernelTable>(KernelList)> Compile);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_GUARDEDCOMPILE_H
