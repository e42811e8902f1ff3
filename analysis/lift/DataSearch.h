//===- DataSearch.h - Loops that look for an element ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_LIFT_DATASEARCH_H
#define GPUPERF_ANALYSIS_LIFT_DATASEARCH_H

namespace llvm {
class BasicBlock;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace gpuperf {

/// Whether \p L is left through \p Exiting once an element that the iteration
/// loads, at a place that moves with the iterations, fulfils a condition of its
/// own: what iterations before it have computed has no part in it. False where
/// the condition is one that data hardly ever fulfil: two floats that are
/// equal, an integer that is a given key, or a float that is not a number.
bool searchesData(const llvm::Loop *L, const llvm::BasicBlock *Exiting,
                  llvm::ScalarEvolution &SE);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_LIFT_DATASEARCH_H
