//===- BlockLiterals.h - The literals a launch is made of -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_BLOCKLITERALS_H
#define GPUPERF_PLUGIN_REWRITE_BLOCKLITERALS_H

#include "plugin/host/Symbols.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ValueDecl;
} // namespace clang

namespace gpuperf {

/// A number in the source that a launch configuration may be made with.
struct BlockLiteral {
  const clang::Expr *E = nullptr;
  HostSymbols::Place Spelled;
  double Value = 0;
  bool IsFloating = false;
  /// Which argument of a dim3 it stands in; 0 for plain numbers.
  unsigned Dimension = 0;
  /// It is divided by, or a part of what is divided, as in (n + 255) / 256, or
  /// handed to a function, as in divUp(n, 256).
  bool InDivision = false;
  /// Variables and enumerators on the way to it, outermost first.
  llvm::SmallVector<const clang::ValueDecl *, 4> Path;
};

/// By variable: what is assigned to it, and to which member of a dim3 (~0u: to
/// the whole variable).
using AssignedValues = llvm::DenseMap<
    const clang::ValueDecl *,
    llvm::SmallVector<std::pair<const clang::Expr *, unsigned>, 4>>;
/// The literals in \p Root, in the initialisers of the variables and
/// enumerators that it names, and in what \p Assigned says is assigned to
/// those. Not all of them need decide the value of \p Root: which of them do is
/// found out by reading the host code once more with names in their places
/// (HostSymbols).
llvm::SmallVector<BlockLiteral, 8>
collectBlockLiterals(const clang::Expr *Root, const AssignedValues &Assigned,
                     const clang::ASTContext &Ctx);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_BLOCKLITERALS_H
