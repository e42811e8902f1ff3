//===- HostClosure.h - The host code that a program needs -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file with a few launches includes tens of thousands of declarations. Only
// what the user's own code reaches is given to CodeGen, and in an editor
// nothing else is loaded from the preamble.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_IR_HOSTCLOSURE_H
#define GPUPERF_PLUGIN_PROGRAM_IR_HOSTCLOSURE_H

#include "llvm/ADT/SetVector.h"

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace gpuperf::program {

/// The definitions that make up the host side of \p Ctx, in the order in which
/// CodeGen is to see them, which decides that of the initialisers: what other
/// files may refer to, unless it stands in a system header or outside of the
/// traversal scope, and what that reaches. Bodies that the parse skipped are
/// left out.
llvm::SetVector<clang::Decl *> hostDefinitions(clang::ASTContext &Ctx);

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_IR_HOSTCLOSURE_H
