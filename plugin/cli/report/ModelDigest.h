//===- ModelDigest.h - Which state of the model this is ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_MODELDIGEST_H
#define GPUPERF_PLUGIN_CLI_REPORT_MODELDIGEST_H

#include "llvm/ADT/StringRef.h"

namespace gpuperf {

/// Twelve hexadecimal digits that stand for the sources and the GPU files that
/// times depend on, taken when this program was built. Two builds of which one
/// predicts otherwise have different ones, also under the same version.
llvm::StringRef modelDigest();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_MODELDIGEST_H
