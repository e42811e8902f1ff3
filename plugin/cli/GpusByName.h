//===- GpusByName.h - The GPUs that a batch names ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_GPUSBYNAME_H
#define GPUPERF_PLUGIN_CLI_GPUSBYNAME_H

#include "gpumodel/files/GpuRegistry.h"
#include <map>

namespace gpuperf {

/// Loads each GPU once and keeps it.
class GpusByName {
public:
  /// The pointer is good for as long as this lives.
  llvm::Expected<const GpuModel *> find(const std::string &Name) {
    auto It = Known.find(Name);
    if (It == Known.end()) {
      llvm::Expected<GpuModel> Gpu = findGpu(Name);
      if (!Gpu)
        return Gpu.takeError();
      It = Known.emplace(Name, std::move(*Gpu)).first;
    }
    return &It->second;
  }

private:
  std::map<std::string, GpuModel> Known;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_GPUSBYNAME_H
