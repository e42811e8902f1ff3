//===- LaunchConfig.h - Better block sizes for a file's launches ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_LAUNCHCONFIG_H
#define GPUPERF_PLUGIN_FINDINGS_LAUNCHCONFIG_H

#include "analysis/advice/launches/LaunchAdvice.h"
#include "analysis/advice/launches/SizeAdvice.h"
#include "plugin/rewrite/BlockRewrite.h"

namespace gpuperf {

/// A launch that another block size makes faster.
struct LaunchConfigFinding {
  const LaunchAnswer *Answer = nullptr;
  Dim3 Block; ///< to change to
  /// One of the two: at the size that is known, or over a range of sizes.
  std::optional<LaunchAdvice> AtSize;
  std::optional<SizeAdvice> OverSizes;
  std::string SizeName; ///< OverSizes: what the sizes are of, "n"
  /// What is edited, or why nothing is.
  BlockRewrite Rewrite;
};

/// In source order. A launch in a template is found once, and only if all its
/// instantiations are better off with the same block. \p Assume and \p Predict
/// as the file was analysed with; our own model ranks, whichever is shown.
std::vector<LaunchConfigFinding>
findLaunchConfigs(clang::ASTContext &Ctx, const FileAnalysis &File,
                  const HostBindings &Assume, const AdviceOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LAUNCHCONFIG_H
