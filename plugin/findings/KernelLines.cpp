//===- KernelLines.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/KernelLines.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace gpuperf;

SourceLocation gpuperf::locationOf(const SourceManager &SM,
                                   const KernelSummary &Kernel,
                                   SourceLine Line) {
  if (Line.File >= Kernel.Files.size() || Line.Line == 0)
    return SourceLocation();
  auto File = SM.getFileManager().getOptionalFileRef(Kernel.Files[Line.File]);
  if (!File)
    return SourceLocation();
  return SM.translateFileLineCol(*File, Line.Line, std::max(Line.Column, 1u));
}

SourceLine gpuperf::lineIn(const SourceManager &SM, const KernelSummary &Kernel,
                           SourceLocation Where) {
  SourceLine Out;
  auto Here = SM.getFileEntryRefForID(SM.getFileID(Where));
  for (uint32_t F = 0; Here && F < Kernel.Files.size(); ++F) {
    auto There = SM.getFileManager().getOptionalFileRef(Kernel.Files[F]);
    if (!There || *There != *Here)
      continue;
    Out.File = F;
    Out.Line = SM.getSpellingLineNumber(Where);
    Out.Column = SM.getSpellingColumnNumber(Where);
    break;
  }
  return Out;
}

SourceLocation gpuperf::tieToBlock(const SourceManager &SM,
                                   const KernelSummary &K) {
  const SourceLocation At = locationOf(SM, K, K.Independence.ReasonWhere);
  return At.isValid() && !SM.isInSystemHeader(At) ? At : SourceLocation();
}
