//===- PowerCost.h - What small powers cost a launch ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_POWERCOST_H
#define GPUPERF_PLUGIN_FINDINGS_POWERCOST_H

#include "analysis/advice/arithmetic/ReplacedCalls.h"
#include "plugin/analyze/FileAnalysis.h"
#include "plugin/rewrite/SmallPower.h"

namespace gpuperf {

struct PowerCost {
  struct Call {
    SmallPower Power;
    SourceLine Where;
    double PerWarp = 0; ///< instructions that a mean warp executes for it
    double PerCall = 0; ///< and for each time that it is called
  };
  /// Those that matter: the first of those with about the most instructions,
  /// and then the others in the order of the source. Never empty.
  std::vector<Call> Calls;
  Estimate WithoutUs; ///< the launch with products and roots instead
  std::vector<BlockId> Blocks;
};

/// The calls of pow in the code of \p Kernel for which a product or a root
/// would do.
std::vector<SmallPower> smallPowersOf(clang::ASTContext &Ctx,
                                      const clang::FunctionDecl &Kernel);

/// What those that are \p All of the kernel's cost the launch \p On, which has
/// a prediction and a kernel; nothing where it executes none.
std::optional<PowerCost> findPowerCost(const clang::SourceManager &SM,
                                       llvm::ArrayRef<SmallPower> All,
                                       const GpuAnswer &On,
                                       const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_POWERCOST_H
