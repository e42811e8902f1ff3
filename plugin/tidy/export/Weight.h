//===- Weight.h - How bad a finding is ----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_WEIGHT_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_WEIGHT_H

#include "plugin/tidy/export/Finding.h"
#include "llvm/ADT/StringRef.h"

namespace gpuperf {

/// As Code Quality says it. Info: a time, no advice. Major: the code does not
/// compile, or its launch fails.
enum class Severity { Info, Minor, Major };

Severity severityOf(const Finding &F);
Severity severityOfRule(llvm::StringRef Rule);

/// The part of a launch's time that a message says to be lost, 0 to 1; 0 if it
/// says none.
double lostShare(llvm::StringRef Message);

/// The longest time that a message names, in microseconds; 0 if it names none.
double longestTime(llvm::StringRef Message);

/// The order of reports: by severity, share and time, then by place.
bool isWorse(const Finding &A, const Finding &B);
void sortWorstFirst(std::vector<Finding> &Findings);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_WEIGHT_H
