//===- HostCalls.h - What host code calls, and where it loops ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCALLS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCALLS_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace gpuperf {

/// Whether \p S may run its body more than once: a loop, but for the
/// `do { } while (0)` of a macro. \p S may be null.
bool isLoop(const clang::Stmt *S);

/// The loops in \p S, outer ones before those they contain.
std::vector<const clang::Stmt *> loopsIn(const clang::Stmt &S);

/// The name of the function that is called, without its scope; empty where it
/// has none or is not known.
llvm::StringRef calledName(const clang::CallExpr &Call);

/// "DeviceSynchronize" of cudaDeviceSynchronize and hipDeviceSynchronize; empty
/// for what is no function of either runtime.
llvm::StringRef runtimeName(llvm::StringRef Name);

/// Whether the call looks at a clock, the GPU's or the host's, or sleeps: how
/// long what stands around it takes is meant or does not matter.
bool isClock(const clang::CallExpr &Call);

/// Whether \p Call reads or writes a file, whose time is not known.
bool isOfFile(const clang::CallExpr &Call);

/// Whether \p Call may run kernels of a library, which no launch shows.
bool isOfLibrary(const clang::CallExpr &Call);

/// The functions of the main file, and of the files in which those of \p Beside
/// stand, whose bodies are there and that run on the host, in the order of the
/// text; of templates, their instantiations.
std::vector<const clang::FunctionDecl *>
hostFunctionsOf(clang::ASTContext &Ctx,
                llvm::ArrayRef<const clang::FunctionDecl *> Beside = {});

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCALLS_H
