//===- PointerUses.h - What a loop does with an array -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_POINTERUSES_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_POINTERUSES_H

#include <vector>

namespace clang {
class CallExpr;
class Expr;
class Stmt;
class ValueDecl;
} // namespace clang

namespace gpuperf {

/// The variable or field that \p E names or points into: of `p`, `p + n`,
/// `&p[n]`, of `p[n]` where that is a pointer itself (an array of pointers
/// counts as one), and of `v.data()`. Null: there is none.
const clang::ValueDecl *pointerOf(const clang::Expr *E);

/// One place that names a variable or field which holds an array.
struct PointerUse {
  enum class Kind {
    Read,       ///< the host reads an element, or hands it on to be read
    CopySource, ///< of cudaMemcpy
    CopyTarget, ///< likewise
    Fill,       ///< cudaMemset
    LaunchArg,  ///< handed to a kernel
    Other,      ///< the host may write an element or keep the pointer
  } What = Kind::Other;
  const clang::CallExpr *Call = nullptr; ///< but for Read and Other
  unsigned Arg = 0;                      ///< of Call
};

/// All uses of \p Of in \p S, in the order of the text. Functions of the file
/// that get the array are looked into.
std::vector<PointerUse> usesOf(const clang::ValueDecl &Of,
                               const clang::Stmt &S);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_POINTERUSES_H
