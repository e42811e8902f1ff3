//===- RepeatedCopies.h - Copies that a loop need not make ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_REPEATEDCOPIES_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_REPEATEDCOPIES_H

#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
class Stmt;
class ValueDecl;
} // namespace clang

namespace gpuperf {

/// A cudaMemcpy of every iteration of a loop that launches.
struct RepeatedCopy {
  enum class Kind {
    NeverChanged, ///< to the GPU: the host does not change it in the loop
    OnGpuAlready, ///< to the GPU: what was copied from there before
    Swapped,      ///< on the GPU: the pointers could be exchanged
  } What = Kind::NeverChanged;
  const clang::CallExpr *Copy = nullptr;
  const clang::ValueDecl *From = nullptr, *To = nullptr;
  /// OnGpuAlready: the array on the GPU that holds it.
  const clang::ValueDecl *Holder = nullptr;
  /// A launch of the loop that gets an array, and as which parameter.
  struct Use {
    const clang::CallExpr *Launch = nullptr;
    unsigned Param = 0;
  };
  llvm::SmallVector<Use, 2> GetTo;   ///< where kernels get To
  llvm::SmallVector<Use, 2> GetFrom; ///< Swapped: where they get From
  llvm::SmallVector<const clang::CallExpr *, 4> Launches; ///< of the loop, all
  /// It has as many bytes as the function allocates for To.
  bool CopiesAll = false;
  /// The host's array is made of zeros and is not written before the loop.
  bool IsZero = false;
};

/// The copies in loops of \p F that may be left out, as far as the host's text
/// says. What the kernels do is for the caller to see: NeverChanged holds where
/// no launch writes To, otherwise the copy resets To, and Swapped holds where
/// none reads From. Copies that are measured, as they stand between the times
/// that an iteration takes, are meant to be there and left out, as are loops
/// that launch in a loop of their own, call a library or read or write files,
/// which may take any time. Only copies that every iteration makes itself, of
/// arrays that variables of the function or fields point to, and that are
/// handed to launches of the loop itself.
std::vector<RepeatedCopy> repeatedCopies(const clang::FunctionDecl &F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_REPEATEDCOPIES_H
