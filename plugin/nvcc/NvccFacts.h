//===- NvccFacts.h - What an nvcc command line says -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_NVCCFACTS_H
#define GPUPERF_PLUGIN_NVCC_NVCCFACTS_H

#include "plugin/nvcc/BuildFacts.h"
#include "plugin/nvcc/CompilerName.h"
#include "plugin/nvcc/SmChoice.h"
#include <optional>
#include <vector>

namespace gpuperf {

struct NvccFacts {
  Language Lang = Language::Unknown; ///< of -x
  std::string Input;                 ///< the file, as the command names it
  std::vector<std::string> Flags;    ///< the same for clang, in order
  std::vector<std::string> Host;     ///< for the host compiler, as given
  std::vector<SmName> Sms;           ///< that code is made for
  bool AnySm = false;                ///< native, all, all-major
  bool FastMath = false, Rdc = false;
  std::optional<bool> Ftz, PrecDiv, PrecSqrt, Fmad;
  std::string OptLevel; ///< of the host
  BuildFacts Build;
  std::vector<std::string> Notes; ///< what makes no sense, a sentence each
};

/// Reads the arguments of nvcc, in which options files are expanded already.
/// The command may compile several files; \p File is the one that is asked
/// about. Paths are relative to \p Directory.
NvccFacts readNvccArguments(llvm::ArrayRef<std::string> Args,
                            llvm::StringRef Directory, llvm::StringRef File);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_NVCCFACTS_H
