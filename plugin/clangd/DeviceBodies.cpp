//===- DeviceBodies.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/DeviceBodies.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace gpuperf;

bool gpuperf::isDeviceFunction(const Decl &D) {
  const FunctionDecl *FD = D.getAsFunction();
  return FD && (FD->hasAttr<CUDADeviceAttr>() || FD->hasAttr<CUDAGlobalAttr>());
}

void DeviceBodies::BeforeExecute(CompilerInstance &CI) {
  Compiler = &CI;
  Clangd.BeforeExecute(CI);
}
void DeviceBodies::AfterExecute(CompilerInstance &CI) {
  Compiler = nullptr;
  Clangd.AfterExecute(CI);
}
void DeviceBodies::AfterPCHEmitted(ASTWriter &Writer) {
  Clangd.AfterPCHEmitted(Writer);
}
void DeviceBodies::HandleTopLevelDecl(DeclGroupRef DG) {
  // Each parse of the text would read all these functions out of the preamble,
  // in order to look for diagnostics that no preamble holds.
  if (Compiler && Compiler->hasSema())
    Compiler->getSema().DeclsToCheckForDeferredDiags.clear();
  Clangd.HandleTopLevelDecl(DG);
}
std::unique_ptr<PPCallbacks> DeviceBodies::createPPCallbacks() {
  return Clangd.createPPCallbacks();
}
CommentHandler *DeviceBodies::getCommentHandler() {
  return Clangd.getCommentHandler();
}
bool DeviceBodies::shouldSkipFunctionBody(Decl *D) {
  return Clangd.shouldSkipFunctionBody(D) && !(D && isDeviceFunction(*D));
}
