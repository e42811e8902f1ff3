//===- LaunchValues.h - What a launch expression hands over -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which calls launch a kernel, which kernel they name, and the values that
// reach the launch.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_LAUNCHVALUES_H
#define GPUPERF_PLUGIN_HOST_LAUNCHVALUES_H

#include "plugin/host/Object.h"

namespace clang {
class CallExpr;
class Expr;
} // namespace clang

namespace gpuperf {

/// What one launch hands over, as it stands when control reaches it.
struct LaunchValues {
  HostObject Grid, Block, Shared;
  HostObject Cluster; ///< of the launch's attributes; None: not said
  const clang::FunctionDecl *Kernel = nullptr;
  /// The symbol by which the kernel was asked for of a module; Kernel is null
  /// where no kernel of this file has it.
  std::string Symbol;
  const clang::Expr *GridExpr = nullptr, *BlockExpr = nullptr;
  const clang::Expr *SharedExpr = nullptr;
  std::vector<HostObject> Args; ///< by kernel parameter
  /// The launch expression itself, where a call of the function around it is
  /// taken for the launch; else null.
  const clang::CallExpr *Forwards = nullptr;
};

/// The functions of the CUDA and HIP runtimes that launch a kernel. A handle is
/// what a module has given for a kernel (ModuleKernels.h).
enum class LaunchApi : uint8_t {
  None,
  LaunchKernel,    ///< (kernel, grid, block, void **args, shared, stream)
  LaunchKernelEx,  ///< (config, kernel, args...)
  LaunchKernelExC, ///< (config, kernel, void **args)
  /// (kernel, grid, block, shared, stream, start, stop, flags, args...)
  ExtLaunchKernel,
  /// (handle, grid x, y, z, block x, y, z, shared, stream, void **args, extra)
  ModuleLaunch,
  /// The same with the threads of the whole grid instead of its blocks.
  ModuleLaunchThreads,
  ModuleLaunchEx ///< (config, handle, void **args, extra)
};

/// The launch function that \p E calls with enough arguments; else None.
LaunchApi launchApiOf(const clang::CallExpr *E);
/// The argument that names the kernel.
unsigned kernelArgumentOf(LaunchApi Api);
/// True for cudaLaunchKernel, hipLaunchKernel and their relatives.
bool isLaunchApi(const clang::CallExpr *E);

/// The function that an expression names, casts and templates aside; or null.
const clang::FunctionDecl *namedFunction(const clang::Expr *E);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_LAUNCHVALUES_H
