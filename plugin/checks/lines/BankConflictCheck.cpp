//===- BankConflictCheck.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/BankConflictCheck.h"
#include "analysis/advice/lines/BankConflict.h"
#include "plugin/rewrite/PaddingFix.h"

namespace gpuperf {

std::vector<LineFinding> BankConflictCheck::find(const LaunchAnswer &Answer,
                                                 const GpuAnswer &On,
                                                 const GpuModel &Gpu) {
  std::vector<LineFinding> Out =
      findBankConflicts(*On.Kernel, On.Asked, Gpu, *On.P);
  for (LineFinding &F : Out) {
    const Access &A = On.Kernel->Accesses[F.Accesses.front()];
    if (!(F.gainPercent() >= MinGainPercent) || !Answer.Site.Kernel ||
        A.Base != Access::BaseKind::Variable)
      continue;
    const Variable &V = On.Kernel->Variables[A.BaseIndex];
    auto Array = paddableArray(*Answer.Site.Kernel, V, *Ctx);
    if (!Array)
      continue;
    auto Pad = findPadding(*On.Kernel, On.Asked, Gpu, *On.P, A.BaseIndex,
                           Array->RowBytes, Array->ElementBytes);
    if (!Pad)
      continue;
    // The time with the padding is what can be reached, even where some
    // conflicts stay.
    F.WithoutUs = Pad->WithoutUs;
    if (F.gainPercent() >= MinGainPercent)
      Fixes[{&On, F.Accesses.front()}] = padRows(*Array, Pad->Elements, *Ctx);
  }
  return Out;
}

void BankConflictCheck::reportFile(const FileAnalysis &File) {
  Fixes.clear();
  LineCheck::reportFile(File);
}

void BankConflictCheck::addFix(CheckMessage &Diag, clang::SourceLocation,
                               const LineFinding &Found, const GpuAnswer &On) {
  auto It = Fixes.find({&On, Found.Accesses.front()});
  if (It == Fixes.end())
    return;
  for (const clang::FixItHint &Fix : It->second)
    Diag << Fix;
}

} // namespace gpuperf
