//===- CodeQuality.h - Findings as GitLab's Code Quality report ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_CODEQUALITY_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_CODEQUALITY_H

#include "plugin/tidy/export/Finding.h"
#include "llvm/Support/JSON.h"

namespace gpuperf {

/// The worst first. Findings without a place are left out: GitLab refuses them.
llvm::json::Value codeQuality(std::vector<Finding> Findings);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_CODEQUALITY_H
