//===- DeviceBodies.h - Device functions in an editor's preamble ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd keeps a file's includes parsed, without the bodies of their functions.
// A kernel's code needs those of the device functions that it calls: threadIdx
// alone is one. Host functions stay without: keeping all would double the time
// of an edit (research: +110 to 440 ms with cub and thrust).
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_DEVICEBODIES_H
#define GPUPERF_PLUGIN_CLANGD_DEVICEBODIES_H

#include "clang/Frontend/PrecompiledPreamble.h"

namespace gpuperf {

/// Whether \p D is, or is a template of, a function that a GPU may run.
bool isDeviceFunction(const clang::Decl &D);

/// Does what \p Clangd does, but skips no body of a device function.
class DeviceBodies : public clang::PreambleCallbacks {
public:
  explicit DeviceBodies(clang::PreambleCallbacks &Clangd) : Clangd(Clangd) {}

  void BeforeExecute(clang::CompilerInstance &CI) override;
  void AfterExecute(clang::CompilerInstance &CI) override;
  void AfterPCHEmitted(clang::ASTWriter &Writer) override;
  void HandleTopLevelDecl(clang::DeclGroupRef DG) override;
  std::unique_ptr<clang::PPCallbacks> createPPCallbacks() override;
  clang::CommentHandler *getCommentHandler() override;
  bool shouldSkipFunctionBody(clang::Decl *D) override;

private:
  clang::PreambleCallbacks &Clangd;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_DEVICEBODIES_H
