//===- HostMemory.h - Arguments that are not on the GPU ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_HOSTMEMORY_H
#define GPUPERF_PLUGIN_LAUNCH_HOSTMEMORY_H

#include "llvm/ADT/SmallPtrSet.h"
#include <string>
#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
class ValueDecl;
} // namespace clang

namespace gpuperf {

using HostPointers = llvm::SmallPtrSet<const clang::ValueDecl *, 8>;

/// The variables that \p Function fills with pointers to pinned memory of the
/// host, by cudaHostGetDevicePointer, cudaHostAlloc or cudaMallocHost. What a
/// kernel reads there comes over PCIe.
HostPointers hostPointersOf(const clang::FunctionDecl &Function);

/// Names of those of \p Pointers that \p Launch passes, each once.
std::vector<std::string> passedOf(const HostPointers &Pointers,
                                  const clang::CallExpr &Launch);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_HOSTMEMORY_H
