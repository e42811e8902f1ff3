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

/// The facts of the build that \p PP's command line carries as macros.
BuildFacts buildFactsOf(const clang::Preprocessor &PP);

/// Puts \p Facts into the options of an analysis. Options that the facts say
/// nothing about stay as they are.
void applyBuildFacts(const BuildFacts &Facts, FileOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_NVCC_FILEFACTS_H
