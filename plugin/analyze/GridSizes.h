//===- GridSizes.h - Open sizes of a launch, from its grid ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_GRIDSIZES_H
#define GPUPERF_PLUGIN_ANALYZE_GRIDSIZES_H

#include "analysis/kernel/KernelSummary.h"
#include "plugin/launch/LaunchSite.h"

namespace gpuperf {

/// takeArgumentsFromGrid() and takeArgumentsFromArrays() for a launch that
/// stands in a file: \p L is what \p Site was bound to. What L assumes tells
/// the new values in place of the defaults, and arguments that the host calls
/// by one name keep one value. An argument that is computed from an open value
/// stays a default, as other arguments may be computed from the same one.
void takeSizesFromGrid(const KernelSummary &Kernel, const LaunchSite &Site,
                       Launch &L);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_GRIDSIZES_H
