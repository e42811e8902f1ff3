//===- LineLosses.h - Lines of kernels that cost ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line of a kernel may be run by many launches, instantiations and GPUs. It
// is one finding, told by the launch that loses the most by it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_LINELOSSES_H
#define GPUPERF_PLUGIN_FINDINGS_LINELOSSES_H

#include "plugin/findings/LeastShares.h"

namespace clang {
class SourceManager;
} // namespace clang

namespace gpuperf {

/// What a line costs in the launch, and on the GPU, that it costs most.
struct LineLoss {
  clang::SourceLocation Where;
  LineFinding Found;
  const LaunchAnswer *Launch = nullptr;
  const GpuAnswer *On = nullptr;
  unsigned Launches = 0; ///< that lose by this line
  /// Names that the source leaves open. Where there are any, the share is the
  /// least of those at the sizes that were tried, and the times are of no
  /// launch of the program.
  std::vector<std::string> OpenNames;
  /// "n and d are 512 or more": the sizes for which that holds; empty: for all.
  std::string OnlyWhere;
  /// Where sizes are open: grids that grow with them had so many threads.
  uint64_t Threads = 0;
  /// "16 x 16 and 32 x 32": nobody knows the launch's block, and the share is
  /// the least of those with these. Empty: the block is known.
  std::string Blocks;
};

/// The lines of the user's code by which a launch of \p File loses at least
/// \p MinGainPercent of its time, in order of appearance. Where the source
/// leaves sizes open, a line counts only if it costs as much at every plausible
/// size that is tried: what an assumed size brings about is not the program's
/// fault. Nor does it count where a guess about data decides (Doubt.h).
/// \p Assume: as the file was analysed with.
std::vector<LineLoss> findLineLosses(const FileAnalysis &File,
                                     const HostBindings &Assume,
                                     const clang::SourceManager &SM,
                                     double MinGainPercent, FindLineCosts Find);

/// Keeps of the findings on one layout that several kernels share
/// (LayoutAct::Structure) the one that costs most; a note of it names the
/// other kernels.
void keepOneOfEachLayout(std::vector<LineLoss> &All);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_LINELOSSES_H
