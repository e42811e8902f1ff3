//===- BuildFacts.h - What a build says that only the model needs ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang has no flag for nvcc's -maxrregcount, ptxas's -dlcm and some others.
// The translated command carries them as macros, because a check can read
// macros: clang keeps them among the preprocessor's options.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_BUILDFACTS_H
#define GPUPERF_PLUGIN_NVCC_BUILDFACTS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

struct BuildFacts {
  unsigned MaxRegCount = 0;     ///< registers per thread; 0: no limit
  std::optional<bool> L1Bypass; ///< -dlcm=cg (true) or ca (false)
  bool DeviceDebug = false;     ///< -G: device code is not optimised
  bool FlushDenormals = false;  ///< single precision, device code
  std::string Object;           ///< -o, an absolute path; empty: not said
};

/// The facts that are set as macros, such as "__GPUPERF_MAXRREGCOUNT=64".
std::vector<std::string> macrosOf(const BuildFacts &Facts);

/// Reads one macro definition, "NAME=VALUE" or "NAME", into the facts. Returns
/// false if the macro is not one of ours or its value makes no sense.
bool readMacro(llvm::StringRef Definition, BuildFacts &Facts);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_BUILDFACTS_H
