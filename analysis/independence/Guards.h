//===- Guards.h - What a condition bounds -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_INDEPENDENCE_GUARDS_H
#define GPUPERF_ANALYSIS_INDEPENDENCE_GUARDS_H

#include "analysis/independence/Poly.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class BasicBlock;
class DominatorTree;
} // namespace llvm

namespace gpuperf {

/// A condition that holds, or does not, on one side of a branch.
struct Leaf {
  const llvm::Value *Condition;
  bool Holds;
};

/// All that must hold, or must not, where \p Condition is \p Holds: both sides
/// of `a && b` where it is true.
void conjuncts(const llvm::Value *Condition, bool Holds,
               llvm::SmallVectorImpl<Leaf> &Out);

/// What \p Condition is made of, through &&, || and !.
void leavesOf(const llvm::Value *Condition,
              llvm::SmallVectorImpl<const llvm::Value *> &Out);

/// What holds whenever \p BB is executed, the nearest branch first.
void factsAt(const llvm::BasicBlock *BB, llvm::DominatorTree &DT,
             llvm::SmallVectorImpl<Leaf> &Out);

/// Factor * variable + Rest < 0, Factor > 0, the variable not in Rest.
struct UpperBound {
  int64_t Factor = 1;
  LaunchPoly Rest;
  bool Unsigned = false; ///< in the source; Rest is of integers all the same
  /// The same set of indices.
  bool sameAs(const UpperBound &B) const {
    return Factor == B.Factor && Rest == B.Rest;
  }
};

using PolyRewrite =
    llvm::function_ref<std::optional<LaunchPoly>(const LaunchPoly &)>;

/// \p L as an upper bound on \p Var, both sides rewritten first.
std::optional<UpperBound> boundOn(const Leaf &L, PolyVar Var,
                                  llvm::ScalarEvolution &SE, PolyBuilder &Polys,
                                  PolyRewrite Rewrite);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_INDEPENDENCE_GUARDS_H
