//===- LaunchRecord.h - One line of a batch ---------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_LAUNCHRECORD_H
#define GPUPERF_PLUGIN_CLI_LAUNCHRECORD_H

#include "analysis/kernel/KernelSummary.h"
#include "analysis/predict/Prediction.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace gpuperf {

/// A launch that is asked about by name: a batch line, or `--kernel=...`.
struct LaunchRecord {
  llvm::json::Value Id = nullptr;
  std::string Kernel;
  std::string Gpu; ///< empty: the command line's
  Launch L;        ///< Args are empty: they are bound by name
  std::vector<std::pair<std::string, ArgValue>> Args;
  std::optional<ModelKind> Model; ///< absent: the command line's
  bool AllModels = false;
};

/// Reads {"id","kernel","gpu","grid","block","dynamic_smem_bytes","args",
/// "model","l1","l2","timing"}. Errors name the key, what is wrong and what
/// would be right.
llvm::Expected<LaunchRecord>
parseLaunchRecord(const llvm::json::Object &Object);

/// "X", "X,Y" or "X,Y,Z".
llvm::Expected<Dim3> parseDim(llvm::StringRef Text, llvm::StringRef What);

/// The launch with its arguments in the kernel's order. A scalar that is not
/// given is taken from \p InFile (FileLaunches.h), if that is not null and
/// knows it; else it is assumed 1024 and marked so. An unknown name is an error
/// that lists the parameters.
llvm::Expected<Launch> bindRecord(const LaunchRecord &R,
                                  const KernelSummary &Kernel,
                                  const Launch *InFile = nullptr);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_LAUNCHRECORD_H
