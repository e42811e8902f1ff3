//===- CheckingLaunches.h - Launches that check results ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_WEIGHT_CHECKINGLAUNCHES_H
#define GPUPERF_PLUGIN_FINDINGS_WEIGHT_CHECKINGLAUNCHES_H

#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// Whether a kernel of that name compares the results of others with what they
/// should be: verifySums, check_result, referenceGemm. A check of anything else
/// is a step of the computation: checkCollisions.
bool isNameOfCheck(llvm::StringRef Name);

/// Whether \p Of is there to check what other launches of the file compute, and
/// is made once for that: how long it takes is nobody's concern. By its name,
/// and because no loop of its function makes it.
bool checksOthers(const LaunchAnswer &Of, const FileAnalysis &File);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_WEIGHT_CHECKINGLAUNCHES_H
