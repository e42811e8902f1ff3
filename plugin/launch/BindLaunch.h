//===- BindLaunch.h - LaunchSite + assumptions -> Launch --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_BINDLAUNCH_H
#define GPUPERF_PLUGIN_LAUNCH_BINDLAUNCH_H

#include "analysis/Launch.h"
#include "plugin/launch/LaunchSite.h"

namespace gpuperf {

struct BoundLaunch {
  /// The launch; its Why has one assumption per default that was taken. Nothing
  /// where the block, or a given dimension of the grid, is not knowable: WhyNot
  /// then says which and why, in one clause.
  std::optional<Launch> L;
  std::string WhyNot;
  /// Assume comments that could not be read: "'n=': column 3: expected ...".
  std::vector<std::string> CommentErrors;
  /// With L: who says each dimension, and the dynamic shared memory.
  std::array<Provenance, 3> GridFrom{}, BlockFrom{};
  Provenance SharedFrom = Provenance::Unknown;
  bool BlockKnown = false; ///< block and dynamic shared memory from the source
  bool GridKnown = false;  ///< grid from the source, nothing assumed
  /// As Launch::PointerBytes, but only of arrays that have this size whatever
  /// the launch's open values are; 0 for others.
  std::vector<uint64_t> FixedBytes = {};
};

/// A name is a host name ("n", "cfg.width") or the name of a kernel parameter
/// that the source leaves open; where both match, the host name wins. A name
/// that is passed for a parameter takes the parameter's value everywhere.
///
/// Precedence: what the source says, then \p UserBindings (options, --arg),
/// then the assume comments, then stated defaults: a free name in a 1D grid is
/// 1,048,576, in a 2D grid 4,096 (shared by x and y), in a 3D grid 256; other
/// scalars 1,024; a name that ends in multiProcessorCount is 132; dynamic
/// shared memory that cannot be read is 0. An unknowable block is never given a
/// default. Where the defaults overflow the source's types, or ask for more
/// dynamic shared memory than the 48 KiB that every block may have, smaller
/// ones are taken.
BoundLaunch bindLaunch(const LaunchSite &Site,
                       const HostBindings &UserBindings);

/// Whether blocks of \p Bound are assumed although the source says how they are
/// computed, as of sizes with which that cannot be done.
bool isGridGuessed(const LaunchSite &Site, const BoundLaunch &Bound);

/// What the user gives to names, as values of variables in the GPU's memory: a
/// kernel that reads a variable of that name takes it from there.
void addGivenVariables(const HostBindings &Given, Launch &L);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_BINDLAUNCH_H
