//===- LaunchLoops.h - Launches that a host loop makes ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_LAUNCHLOOPS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_LAUNCHLOOPS_H

#include <optional>

namespace clang {
class CallExpr;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace gpuperf {

/// A loop around a launch in which one argument alone changes.
struct LaunchLoop {
  const clang::Stmt *Loop = nullptr;
  unsigned Arg = 0; ///< its index among the arguments
};

/// The innermost loop of \p F around \p Launch, where one number of its
/// arguments hangs on a variable that the loop changes, and where grid, block
/// and all other arguments stay what they are. Nothing where the loop has
/// another launch, or a copy that a launch may wait for.
std::optional<LaunchLoop> loopOfPieces(const clang::FunctionDecl &F,
                                       const clang::CallExpr &Launch);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_LAUNCHLOOPS_H
