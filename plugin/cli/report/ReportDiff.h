//===- ReportDiff.h - What became slower between two reports -- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches are matched without lines: by file, function, kernel, ordinal and
// context; what is left, by the same without the file, if that is not
// ambiguous, so that a file that was moved or renamed says nothing.
//
// Two times are compared with the band of a comparison
// (analysis/advice/RelativeBand.h): what a model gets wrong of a kernel, it
// gets wrong before and after.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_REPORTDIFF_H
#define GPUPERF_PLUGIN_CLI_REPORT_REPORTDIFF_H

#include "gpumodel/Estimate.h"
#include "plugin/cli/report/Report.h"

namespace gpuperf {

enum class ChangeKind : uint8_t {
  Slower,   ///< told apart from before
  Faster,   ///< likewise
  LostTime, ///< there is no time any more
  New,      ///< the launch was not there
  Gone,     ///< the launch is not there any more
  GotTime,  ///< there was no time before
  Unclear,  ///< another time, within the band of the comparison
  Same
};

/// One launch, before and after.
struct LaunchChange {
  ChangeKind Kind = ChangeKind::Same;
  /// Of the two reports, which have to outlive this; null: not there.
  const llvm::json::Object *Base = nullptr, *Head = nullptr;
  /// Time after over time before, where both are known.
  Estimate Ratio;
  /// What differs, a clause each, what explains most first: "sectors per
  /// request 4 -> 16". At most MostCauses.
  std::vector<std::string> Causes;

  const llvm::json::Object &any() const { return Head ? *Head : *Base; }
};

inline constexpr size_t MostCauses = 3;

/// All launches of both, the worst first: slower ones by ratio, then those
/// without a time any more, then the others by kind.
std::vector<LaunchChange> compareReports(const Report &Base,
                                         const Report &Head);

/// "run -> blur<float> #2", with the place in a context and the GPU where
/// \p WithGpu.
std::string nameOfLaunch(const llvm::json::Object &Launch, bool WithGpu);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_REPORTDIFF_H
