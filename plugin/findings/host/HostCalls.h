//===- HostCalls.h - What host code calls, and where it loops ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCALLS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCALLS_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class CallExpr;
class Stmt;
} // namespace clang

namespace gpuperf {

/// Whether \p S may run its body more than once: a loop, but for the
/// `do { } while (0)` of a macro. \p S may be null.
bool isLoop(const clang::Stmt *S);

/// The name of the function that is called, without its scope; empty where it
/// has none or is not known.
llvm::StringRef calledName(const clang::CallExpr &Call);

/// "DeviceSynchronize" of cudaDeviceSynchronize and hipDeviceSynchronize; empty
/// for what is no function of either runtime.
llvm::StringRef runtimeName(llvm::StringRef Name);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCALLS_H
