//===- WaitedLoops.h - Loops that wait behind every launch ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches of one stream run one after the other, and the host may ask for the
// next one while one runs. A loop that waits for the GPU in every iteration
// pays for the way there and back each time.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_WAITEDLOOPS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_WAITEDLOOPS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

namespace gpuperf {

struct WaitedLoop {
  const clang::Stmt *Loop = nullptr;
  /// Calls such as cudaDeviceSynchronize() without which the next launch would
  /// be asked for while one runs; one iteration's, in source order.
  llvm::SmallVector<const clang::CallExpr *, 2> Waits;
  /// The launches of one iteration.
  llvm::SmallVector<const clang::CallExpr *, 4> Calls;
  unsigned Fills = 0; ///< cudaMemset and the like, likewise
};

/// The loops of \p F that wait in every iteration although the host does
/// nothing there that needs it: it launches into one stream, looks at errors,
/// counts, swaps pointers and prints, and copies now and then. Left out are
/// loops that copy in every iteration, take times, call what is not known, or
/// read memory that the host and the GPU share.
std::vector<WaitedLoop> waitedLoops(const clang::FunctionDecl &F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_WAITEDLOOPS_H
