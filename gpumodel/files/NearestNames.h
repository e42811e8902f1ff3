//===- NearestNames.h - What may have been meant ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_FILES_NEARESTNAMES_H
#define GPUPERF_GPUMODEL_FILES_NEARESTNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gpuperf {

/// The \p MaxCount of \p Names most like \p Name, "'a', 'b'"; empty if none is
/// like it. If some contain it, only those.
std::string nearestNames(llvm::StringRef Name,
                         const std::vector<std::string> &Names,
                         unsigned MaxCount);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_FILES_NEARESTNAMES_H
