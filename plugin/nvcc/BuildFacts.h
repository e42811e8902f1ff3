//===- BuildFacts.h - What a build says that only the model needs ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang has no flag for nvcc's -maxrregcount, ptxas's -dlcm and the like. They
// travel as macros in the translated command, so that a check finds them where
// it finds the rest of the command: in the preprocessor's options.
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
};

/// "__GPUPERF_MAXRREGCOUNT=64" and so on: one for each fact that is set.
std::vector<std::string> macrosOf(const BuildFacts &Facts);

/// Takes in one macro definition, "NAME=VALUE" or "NAME"; false if it is none
/// of ours or its value makes no sense.
bool readMacro(llvm::StringRef Definition, BuildFacts &Facts);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_BUILDFACTS_H
