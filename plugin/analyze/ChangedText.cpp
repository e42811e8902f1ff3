//===- ChangedText.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/ChangedText.h"
#include "plugin/ast/SmArch.h"
#include "plugin/device/Toolkit.h"

using namespace clang;

namespace gpuperf {

llvm::Error analyzeChanged(ASTContext &Ctx, Preprocessor &PP,
                           const FileOptions &Options,
                           const ParseChange &Change,
                           llvm::function_ref<void(const FileAnalysis &)> Use) {
  if (Options.Gpus.empty())
    return llvm::createStringError("no GPU is named");
  DeviceIrOptions Device;
  Device.SmArch = irArchFor(Options.Gpus.front(), parsedSmArch(Ctx));
  Device.MinimalCudaFolder = bundledCudaFolder();
  FileOptions Own = Options;
  Own.Store = nullptr;
  Own.Cache = nullptr;
  Own.FlushDenormals |= Change.FastMath;
  return reparseChanged(Ctx, PP, Change, Device,
                        [&](ASTContext &Inner, Preprocessor &InnerPP) {
                          Use(analyzeFile(Inner, InnerPP, Own));
                        });
}

} // namespace gpuperf
