//===- TensorMaps.h - Tensor maps that the host makes -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_TENSORMAPS_H
#define GPUPERF_PLUGIN_HOST_TENSORMAPS_H

#include "plugin/host/Object.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class CallExpr;
} // namespace clang

namespace gpuperf {

/// \p Call makes a tensor map: it calls cuTensorMapEncodeTiled, by its name or
/// through a pointer to a function of the same type.
bool encodesTensorMap(const clang::CallExpr *Call);

/// The map that \p Call makes of \p Args, as analysis/TensorMap.h has it in its
/// first word. None: its type, its box or its swizzle is not known.
HostObject encodedTensorMap(const clang::ASTContext &Ctx,
                            const clang::CallExpr *Call,
                            llvm::ArrayRef<HostObject> Args);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_TENSORMAPS_H
