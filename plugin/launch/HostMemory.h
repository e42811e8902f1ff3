//===- HostMemory.h - Arguments that are not on the GPU ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_HOSTMEMORY_H
#define GPUPERF_PLUGIN_LAUNCH_HOSTMEMORY_H

#include "plugin/launch/LaunchSite.h"

namespace gpuperf {

/// Names of the variables that \p Site passes to its kernel and that point to
/// pinned memory of the host, as the function around the launch says: it fills
/// them with cudaHostGetDevicePointer, cudaHostAlloc or cudaMallocHost. What a
/// kernel reads there comes over PCIe.
std::vector<std::string> argumentsInHostMemory(const LaunchSite &Site);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_HOSTMEMORY_H
