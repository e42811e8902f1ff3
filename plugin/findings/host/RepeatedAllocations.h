//===- RepeatedAllocations.h - Arrays made anew by a loop -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that allocates arrays on the GPU in each of its iterations, uses them
// and frees them again, itself or in a function that it calls.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_REPEATEDALLOCATIONS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_REPEATEDALLOCATIONS_H

#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
class Stmt;
class ValueDecl;
} // namespace clang

namespace gpuperf {

struct RepeatedAllocation {
  const clang::Stmt *Loop = nullptr;
  /// An array that every iteration allocates and frees.
  struct Array {
    const clang::CallExpr *Allocate = nullptr, *Free = nullptr;
    const clang::ValueDecl *Name = nullptr;
  };
  llvm::SmallVector<Array, 4> Arrays;
  /// A cudaDeviceReset() of every iteration, with which everything ends; null:
  /// there is none, or it may not be every iteration's, as the loop may end in
  /// the middle of one, choose another GPU, or call what is not known.
  const clang::CallExpr *Reset = nullptr;
  /// The launches and the copies between host and GPU of one iteration.
  llvm::SmallVector<const clang::CallExpr *, 4> Launches, Copies;
};

/// The loops of \p F that allocate and free the same arrays in every iteration
/// and launch in between, or that reset the GPU. Left out are arrays of less
/// than 4 KiB, arrays whose size the loop changes by more than its counter
/// does, arrays between whose allocation and freeing times are taken, loops
/// that run less than four times, and loops of which it is not known what the
/// rest takes: those that launch or copy in a loop of their own, call a library
/// that launches, make objects of unknown classes, or read or write files.
std::vector<RepeatedAllocation>
repeatedAllocations(const clang::FunctionDecl &F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_REPEATEDALLOCATIONS_H
