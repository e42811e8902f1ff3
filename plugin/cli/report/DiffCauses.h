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

/// What differs between two predictions of one launch, a clause each: grid and
/// block, registers, occupancy, and counts that grew or shrank by 5 % or more,
/// those that go with the change of the time first, the largest factor first.
std::vector<std::string> causesOfChange(const llvm::json::Object &Base,
                                        const llvm::json::Object &Head,
                                        size_t Most);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_DIFFCAUSES_H
