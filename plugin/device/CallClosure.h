//===- CallClosure.h - What a kernel calls and reads ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what a launched kernel reaches is given to CodeGen: it is quick, and
// code with errors, which CodeGen must never see, is found on the way.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_CALLCLOSURE_H
#define GPUPERF_PLUGIN_DEVICE_CALLCLOSURE_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class Preprocessor;
class VarDecl;
} // namespace clang

namespace gpuperf {

/// One function as the closure sees it.
struct ClosureNode {
  const clang::FunctionDecl *Definition = nullptr; ///< null: no body here
  llvm::SmallVector<const clang::FunctionDecl *, 8> Callees;
  llvm::SmallVector<const clang::VarDecl *, 2> Variables; ///< not local ones
  /// Why the body cannot be trusted ("contains an error on line 12"), or empty.
  std::string Problem;
  /// The parse left the body out (a preamble's), or refused a shared variable
  /// in it.
  bool BodySkipped = false;
};

/// The functions and variables that some kernels reach.
class DeviceClosure {
public:
  /// \p Errors: where the parse reported errors, as far as the caller knows.
  DeviceClosure(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                llvm::ArrayRef<clang::SourceLocation> Errors);

  /// Why \p Kernel must not be compiled, in one clause; empty if it may.
  std::string problemOf(const clang::FunctionDecl &Kernel);
  /// True if \p Kernel reaches a body that the parse skipped.
  bool reachesSkippedBody(const clang::FunctionDecl &Kernel);
  /// Adds all that \p Kernel reaches, itself included.
  void collect(const clang::FunctionDecl &Kernel,
               llvm::SetVector<const clang::FunctionDecl *> &Functions,
               llvm::SetVector<const clang::VarDecl *> &Variables);

private:
  const ClosureNode &nodeOf(const clang::FunctionDecl &F);
  ClosureNode makeNode(const clang::FunctionDecl &F);
  std::string problemInText(const clang::FunctionDecl &F);
  /// Reachable nodes, the kernel first.
  llvm::SmallVector<std::pair<const clang::FunctionDecl *, const ClosureNode *>>
  reachable(const clang::FunctionDecl &Kernel);

  clang::ASTContext &Ctx;
  clang::Preprocessor &PP;
  llvm::ArrayRef<clang::SourceLocation> Errors;
  bool HasErrors;
  std::map<const clang::FunctionDecl *, ClosureNode> Nodes;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_CALLCLOSURE_H
