//===- Wording.h - Numbers as people read them ------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the checks, the command and the editor write a time, a share or a
// prediction: all of them use these functions, so that they never say the same
// thing in two ways.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REPORT_WORDING_H
#define GPUPERF_ANALYSIS_REPORT_WORDING_H

#include "analysis/predict/Prediction.h"

namespace gpuperf {

/// Three significant digits and the unit that fits: "3.12 us", "41 ms".
std::string formatTimeUs(double TimeUs);
/// The same of the time of one unit, such as an element, which may be far
/// shorter: "2.17 ps".
std::string formatRate(double PerUnitUs);
/// The band reaches beyond a factor of four to one side: only the order of the
/// time is known.
bool isRough(const Estimate &TimeUs);
/// \p Value with one significant digit: 42.7 is 40.
double oneDigit(double Value);
/// "3.12 us (2.4 to 4.05)", in the unit of the value; with one digit where it
/// is rough: "about 40 us (6 to 300)".
std::string formatTimeBand(const Estimate &TimeUs);
/// The same without the band: "3.12 us", "about 40 us".
std::string formatTimeOf(const Estimate &TimeUs);
/// Three significant digits, plain: "0.256", "3.91", "1.05e+06".
std::string formatNumber(double Value);
/// "48 KiB", "1.5 GiB", "100 B".
std::string formatBytes(double Bytes);
/// "50%".
std::string formatPercent(double Fraction);
/// A share that something has of a time: "50%"; "at least 49%", rounded down,
/// if \p AtLeast. Something else is left of the time: never "100%".
std::string formatShareOfTime(double Percent, bool AtLeast);
/// "4096 x 1 x 1" without trailing ones: "4096", "64 x 64".
std::string formatDim(const Dim3 &D);

/// What NSMW and DPSID are, in one sentence for who meets them first.
std::string explainLoad();
/// "occupancy 100%, NSMW 248, DPSID 0.258, 3.88 waves".
std::string describeLoad(const Prediction &P);
/// "8 blocks per SM, limited by registers (32 per thread)".
std::string describeLimiter(const Prediction &P);
/// The clauses of what was assumed joined by "; ", and at the end what the user
/// can write where data decide (dataHint). Empty if there are none.
std::string describeAssumptions(const Prediction &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REPORT_WORDING_H
