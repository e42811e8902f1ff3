//===- DeviceBodies.h - Device functions in an editor's preamble ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd keeps the includes of a file in parsed form and leaves out the bodies
// of their functions. To compile a kernel, the bodies of the device functions
// that it calls are needed; reading threadIdx is already such a call. Only
// those are kept: with the bodies of host functions as well, an edit in a file
// that uses CUB or Thrust takes 110 to 440 ms longer, about twice the time.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_DEVICEBODIES_H
#define GPUPERF_PLUGIN_CLANGD_DEVICEBODIES_H

#include "clang/Frontend/PrecompiledPreamble.h"

namespace gpuperf {

/// Whether \p D is, or is a template of, a function that a GPU may run.
bool isDeviceFunction(const clang::Decl &D);

/// Behaves like \p Clangd, except that it skips no body of a device function
/// and that the preamble does not list its functions as those to be looked at
/// once more, which is where clang finds no diagnostics after a preamble.
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
  clang::CompilerInstance *Compiler = nullptr; ///< while the preamble is made
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_DEVICEBODIES_H
