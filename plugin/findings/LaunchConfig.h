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
#include "analysis/advice/lines/LineFinding.h"
#include "plugin/rewrite/BlockRewrite.h"

namespace gpuperf {

/// A launch that is faster with another block size.
struct LaunchConfigFinding {
  const LaunchAnswer *Answer = nullptr;
  Dim3 Block; ///< the faster one
  /// One of the two is set: the advice at the size that the source gives, or
  /// over a range of sizes where it leaves the size open.
  std::optional<LaunchAdvice> AtSize;
  std::optional<SizeAdvice> OverSizes;
  std::string SizeName; ///< with OverSizes: the name that is left open
  /// With AtSize: what the layout of the data costs of the time that is left
  /// with the other block, on the GPU that gains most.
  std::optional<LineFinding> LeftOver;
  /// The edits that change the source, or why there are none.
  BlockRewrite Rewrite;
  /// With AtSize: other launches with the same variable as their block, which
  /// gain by the same one as much as by any other.
  struct Other {
    const LaunchAnswer *Answer = nullptr;
    double FromUs = 0, ToUs = 0; ///< on the GPU that gains most
  };
  std::vector<Other> Others;
  /// This one is among the Others of another finding, and told by that.
  bool IsToldElsewhere = false;
};

/// The launches of \p File that are faster with another block, in source order.
/// A launch in a template is one finding, and only if all its instantiations
/// are faster with the same block. \p Assume: as the file was analysed with.
/// The gpuperf model ranks the blocks, whichever model the user is shown.
std::vector<LaunchConfigFinding>
findLaunchConfigs(clang::ASTContext &Ctx, const FileAnalysis &File,
                  const HostBindings &Assume, const AdviceOptions &Options);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LAUNCHCONFIG_H
