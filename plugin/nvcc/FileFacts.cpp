//===- FileFacts.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/FileFacts.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace gpuperf;

BuildFacts gpuperf::buildFactsOf(const clang::Preprocessor &PP) {
  BuildFacts Facts;
  for (const auto &[Definition, IsUndef] : PP.getPreprocessorOpts().Macros)
    if (!IsUndef)
      readMacro(Definition, Facts);
  return Facts;
}

void gpuperf::applyBuildFacts(const BuildFacts &Facts, FileOptions &Options) {
  if (Facts.MaxRegCount)
    Options.MaxRegCount = Facts.MaxRegCount;
  if (Facts.L1Bypass)
    Options.Conditions.L1 = *Facts.L1Bypass ? L1Mode::Bypass : L1Mode::On;
  Options.FlushDenormals |= Facts.FlushDenormals;
  if (Facts.DeviceDebug)
    Options.Assumed |= Assumption{AssumptionKind::DebugBuild, "-G"};
}
