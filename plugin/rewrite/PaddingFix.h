//===- PaddingFix.h - Longer rows for a shared array ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of a shared array can be made longer safely if nothing in the kernel
// but the array's bound depends on their length. That is so if every use of the
// array is one element, with a subscript for each dimension.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_PADDINGFIX_H
#define GPUPERF_PLUGIN_REWRITE_PADDINGFIX_H

#include "analysis/kernel/KernelSummary.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/Diagnostic.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace gpuperf {

/// A static __shared__ array of two or more dimensions whose rows can be
/// padded.
struct PaddableArray {
  const clang::VarDecl *Decl = nullptr;
  clang::ArrayTypeLoc Row; ///< the innermost dimension
  uint64_t RowBytes = 0, ElementBytes = 0;
};

/// The array that \p V stands for, if it is declared in \p Kernel itself and
/// every use of it is an element that is read, written or updated there. Not in
/// templates, whose other instantiations may have other bounds, and not where a
/// macro writes the declaration.
std::optional<PaddableArray> paddableArray(const clang::FunctionDecl &Kernel,
                                           const Variable &V,
                                           const clang::ASTContext &Ctx);

/// Adds \p Elements to the bound of its rows: "[32]" becomes "[32 + 1]".
std::vector<clang::FixItHint> padRows(const PaddableArray &Array,
                                      unsigned Elements,
                                      const clang::ASTContext &Ctx);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_PADDINGFIX_H
