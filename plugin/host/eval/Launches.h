//===- Launches.h - The values that reach a launch --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_LAUNCHES_H
#define GPUPERF_PLUGIN_HOST_EVAL_LAUNCHES_H

#include "plugin/host/state/Places.h"
#include "clang/AST/ExprCXX.h"

namespace gpuperf::host {

/// Hands what each launch is made with to the hook OnLaunch. Launches inside
/// helpers are left out: they are met again when the helper itself is walked.
class LaunchReader {
public:
  LaunchReader(WalkState &State, PlaceTable &Places)
      : State(State), Places(Places) {}

  /// `kernel<<<grid, block, shared, stream>>>(args)`.
  void readChevrons(const clang::CUDAKernelCallExpr *E);
  /// A call of cudaLaunchKernel or a relative (isLaunchApi), whose arguments
  /// have been evaluated to \p Args.
  void readApiCall(const clang::CallExpr *E,
                   const std::vector<HostObject> &Args);

private:
  WalkState &State;
  PlaceTable &Places;

  void report(const clang::CallExpr *E, LaunchValues V);
  void readConfig(const clang::CallExpr *Config, LaunchValues &Out);
  void readModuleCall(const clang::CallExpr *E,
                      const std::vector<HostObject> &Args, LaunchValues &Out);
  void readBuffer(HostObject Extra, LaunchValues &Out);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_LAUNCHES_H
