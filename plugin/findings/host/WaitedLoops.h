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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace gpuperf {

/// What one iteration of a loop, or one call of a function, asks of the GPU,
/// without the loops in it.
struct WaitedPart {
  /// Calls such as cudaDeviceSynchronize() without which the next launch would
  /// be asked for while one runs; in source order.
  llvm::SmallVector<const clang::CallExpr *, 2> Waits;
  /// The next wait behind one of these is one of the next iteration: behind the
  /// last iteration there is none.
  bool EndsUnwaited = false;
  unsigned NeededWaits = 0;                             ///< other ones
  llvm::SmallVector<const clang::CallExpr *, 4> Calls;  ///< the launches
  llvm::SmallVector<const clang::CallExpr *, 2> Copies; ///< cudaMemcpy
  bool CopiesSometimes = false; ///< likewise, in a branch or a loop in it
  unsigned Fills = 0;           ///< cudaMemset and the like
  /// How often the host comes to look at memory that it shares with the GPU.
  unsigned Reads = 0;
  /// The loops in it, each of which has waits of its own that nothing needs.
  std::vector<WaitedPart> Inner;
};

struct WaitedLoop {
  const clang::Stmt *Loop = nullptr;           ///< or the body of the function
  const clang::FunctionDecl *Called = nullptr; ///< null: a loop
  WaitedPart Part;
};

/// The loops of \p F with waits behind launches that nothing needs: up to the
/// next wait the host only launches into the default stream, fills, looks at
/// errors, counts, swaps pointers and prints. Other waits of the iteration may
/// be needed, as it copies behind them, takes times or reads what it shares
/// with the GPU. Left out are loops that call what is not known, and loops with
/// a loop inside that has no such wait, which may take any time.
std::vector<WaitedLoop> waitedLoops(const clang::FunctionDecl &F);

/// The same of the bodies of those of \p Functions that a loop of them calls.
/// Who calls it may need what runs at its end.
std::vector<WaitedLoop>
waitedCalls(llvm::ArrayRef<const clang::FunctionDecl *> Functions);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_WAITEDLOOPS_H
