//===- KnownFunctions.h - Functions known by their names --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_KNOWNFUNCTIONS_H
#define GPUPERF_PLUGIN_HOST_EVAL_KNOWNFUNCTIONS_H

#include "plugin/host/Object.h"
#include "llvm/ADT/ArrayRef.h"

namespace gpuperf::host {

/// The value of type \p Result of a call of the library function \p Name
/// (std::min, ceilf, pow, ...). None if an argument is not known. Nothing: no
/// function of this name is known that takes as many arguments and returns
/// such a type.
std::optional<HostObject> evalKnownFunction(llvm::StringRef Name,
                                            HostType Result,
                                            llvm::ArrayRef<HostObject> Args);

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_KNOWNFUNCTIONS_H
