//===- TunedConstant.h - Better numbers for shared constants ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that is written for one block size takes another one where a
// constant makes both: a tile's width, the number of threads of a reduction.
// The file is compiled with other numbers for the constant, and its launches
// are predicted as they are then.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_RECOMPILED_TUNEDCONSTANT_H
#define GPUPERF_PLUGIN_FINDINGS_RECOMPILED_TUNEDCONSTANT_H

#include "analysis/advice/idle/IdleSms.h"
#include "analysis/advice/launches/LaunchAdvice.h"
#include "plugin/analyze/FileAnalysis.h"
#include "plugin/findings/recompiled/ChangedAnalysis.h"
#include "plugin/rewrite/BlockConstant.h"

namespace gpuperf {

/// A constant with which a file's launches are faster.
struct TunedConstant {
  const LaunchAnswer *Answer = nullptr; ///< the launch that takes longest
  BlockConstant Constant;
  unsigned Number = 0; ///< what should stand in its place
  Dim3 Block;          ///< of the launch, with it
  size_t Gpu = 0;      ///< that gains most; index into FileAnalysis::Gpus
  double TimeUs = 0, WithUs = 0; ///< of the launch, there
  /// What is different there; empty: nothing that explains the gain.
  std::string Reason;
  /// The numbers that were compiled, and the time of the launch with them.
  std::vector<std::pair<unsigned, double>> Tried;
  /// Those around it that were not taken for a reason of the file, and which.
  std::vector<std::pair<unsigned, std::string>> Barred;
  /// Where no size is open: what is idle still with the number, and a loop that
  /// more blocks share would use.
  std::optional<IdleSms> StillIdle;
  /// Names whose values nobody knows, and those that were tried for all of
  /// them: it gains at each. The times are those at the last one.
  std::string SizeName;
  std::vector<int64_t> Sizes;
};

/// The constants of \p File whose launches save at least
/// Options.MinGainPercent with another power of two, beyond the band of the
/// comparison. Kernels are left out that take any block (LaunchConfig.h), and
/// those that do not do the same work with another number. At most two
/// constants are tried, each with at most six numbers, the nearest first: up to
/// four times the number, and down to one warp for as long as that is no
/// slower.
/// \p Assume: as the file was analysed with.
std::vector<TunedConstant> findTunedConstants(clang::ASTContext &Ctx,
                                              const FileAnalysis &File,
                                              const HostBindings &Assume,
                                              const AdviceOptions &Options,
                                              ChangedAnalysis Analyze);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_RECOMPILED_TUNEDCONSTANT_H
