//===- SmChoice.h - Which of a build's GPU architectures clang is given ---===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_SMCHOICE_H
#define GPUPERF_PLUGIN_NVCC_SMCHOICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace gpuperf {

/// "sm_90a" has the number 90 and the suffix 'a', "sm_90" has the suffix 0. The
/// suffix 'f' stands for a family of architectures.
struct SmName {
  unsigned Number = 0;
  char Suffix = 0;
};

/// Reads "sm_90a", "compute_90" and "lto_90"; nothing for anything else.
std::optional<SmName> parseSmName(llvm::StringRef Text);

/// The architecture that clang 22 compiles for in place of \p Sm: \p Sm itself,
/// the nearest one with the same features (sm_100a for sm_100f), or the newest
/// lower one that clang knows. It is "sm_50" for everything older.
std::string clangSmName(SmName Sm);

/// The architecture of \p Named whose code a GPU with the number \p GpuSm runs:
/// its own, else the highest lower one that it can run. Where it can run none,
/// and for the number 0, it is the highest. Nothing if \p Named is empty.
std::optional<SmName> chooseSm(llvm::ArrayRef<SmName> Named, unsigned GpuSm);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_SMCHOICE_H
