//===- ManagedArrays.h - Arrays that page faults bring ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A page of managed memory lies where it was written last. What the host has
// written comes to the GPU when a kernel touches it: the thread faults, and the
// driver moves the pages while the kernel waits.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_MANAGEDARRAYS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_MANAGEDARRAYS_H

#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// Arrays of managed memory that a launch passes after the host has written
/// them.
struct ManagedLaunch {
  const clang::CallExpr *Launch = nullptr;
  struct Array {
    unsigned Param = 0; ///< the kernel's
    std::string Name;   ///< of the host's variable
  };
  llvm::SmallVector<Array, 4> Arrays;
  /// A loop makes the launch again and again, and writes none of them: only
  /// the first time do they come.
  bool IsRepeated = false;
};

/// The launches in \p F whose arrays \p F allocates as managed memory and then
/// fills in a loop, itself or by functions of the file, in the order of the
/// source. Once
/// a launch has touched an array, it is on the GPU. Nothing is found where the
/// file speaks of prefetching or of advice on memory, and what a function does
/// whose body is not there counts as no writing.
std::vector<ManagedLaunch> launchesOnHostPages(const clang::FunctionDecl &F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_MANAGEDARRAYS_H
