//===- OpenSize.h - Times where a size is not known -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where nobody says how large something is, a time holds at the value that was
// assumed, and a band around it would hide that. What can be said is how the
// time grows with the size.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REPORT_OPENSIZE_H
#define GPUPERF_ANALYSIS_REPORT_OPENSIZE_H

#include "analysis/predict/Prediction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// Time = FixedUs + PerUnitUs * size, for sizes in [From, To].
struct SizeLaw {
  double FixedUs = 0, PerUnitUs = 0;
  double From = 0, To = 0;
};

/// A size that nobody gives and that decides the time.
struct OpenSize {
  std::string Name;
  double Value = 0; ///< what the time holds at
  /// The time at four times the size over that at a quarter of it.
  double Influence = 1;
  std::optional<SizeLaw> Law; ///< where the time grows linearly
};

/// How the time of a launch depends on one size. \p TimeAt gives the time in
/// microseconds at a value; nothing where there is none. Nothing is returned
/// where the time changes by less than a tenth from a quarter of \p Value to
/// four times it: the size then does not matter.
std::optional<OpenSize>
findOpenSize(llvm::StringRef Name, double Value, double TimeUs,
             llvm::function_ref<std::optional<double>(double)> TimeAt);

/// "3.12 us (2.4 to 4.05)" without open sizes; else what holds at the assumed
/// values, led by the law of the first: "1.2 ns per n (n unknown; 1.3 ms at n =
/// 1048576)".
std::string describeTime(const Estimate &TimeUs, llvm::ArrayRef<OpenSize> Open);

/// The same in few words, without a band: "3.12 us", "1.2 ns per n", "14.3 us
/// at n = 1048576".
std::string describeTimeShortly(const Estimate &TimeUs,
                                llvm::ArrayRef<OpenSize> Open);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REPORT_OPENSIZE_H
