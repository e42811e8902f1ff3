//===- KernelErrors.h - Broken code is not predicted ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_KERNELERRORS_H
#define GPUPERF_PLUGIN_AST_KERNELERRORS_H

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace gpuperf {

/// The function is invalid, or its body holds an expression or a variable that
/// did not parse, or text between its statements that the parser dropped.
bool containsErrors(const clang::ASTContext &Ctx, const clang::FunctionDecl &F);

/// The same for one statement of a function.
bool containsErrors(const clang::ASTContext &Ctx, const clang::Stmt *S);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_KERNELERRORS_H
