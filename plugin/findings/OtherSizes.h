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

/// The launch with other values for the names that its source leaves open, each
/// name with another value, those in the grid so large that a GPU is full. What
/// is true of the launch at these values as well does not depend on the values
/// that were assumed, or on their being equal. Empty if nothing was assumed.
/// A grid that grows with an open name grows to \p Threads threads at least.
inline constexpr uint64_t FillingThreads = 1 << 18;
std::vector<Launch> launchesAtOtherSizes(const LaunchAnswer &Answer,
                                         const HostBindings &Assume,
                                         uint64_t Threads = FillingThreads);

/// The same with values of at least LargeSize only.
inline constexpr int64_t LargeSize = 512;
std::vector<Launch> launchesAtLargeSizes(const LaunchAnswer &Answer,
                                         const HostBindings &Assume,
                                         uint64_t Threads = FillingThreads);

/// The same where one name is open, with values of at least \p From: of a size
/// that one block walks through, LargeSize may be too few for each thread.
std::vector<Launch> launchesAtLongSizes(const LaunchAnswer &Answer,
                                        const HostBindings &Assume,
                                        int64_t From);

/// The same with one of the values so large that the data hardly fits into a
/// GPU: what is true of small launches only is not true there.
std::vector<Launch> launchesAtHugeSizes(const LaunchAnswer &Answer,
                                        const HostBindings &Assume);

/// The same, but for the names \p Of, which all have the value \p Value.
std::vector<Launch> launchesWhere(const LaunchAnswer &Answer,
                                  const HostBindings &Assume,
                                  llvm::ArrayRef<std::string> Of, int64_t Value,
                                  uint64_t Threads = FillingThreads);

/// The open names that the grid is made of.
std::vector<std::string> openNamesOfGrid(const LaunchAnswer &Answer,
                                         const HostBindings &Assume);

/// The names that the host makes \p N of: an argument, or a size of the grid.
std::vector<std::string> namesIn(const ExprNode &N, const LaunchSite &Site);

/// The least of \p Of over \p Launches, each with its prediction as \p On's own
/// was made. A launch that the GPU's memory does not hold, or that takes hardly
/// longer than an empty one, says nothing. Nothing where none says anything.
std::optional<double>
leastOver(llvm::ArrayRef<Launch> Launches, const GpuAnswer &On,
          const GpuModel &Gpu,
          llvm::function_ref<double(const Launch &, const Prediction &)> Of);

/// Whether the launch was analysed with a value that its source leaves open.
bool hasOpenSizes(const LaunchAnswer &Answer, const HostBindings &Assume);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_OTHERSIZES_H
