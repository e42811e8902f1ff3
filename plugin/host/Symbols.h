//===- Symbols.h - Literals of host code that are left open -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To find out what the source would compute with another block size, its host
// code is read once more with names ("symbols") in the places of the literals
// that make the block size, and of those in the grid that belong to it. See
// plugin/rewrite/BlockRewrite.h.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_SYMBOLS_H
#define GPUPERF_PLUGIN_HOST_SYMBOLS_H

#include "plugin/host/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace gpuperf {

class HostSymbols {
public:
  /// Where the first and the last token of an expression are spelled.
  using Place = std::pair<clang::SourceLocation, clang::SourceLocation>;
  static Place placeOf(const clang::Expr *E, const clang::ASTContext &Ctx);

  void set(Place At, HostExpr Value) { Values[At] = std::move(Value); }
  bool empty() const { return Values.empty(); }
  /// What the number \p E stands for; null: for itself.
  HostExpr find(const clang::Expr *E, const clang::ASTContext &Ctx) const;

  /// No name of a program, nor one that a user could bind.
  static std::string nameOf(unsigned Number) {
    return "$" + std::to_string(Number);
  }

  static bool isName(llvm::StringRef Name) { return Name.starts_with("$"); }

private:
  llvm::DenseMap<Place, HostExpr> Values;
};

/// \p E has free names, and each of them is a symbol's.
bool hasOnlySymbols(const HostExpr &E);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_SYMBOLS_H
