//===- ShippedFiles.h - The GPU files inside the binary ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_FILES_SHIPPEDFILES_H
#define GPUPERF_GPUMODEL_FILES_SHIPPEDFILES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gpuperf {

/// Names of the embedded devices, sorted.
std::vector<std::string> shippedGpuNames();

/// Names of the embedded architectures, sorted.
std::vector<std::string> shippedArchNames();

/// The text of an embedded file ("devices/t4.yaml"), or an empty string.
llvm::StringRef shippedGpuFile(llvm::StringRef RelativePath);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_FILES_SHIPPEDFILES_H
