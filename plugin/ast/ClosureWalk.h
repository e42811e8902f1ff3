//===- ClosureWalk.h - One function's callees and variables -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_CLOSUREWALK_H
#define GPUPERF_PLUGIN_AST_CLOSUREWALK_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class CXXRecordDecl;
class Decl;
class FunctionDecl;
class QualType;
class Stmt;
class VarDecl;
} // namespace clang

namespace gpuperf {

/// Walks what CodeGen would emit for a body: default arguments, constructors,
/// destructors and implicit code are walked, operands that are not evaluated
/// (of sizeof, of decltype) are not.
class ClosureWalk {
public:
  explicit ClosureWalk(clang::ASTContext &Ctx) : Ctx(Ctx) {}
  void walk(const clang::FunctionDecl &Definition);
  /// A variable that is not local: its initialiser, and itself.
  void walk(const clang::VarDecl &Definition);
  /// What runs when a variable's life ends.
  void walkDestruction(const clang::VarDecl &Variable);

  llvm::SmallVector<const clang::FunctionDecl *, 8> Callees;
  llvm::SmallVector<const clang::VarDecl *, 2> Variables;
  clang::SourceLocation Error; ///< first error in the AST, or invalid

private:
  void walkStmt(const clang::Stmt *S);
  void visit(const clang::Stmt &S);
  void visitDecl(const clang::Decl &D);
  void addFunction(const clang::FunctionDecl *F);
  void addVariable(const clang::VarDecl &V);
  void addDestructor(clang::QualType Type);
  void addVirtualMethods(const clang::CXXRecordDecl &Record);
  void push(const clang::Stmt *S);

  clang::ASTContext &Ctx;
  llvm::SmallVector<const clang::Stmt *, 64> Work;
  llvm::SmallPtrSet<const void *, 32> Seen;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_CLOSUREWALK_H
