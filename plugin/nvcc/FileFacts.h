//===- FileFacts.h - A build's facts for the analysis of one file ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_NVCC_FILEFACTS_H
#define GPUPERF_PLUGIN_NVCC_FILEFACTS_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/nvcc/BuildFacts.h"

namespace gpuperf {

/// What the command line of a parse says, from its macros.
BuildFacts buildFactsOf(const clang::Preprocessor &PP);

/// Has the analysis honour \p Facts; what they do not say stays as it is.
void applyBuildFacts(const BuildFacts &Facts, FileOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_FILEFACTS_H
