//===- FastMath.h - What precise math functions cost ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sinf, powf, a division: in single precision each is a dozen instructions or
// more where the GPU has one that is less precise. What they cost is found out
// by compiling the file with the fast ones.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_RECOMPILED_FASTMATH_H
#define GPUPERF_PLUGIN_FINDINGS_RECOMPILED_FASTMATH_H

#include "plugin/findings/recompiled/ChangedAnalysis.h"
#include "plugin/findings/recompiled/PreciseMath.h"

namespace gpuperf {

/// A kernel that is faster with fast math functions.
struct FastMathFinding {
  const LaunchAnswer *Answer = nullptr; ///< the launch of it that gains most
  const GpuAnswer *On = nullptr;        ///< there
  /// Where sizes are open, those at the size that gains least.
  Estimate TimeUs, WithUs;
  bool OpenSizes = false; ///< nobody says the launch's sizes
  /// What it calls, by name, and "division": those that make up what is saved,
  /// the one with most first.
  std::vector<std::string> Functions;
  clang::SourceLocation Where; ///< of the first of them
  /// A division among them that needs no fast math to be cheap, and its
  /// divisor as it stands in the source.
  CheaperDivision Cheaper = CheaperDivision::None;
  clang::SourceLocation Division;
  std::string Divisor;
  /// Other kernels of the file that gain as well.
  std::vector<std::string> Others;
};

/// The kernel of \p File that gains most, if it gains \p MinGainPercent of its
/// time beyond the band of the comparison, where sizes are open at each that is
/// tried. Nothing where the file is compiled with fast math already, or is HIP.
/// One more parse, if there is anything to gain at all. \p Assume: as the file
/// was analysed with.
std::optional<FastMathFinding> findFastMath(clang::ASTContext &Ctx,
                                            const FileAnalysis &File,
                                            const HostBindings &Assume,
                                            double MinGainPercent,
                                            ChangedAnalysis Analyze);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_RECOMPILED_FASTMATH_H
