//===- KernelNameMatch.h - Kernels by the names that tools give them ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel has many names: `ns::k<Op::Min, float>` in the source, `void
// ns::k<(Op)0, float>(float *, int)` in Nsight Compute, `k<0, float>` in a
// table that somebody made of it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_KERNELNAMEMATCH_H
#define GPUPERF_PLUGIN_AST_KERNELNAMEMATCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// The kernel of \p All that \p Name means: the one with this name or symbol;
/// if there is none, the one of which the name says as much as is needed to
/// tell it from the others. It may leave out the namespaces, the template
/// arguments and how an argument is written (`4u`, `(int)4`, an enumerator or
/// its number, `true` or `1`), and may have a return type and parameters. A
/// lambda has a number that each compiler chooses, so that any matches any.
/// Null if no kernel matches, or several do.
const clang::FunctionDecl *
matchKernel(llvm::ArrayRef<const clang::FunctionDecl *> All,
            llvm::StringRef Name);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_KERNELNAMEMATCH_H
