//===- LibraryLayout.h - Arrays whose layout is not the user's --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_LIBRARYLAYOUT_H
#define GPUPERF_PLUGIN_FINDINGS_LIBRARYLAYOUT_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace gpuperf {

/// Whether all of \p Accesses go to arguments that point to structures of a
/// library which are larger than a vector, such as the states of a random
/// number generator: nobody can change how these lie in memory. Vectors
/// (float4) and complex numbers are loaded whole, so that their layout costs
/// nothing.
bool isLibraryLayout(const clang::FunctionDecl &Kernel,
                     const clang::SourceManager &SM, const KernelSummary &K,
                     llvm::ArrayRef<AccessId> Accesses);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LIBRARYLAYOUT_H
