//===- MakeFinding.h - A finding in a line --------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_PLUGIN_TIDY_EXPORT_MAKEFINDING_H
#define GPUPERF_TEST_UNIT_PLUGIN_TIDY_EXPORT_MAKEFINDING_H

#include "plugin/tidy/export/Finding.h"
#include "plugin/tidy/export/Fingerprints.h"

namespace gpuperf {

inline Finding makeFinding(std::string Rule, std::string Message,
                           unsigned Line = 1, std::string File = "src/k.cu",
                           std::string Source = "p[i] = 1;") {
  Finding F;
  F.Rule = std::move(Rule);
  F.Message = std::move(Message);
  F.At = Place{std::move(File), {Line, 3, Line, 4}};
  F.Offset = Line * 100;
  F.Text = identifyingText(Source, F);
  return F;
}

} // namespace gpuperf

#endif // GPUPERF_TEST_UNIT_PLUGIN_TIDY_EXPORT_MAKEFINDING_H
