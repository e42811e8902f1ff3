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

/// "sm_90a": Number 90, Suffix 'a'. Suffix 0: none; 'f': for the family.
struct SmName {
  unsigned Number = 0;
  char Suffix = 0;
};

/// Reads "sm_90a", "compute_90" and "lto_90"; nothing for anything else.
std::optional<SmName> parseSmName(llvm::StringRef Text);

/// The name that clang 22 has for \p Sm: its own, the nearest with the same
/// features (sm_100f is sm_100a), or the newest that it knows below; "sm_50"
/// for what is older.
std::string clangSmName(SmName Sm);

/// Of \p Named, the one that \p GpuSm runs (its own number, else the highest
/// lower one that it can run); for GpuSm 0 or where it runs none, the highest.
/// Nothing if \p Named is empty.
std::optional<SmName> chooseSm(llvm::ArrayRef<SmName> Named, unsigned GpuSm);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_SMCHOICE_H
