//===- BesideReader.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/others/BesideReader.h"
#include "plugin/device/DeviceIr.h"
#include "plugin/device/Reparse.h"
#include "plugin/device/Toolkit.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace gpuperf {

std::string BesideReader::first() const {
  const SourceManager &SM = Ctx.getSourceManager();
  const auto File = SM.getFileEntryRefForID(SM.getMainFileID());
  return File ? File->getName().str() : "";
}

llvm::Error BesideReader::parse(llvm::StringRef File, VisitFile Visit) const {
  if (BytesRead > MostBytesRead)
    return llvm::createStringError("enough of the other files has been read");
  DeviceIrOptions Options;
  Options.SmArch = IrArch;
  Options.MinimalCudaFolder = bundledCudaFolder();
  ParseChange Change;
  Change.OtherFile = File.str();
  auto Count = [&](ASTContext &Inner, Preprocessor &InnerPP) {
    BytesRead += Inner.getSourceManager().getNextLocalOffset();
    Visit(Inner, InnerPP);
  };
  return reparseChanged(Ctx, PP, Change, Options, Count);
}

} // namespace gpuperf
