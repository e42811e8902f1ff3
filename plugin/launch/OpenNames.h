//===- OpenNames.h - Names that a launch leaves open ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_OPENNAMES_H
#define GPUPERF_PLUGIN_LAUNCH_OPENNAMES_H

#include "plugin/launch/BindLaunch.h"
#include "plugin/launch/LaunchSite.h"

namespace gpuperf {

/// The names in grid and arguments that neither the source nor \p Assume gives
/// a value, in order of appearance. None where nothing was assumed.
std::vector<std::string> openNames(const LaunchSite &Site,
                                   const BoundLaunch &Bound,
                                   const HostBindings &Assume);

/// The names that the value of argument \p Index is made of: those of its
/// fields for a struct, its parameter's own where the value cannot be read.
std::vector<std::string> namesInArgument(const LaunchSite &Site, size_t Index);
/// The same of the scalar that is \p Offset bytes from the start of the
/// argument: of a struct, those of that field alone.
std::vector<std::string> namesInArgument(const LaunchSite &Site, size_t Index,
                                         uint32_t Offset);

/// What a size of that name is nearly always, or near it: an image has three
/// channels, a filter is 3 to 11 wide, and of clusters and classes there are
/// some, never a grid full.
/// Nothing for other names.
std::optional<int64_t> usualSize(llvm::StringRef Name);

/// Whether it helps to say of \p Names that all of them are large: there is
/// one, or they are, by what they are called, the extents of one thing, as
/// width and height are. Others, such as a batch and a number of outputs, are
/// seldom large together.
bool areLargeTogether(llvm::ArrayRef<std::string> Names);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_OPENNAMES_H
