//===- HipCommand.h - HIP's command lines as clang's ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// hipcc hands its command line on to clang, with a few flags of its own and the
// language HIP for C++ files. CMake calls clang itself.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_HIP_HIPCOMMAND_H
#define GPUPERF_PLUGIN_NVCC_HIP_HIPCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gpuperf {

struct HipCommand {
  /// The program, clang's flags, and the file last; the host's side is parsed.
  std::vector<std::string> Args;
  bool Bundled = false; ///< there is no ROCm: the bundled declarations are read
};

/// Whether \p CommandLine, whose program is at \p Program, compiles \p File as
/// HIP code: by its language, by its name, or because it runs hipcc.
bool isHipCommand(llvm::ArrayRef<std::string> CommandLine, size_t Program,
                  llvm::StringRef File);

/// Translates a command for which isHipCommand holds. \p GpuArchs are the
/// architectures of the GPUs that are asked for, such as "gfx90a": the first is
/// compiled for, else the first that the command names, else gfx90a. ROCm is
/// looked for where the command says, beside hipcc, and in the usual places. A
/// command with -nogpuinc has headers of its own.
HipCommand translateHip(llvm::ArrayRef<std::string> CommandLine, size_t Program,
                        llvm::StringRef File,
                        llvm::ArrayRef<std::string> GpuArchs);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_HIP_HIPCOMMAND_H
