//===- OtherSizes.h - Is it the sizes that were assumed? --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_OTHERSIZES_H
#define GPUPERF_PLUGIN_FINDINGS_OTHERSIZES_H

#include "plugin/analyze/FileAnalysis.h"

namespace gpuperf {

/// The launch with other values for what its source leaves open, no two alike:
/// what is true of these as well does not rest on the values assumed, nor on
/// their being equal. Empty if nothing is assumed.
std::vector<Launch> launchesAtOtherSizes(const LaunchAnswer &Answer,
                                         const HostBindings &Assume);

/// The source leaves something open that the launch was analysed with.
bool hasOpenSizes(const LaunchAnswer &Answer, const HostBindings &Assume);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_OTHERSIZES_H
