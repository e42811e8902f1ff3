//===- ModuleKernels.h - Kernels that are loaded by name --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that loads its kernels from a module asks for each by its symbol
// and launches the handle that it is given.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_MODULEKERNELS_H
#define GPUPERF_PLUGIN_AST_MODULEKERNELS_H

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class ASTContext;
class CallExpr;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// A call that writes the handle of a kernel to where its first argument
/// points.
struct HandleRequest {
  unsigned Kernel = 0; ///< the argument that tells which one
  /// That argument is the kernel's symbol; else another handle, or the kernel.
  bool ByName = false;
};
/// What \p E asks for; nothing: it is no such call.
std::optional<HandleRequest> handleRequestOf(const clang::CallExpr *E);
/// What calls of \p F ask for.
std::optional<HandleRequest> handleRequestOf(const clang::FunctionDecl &F);

/// CUfunction, hipFunction_t and their relatives.
bool isKernelHandle(clang::QualType T);

/// The kernel of this file whose symbol is \p Symbol, or which is called so
/// and is the only one. Null: there is none.
const clang::FunctionDecl *kernelNamed(clang::ASTContext &Ctx,
                                       llvm::StringRef Symbol);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_MODULEKERNELS_H
