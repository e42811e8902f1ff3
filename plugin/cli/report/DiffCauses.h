//===- DiffCauses.h - Why a launch takes another time --------- -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_DIFFCAUSES_H
#define GPUPERF_PLUGIN_CLI_REPORT_DIFFCAUSES_H

#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace gpuperf {

/// What explains the change of the time between two predictions of one launch,
/// a clause each: grid and block as the source says them, then sizes and counts
/// that changed in the direction of the time, the largest factor first. What
/// changed by no more than it may be wrong by, or by little beside the time,
/// is no cause. Registers are one where the occupancy or what is spilled
/// changed with them.
std::vector<std::string> causesOfChange(const llvm::json::Object &Base,
                                        const llvm::json::Object &Head,
                                        size_t Most);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_DIFFCAUSES_H
