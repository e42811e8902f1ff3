//===- HostCopies.h - How long a host loop's copies take --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCOPIES_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCOPIES_H

#include "plugin/findings/host/LoopLaunches.h"

namespace gpuperf {

/// What asking for a copy takes at the least, in microseconds.
inline constexpr double LeastCopyUs = 10;

/// The bytes that \p Copy names, where they are a constant.
std::optional<double> writtenBytes(const clang::CallExpr &Copy,
                                   const clang::ASTContext &Ctx);

/// Bytes that \p Copy moves: those of the text, or as far as \p Launches say
/// how much of the array they touch; where none gets it, those of the largest
/// array.
double copiedBytes(const clang::CallExpr &Copy, const clang::ASTContext &Ctx,
                   llvm::ArrayRef<TimedLaunch> Launches);

/// What \p Copies take between host and GPU together, over a bus that moves
/// \p BytesPerUs.
double copiesUs(llvm::ArrayRef<const clang::CallExpr *> Copies,
                const clang::ASTContext &Ctx,
                llvm::ArrayRef<TimedLaunch> Launches, double BytesPerUs);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_HOSTCOPIES_H
