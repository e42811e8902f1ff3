//===- ShortNumber.h - A number for people ----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_SHORTNUMBER_H
#define GPUPERF_ANALYSIS_MODELS_SHORTNUMBER_H

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace gpuperf {

/// As few digits as six significant ones need: "16", "0.275", "1.2e+09".
inline std::string shortNumber(double V) {
  std::string S;
  llvm::raw_string_ostream(S) << llvm::format("%.6g", V);
  return S;
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_SHORTNUMBER_H
